-- Voter (OLTP-Bench, after Difallah, Pavlo, Curino, Cudre-Mauroux 2013): so many votes for each telephone.
CREATE TABLE contestant (
    id int PRIMARY KEY
);
CREATE TABLE vote (
    id int PRIMARY KEY,
    phone int NOT NULL,
    contestant int NOT NULL
);

-- transaction Vote(v int, p int, c int)
SELECT id INTO :known FROM contestant WHERE id = :c;
SELECT COUNT(*) INTO :votes FROM vote WHERE phone = :p;
IF :known IS NOT NULL AND :votes < 2 THEN
    INSERT INTO vote (id, phone, contestant) VALUES (:v, :p, :c);
END IF;
