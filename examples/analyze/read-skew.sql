-- Read skew (Berenson and others 1995, A5A): a transfer between two reads of one report.
CREATE TABLE account (
    id int PRIMARY KEY,
    balance int NOT NULL
);

-- transaction Transfer(src int, dst int, amt int)
IF :src = :dst THEN
    ABORT;
END IF;
UPDATE account SET balance = balance - :amt WHERE id = :src;
UPDATE account SET balance = balance + :amt WHERE id = :dst;

-- transaction Report(a int, b int)
SELECT balance FROM account WHERE id = :a;
SELECT balance FROM account WHERE id = :b;
