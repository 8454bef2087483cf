-- Receipts in batches (Ports and Grittner 2012, figure 2): the report makes two harmless transactions an anomaly.
CREATE TABLE control (
    id int PRIMARY KEY,
    batch int NOT NULL
);
CREATE TABLE receipt (
    id int PRIMARY KEY,
    batch int NOT NULL,
    amount int NOT NULL
);

-- transaction NewReceipt(r int, amt int)
SELECT batch INTO :b FROM control WHERE id = 1;
INSERT INTO receipt (id, batch, amount) VALUES (:r, :b, :amt);

-- transaction CloseBatch()
UPDATE control SET batch = batch + 1 WHERE id = 1;

-- transaction Report()
SELECT batch INTO :b FROM control WHERE id = 1;
SELECT id, amount FROM receipt WHERE batch = :b - 1;
