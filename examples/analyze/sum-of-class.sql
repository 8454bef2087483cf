-- The example of PostgreSQL's documentation for SERIALIZABLE: the sum of each class goes into the other one.
CREATE TABLE mytab (
    id int PRIMARY KEY,
    class int NOT NULL,
    value int NOT NULL
);

-- transaction Add(i int, c int)
SELECT SUM(value) INTO :s FROM mytab WHERE class = :c;
IF :s IS NOT NULL THEN
    INSERT INTO mytab (id, class, value) VALUES (:i, 3 - :c, :s);
END IF;
