-- A mutex: a row that is locked and never written. Safe at READ COMMITTED, where each statement has its own snapshot, and broken
-- at REPEATABLE READ, where the snapshot is older than the wait for the lock.
CREATE TABLE mutex (
    id int PRIMARY KEY
);
CREATE TABLE task (
    id int PRIMARY KEY,
    owner int NOT NULL
);

-- transaction Take(m int, t int, me int)
SELECT id INTO :locked FROM mutex WHERE id = 1 FOR UPDATE;
IF :locked IS NULL THEN
    ABORT;
END IF;
SELECT id INTO :mine FROM task WHERE owner = :me;
IF :mine IS NULL THEN
    INSERT INTO task (id, owner) VALUES (:t, :me);
END IF;
