-- Overdraft (Fekete, Liarokapis, O'Neil, O'Neil, Shasha 2005): the sum of two balances must not fall below zero.
CREATE TABLE savings (
    id int PRIMARY KEY,
    balance int NOT NULL
);
CREATE TABLE checking (
    id int PRIMARY KEY,
    balance int NOT NULL
);

-- transaction FromSavings(c int, amt int)
SELECT balance INTO :s FROM savings WHERE id = :c;
SELECT balance INTO :k FROM checking WHERE id = :c;
IF :s + :k >= :amt THEN
    UPDATE savings SET balance = balance - :amt WHERE id = :c;
END IF;

-- transaction FromChecking(c int, amt int)
SELECT balance INTO :s FROM savings WHERE id = :c;
SELECT balance INTO :k FROM checking WHERE id = :c;
IF :s + :k >= :amt THEN
    UPDATE checking SET balance = balance - :amt WHERE id = :c;
END IF;
