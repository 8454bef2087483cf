-- TPC-C (revision 5.11) with nine tables and five programs; an order has two lines, a Delivery serves two districts.
CREATE TABLE warehouse (
    w_id int PRIMARY KEY,
    w_tax int NOT NULL,
    w_ytd int NOT NULL
);
CREATE TABLE district (
    d_w_id int NOT NULL,
    d_id int NOT NULL,
    d_tax int NOT NULL,
    d_ytd int NOT NULL,
    d_next_o_id int NOT NULL,
    PRIMARY KEY (d_w_id, d_id)
);
CREATE TABLE customer (
    c_w_id int NOT NULL,
    c_d_id int NOT NULL,
    c_id int NOT NULL,
    c_discount int NOT NULL,
    c_balance int NOT NULL,
    PRIMARY KEY (c_w_id, c_d_id, c_id)
);
CREATE TABLE history (
    h_c_id int NOT NULL,
    h_w_id int NOT NULL,
    h_d_id int NOT NULL,
    h_amount int NOT NULL
);
CREATE TABLE orders (
    o_w_id int NOT NULL,
    o_d_id int NOT NULL,
    o_id int NOT NULL,
    o_c_id int NOT NULL,
    o_carrier_id int,
    PRIMARY KEY (o_w_id, o_d_id, o_id)
);
CREATE TABLE new_order (
    no_w_id int NOT NULL,
    no_d_id int NOT NULL,
    no_o_id int NOT NULL,
    PRIMARY KEY (no_w_id, no_d_id, no_o_id)
);
CREATE TABLE order_line (
    ol_w_id int NOT NULL,
    ol_d_id int NOT NULL,
    ol_o_id int NOT NULL,
    ol_number int NOT NULL,
    ol_i_id int NOT NULL,
    ol_amount int NOT NULL,
    ol_delivery_d int,
    PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)
);
CREATE TABLE item (
    i_id int PRIMARY KEY,
    i_price int NOT NULL
);
CREATE TABLE stock (
    s_w_id int NOT NULL,
    s_i_id int NOT NULL,
    s_quantity int NOT NULL,
    PRIMARY KEY (s_w_id, s_i_id)
);

-- transaction NewOrder(w int, d int, c int, i1 int, i2 int, q1 int, q2 int)
SELECT w_tax INTO :wtax FROM warehouse WHERE w_id = :w;
SELECT d_next_o_id INTO :o FROM district WHERE d_w_id = :w AND d_id = :d;
UPDATE district SET d_next_o_id = :o + 1 WHERE d_w_id = :w AND d_id = :d;
SELECT c_discount INTO :discount FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id) VALUES (:w, :d, :o, :c);
INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (:w, :d, :o);
SELECT i_price INTO :p1 FROM item WHERE i_id = :i1;
SELECT s_quantity INTO :s1 FROM stock WHERE s_w_id = :w AND s_i_id = :i1;
UPDATE stock SET s_quantity = :s1 - :q1 WHERE s_w_id = :w AND s_i_id = :i1;
INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_amount)
VALUES (:w, :d, :o, 1, :i1, :p1);
SELECT i_price INTO :p2 FROM item WHERE i_id = :i2;
SELECT s_quantity INTO :s2 FROM stock WHERE s_w_id = :w AND s_i_id = :i2;
UPDATE stock SET s_quantity = :s2 - :q2 WHERE s_w_id = :w AND s_i_id = :i2;
INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_amount)
VALUES (:w, :d, :o, 2, :i2, :p2);

-- transaction Payment(w int, d int, cw int, cd int, c int, amount int)
UPDATE warehouse SET w_ytd = w_ytd + :amount WHERE w_id = :w;
UPDATE district SET d_ytd = d_ytd + :amount WHERE d_w_id = :w AND d_id = :d;
SELECT c_balance INTO :balance FROM customer WHERE c_w_id = :cw AND c_d_id = :cd AND c_id = :c;
UPDATE customer SET c_balance = :balance - :amount WHERE c_w_id = :cw AND c_d_id = :cd AND c_id = :c;
INSERT INTO history (h_c_id, h_w_id, h_d_id, h_amount) VALUES (:c, :w, :d, :amount);

-- transaction OrderStatus(w int, d int, c int)
SELECT c_balance FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
SELECT MAX(o_id) INTO :o FROM orders WHERE o_w_id = :w AND o_d_id = :d AND o_c_id = :c;
IF :o IS NOT NULL THEN
    SELECT o_carrier_id FROM orders WHERE o_w_id = :w AND o_d_id = :d AND o_id = :o;
    SELECT ol_i_id, ol_amount, ol_delivery_d FROM order_line
    WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id = :o;
END IF;

-- transaction Delivery(w int, d1 int, d2 int, carrier int, today int)
IF :d1 = :d2 THEN
    ABORT;
END IF;
SELECT MIN(no_o_id) INTO :o1 FROM new_order WHERE no_w_id = :w AND no_d_id = :d1;
IF :o1 IS NOT NULL THEN
    DELETE FROM new_order WHERE no_w_id = :w AND no_d_id = :d1 AND no_o_id = :o1;
    SELECT o_c_id INTO :c1 FROM orders WHERE o_w_id = :w AND o_d_id = :d1 AND o_id = :o1;
    UPDATE orders SET o_carrier_id = :carrier WHERE o_w_id = :w AND o_d_id = :d1 AND o_id = :o1;
    UPDATE order_line SET ol_delivery_d = :today WHERE ol_w_id = :w AND ol_d_id = :d1 AND ol_o_id = :o1;
    SELECT SUM(ol_amount) INTO :total1 FROM order_line WHERE ol_w_id = :w AND ol_d_id = :d1 AND ol_o_id = :o1;
    UPDATE customer SET c_balance = c_balance + :total1 WHERE c_w_id = :w AND c_d_id = :d1 AND c_id = :c1;
END IF;
SELECT MIN(no_o_id) INTO :o2 FROM new_order WHERE no_w_id = :w AND no_d_id = :d2;
IF :o2 IS NOT NULL THEN
    DELETE FROM new_order WHERE no_w_id = :w AND no_d_id = :d2 AND no_o_id = :o2;
    SELECT o_c_id INTO :c2 FROM orders WHERE o_w_id = :w AND o_d_id = :d2 AND o_id = :o2;
    UPDATE orders SET o_carrier_id = :carrier WHERE o_w_id = :w AND o_d_id = :d2 AND o_id = :o2;
    UPDATE order_line SET ol_delivery_d = :today WHERE ol_w_id = :w AND ol_d_id = :d2 AND ol_o_id = :o2;
    SELECT SUM(ol_amount) INTO :total2 FROM order_line WHERE ol_w_id = :w AND ol_d_id = :d2 AND ol_o_id = :o2;
    UPDATE customer SET c_balance = c_balance + :total2 WHERE c_w_id = :w AND c_d_id = :d2 AND c_id = :c2;
END IF;

-- transaction StockLevel(w int, d int, threshold int)
SELECT d_next_o_id INTO :next FROM district WHERE d_w_id = :w AND d_id = :d;
SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock
WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id < :next AND ol_o_id >= :next - 20
  AND s_w_id = :w AND s_i_id = ol_i_id AND s_quantity < :threshold;
