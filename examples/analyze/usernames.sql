-- Claiming a user name (Kleppmann 2017, chapter 7): the primary key does what the check cannot.
CREATE TABLE users (
    name text PRIMARY KEY
);

-- transaction Claim(n text)
SELECT name INTO :taken FROM users WHERE name = :n;
IF :taken IS NULL THEN
    INSERT INTO users (name) VALUES (:n);
END IF;
