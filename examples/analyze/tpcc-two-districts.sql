-- TPC-C where one Delivery serves two districts, as the specification lets it serve all of them.
-- include tpcc.sql

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
