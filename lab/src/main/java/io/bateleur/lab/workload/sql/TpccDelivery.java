package io.bateleur.lab.workload.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The delivery of one order of TPC-C: it is new no more, has a carrier, its lines have a date, and its customer owes what they cost. */
final class TpccDelivery {
    private static final String ORDER = "o_w_id = ? AND o_d_id = ? AND o_id = ?";
    private static final String LINES = "ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
    private static final String CUSTOMER = "c_w_id = ? AND c_d_id = ? AND c_id = ?";

    private TpccDelivery() {}

    static void deliver(Sql sql, long warehouse, long district, long order, long carrier, AtomicLong clock)
            throws SQLException {
        int deleted = sql.update(
                "DELETE FROM bateleur_new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?",
                warehouse,
                district,
                order);
        if (deleted == 0) {
            return; // somebody else delivers it: at weak levels the row may be gone by now
        }
        long customer = sql.number("SELECT o_c_id FROM bateleur_orders WHERE " + ORDER, warehouse, district, order);
        sql.update("UPDATE bateleur_orders SET o_carrier_id = ? WHERE " + ORDER, carrier, warehouse, district, order);
        long total = lines(sql, clock.incrementAndGet(), warehouse, district, order).stream()
                .mapToLong(line -> line.number(1))
                .sum();
        owe(sql, total, warehouse, district, customer);
    }

    /** Numbers and amounts of all lines, which have a date now. */
    private static List<Sql.Row> lines(Sql sql, long now, long warehouse, long district, long order)
            throws SQLException {
        if (sql.isReturning()) {
            return sql.rows(
                    "UPDATE bateleur_order_line SET ol_delivery_d = ? WHERE " + LINES
                            + " RETURNING ol_number, ol_amount",
                    now,
                    warehouse,
                    district,
                    order);
        }
        List<Sql.Row> lines = sql.rows(
                "SELECT ol_number, ol_amount FROM bateleur_order_line WHERE " + LINES, warehouse, district, order);
        for (Sql.Row line : lines) {
            sql.update(
                    "UPDATE bateleur_order_line SET ol_delivery_d = ? WHERE " + LINES + " AND ol_number = ?",
                    now,
                    warehouse,
                    district,
                    order,
                    line.number(0));
        }
        return lines;
    }

    private static void owe(Sql sql, long total, long warehouse, long district, long customer) throws SQLException {
        if (sql.isReturning()) {
            sql.rows(
                    "UPDATE bateleur_customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1 WHERE "
                            + CUSTOMER + " RETURNING c_balance, c_delivery_cnt",
                    total,
                    warehouse,
                    district,
                    customer);
            return;
        }
        Sql.Row known = sql.row(
                        "SELECT c_balance, c_delivery_cnt FROM bateleur_customer WHERE " + CUSTOMER,
                        warehouse,
                        district,
                        customer)
                .orElse(new Sql.Row(List.of(0, 0)));
        sql.update(
                "UPDATE bateleur_customer SET c_balance = ?, c_delivery_cnt = ? WHERE " + CUSTOMER,
                known.number(0) + total,
                known.number(1) + 1,
                warehouse,
                district,
                customer);
    }
}
