-- The lost update (Berenson, Bernstein, Gray, Melton, O'Neil, O'Neil 1995, P4): read, then write what was computed from it.
CREATE TABLE item (
    id int PRIMARY KEY,
    stock int NOT NULL
);

-- transaction Sell(i int, n int)
SELECT stock INTO :s FROM item WHERE id = :i;
UPDATE item SET stock = :s - :n WHERE id = :i;
