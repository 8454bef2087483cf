-- Doctors on call (Cahill, Roehm, Fekete 2008): one may leave only if another is still there.
CREATE TABLE doctor (
    name text PRIMARY KEY,
    shift int NOT NULL,
    on_call boolean NOT NULL
);

-- transaction Leave(n text, s int)
SELECT COUNT(*) INTO :there FROM doctor WHERE shift = :s AND on_call = true;
IF :there >= 2 THEN
    UPDATE doctor SET on_call = false WHERE name = :n AND shift = :s;
END IF;
