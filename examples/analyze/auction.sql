-- Auction (Vandevoort, Ketsman, Koch, Neven 2021): every program first writes the row of its buyer.
CREATE TABLE buyer (
    id int PRIMARY KEY,
    calls int NOT NULL
);
CREATE TABLE bids (
    buyer_id int PRIMARY KEY REFERENCES buyer (id),
    bid int NOT NULL
);
CREATE TABLE log (
    id int PRIMARY KEY,
    buyer_id int NOT NULL REFERENCES buyer (id),
    bid int NOT NULL
);

-- transaction FindBids(b int, t int)
UPDATE buyer SET calls = calls + 1 WHERE id = :b;
SELECT bid FROM bids WHERE bid >= :t;

-- transaction PlaceBid(b int, v int, l int)
UPDATE buyer SET calls = calls + 1 WHERE id = :b;
SELECT bid INTO :c FROM bids WHERE buyer_id = :b;
IF :c < :v THEN
    UPDATE bids SET bid = :v WHERE buyer_id = :b;
END IF;
INSERT INTO log (id, buyer_id, bid) VALUES (:l, :b, :v);
