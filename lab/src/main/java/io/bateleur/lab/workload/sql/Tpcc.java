package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.KeyChoice;
import io.bateleur.lab.workload.Mix;
import io.bateleur.lab.workload.Settings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * TPC-C, a wholesaler, with all five transactions and their statements: a join of customer and warehouse, customers by their last
 * names, the oldest new order, the newest order of a customer, and the count of items that run short over a join of order lines and stock.
 * Settings count districts, of which a warehouse has ten.
 *
 * <p>The shares are those of section 8 of the Troubadour paper: new order 45, payment 43, delivery 4, order status 4, stock level 4. The
 * transactions are those of the specification, from memory: one new order in a hundred is rolled back, one line in a hundred comes from
 * another warehouse, 15 payments in a hundred are by customers of another district, six customers in ten are named by their last names.
 * Sizes are far below the specification's. Sums are in hundredths, taxes and discounts in ten thousandths, and time is a counter.
 */
final class Tpcc implements SqlWorkload {
    private static final int QUANTITY_MAX = 10;
    private static final int LINES_MIN = 2;
    private static final int LINES_MAX = 5;
    private static final long STOCK_RESERVE = 10;
    private static final long STOCK_DELIVERED = 91;
    private static final int PAYMENT_MAX = 500_000;
    private static final int CARRIERS = 10;
    private static final long ORDERS_WATCHED = 20;
    private static final int THRESHOLD_MIN = 10;
    private static final int THRESHOLD_MAX = 20;

    private static final Sql.Cell WAREHOUSE_PAID = new Sql.Cell("bateleur_warehouse", "w_ytd", "w_id = ?");
    private static final Sql.Cell DISTRICT_PAID = new Sql.Cell("bateleur_district", "d_ytd", "d_w_id = ? AND d_id = ?");
    private static final Sql.Cell NEXT_ORDER =
            new Sql.Cell("bateleur_district", "d_next_o_id", "d_w_id = ? AND d_id = ?");

    private final int districts;
    private final SqlWords words;
    private final Amounts payments;
    private final KeyChoice choice;
    private final AtomicLong clock = new AtomicLong();
    private final Mix<SqlProgram> programs = new Mix<SqlProgram>()
            .with(45, this::newOrder)
            .with(43, this::payment)
            .with(4, this::delivery)
            .with(4, this::orderStatus)
            .with(4, this::stockLevel);

    Tpcc(Settings settings, SqlWords words) {
        this.districts = settings.keys();
        this.words = words;
        this.payments = new Amounts(settings, PAYMENT_MAX);
        this.choice = new KeyChoice(districts, settings.zipf());
    }

    /** A district of a warehouse. */
    private record District(long warehouse, long number) {
        static District of(int district) {
            return new District(TpccTables.warehouse(district), TpccTables.number(district));
        }
    }

    @Override
    public Map<String, String> tables() {
        return TpccTables.all();
    }

    @Override
    public List<Body> load() {
        return TpccTables.load(words, districts);
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(words, random);
    }

    private boolean newOrder(Sql sql, SplittableRandom random) throws SQLException {
        District at = District.of(choice.draw(random));
        long customer = 1L + random.nextInt(TpccTables.CUSTOMERS);
        sql.rows(
                "SELECT c_discount, c_last, w_tax FROM bateleur_customer, bateleur_warehouse "
                        + "WHERE w_id = ? AND c_w_id = w_id AND c_d_id = ? AND c_id = ?",
                at.warehouse(),
                at.number(),
                customer);
        long order = sql.row(
                        "SELECT d_next_o_id, d_tax FROM bateleur_district WHERE d_w_id = ? AND d_id = ?",
                        at.warehouse(),
                        at.number())
                .map(row -> row.number(0))
                .orElse(0L);
        sql.write(NEXT_ORDER, order + 1, at.warehouse(), at.number());
        int lines = random.nextInt(LINES_MIN, LINES_MAX + 1);
        sql.update(
                "INSERT INTO bateleur_orders (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local) "
                        + "VALUES (?, ?, ?, ?, ?, NULL, ?, 1)",
                at.warehouse(),
                at.number(),
                order,
                customer,
                clock.incrementAndGet(),
                lines);
        sql.update(
                "INSERT INTO bateleur_new_order (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)",
                at.warehouse(),
                at.number(),
                order);
        boolean mistaken = isOneOfHundred(random); // the customer named an item that there is not
        for (int line = 1; line <= lines; line++) {
            int item = mistaken && line == lines ? TpccTables.ITEMS + 1 : 1 + random.nextInt(TpccTables.ITEMS);
            if (!orderLine(sql, random, at, order, line, item)) {
                return false;
            }
        }
        return true;
    }

    private boolean orderLine(Sql sql, SplittableRandom random, District at, long order, int line, int item)
            throws SQLException {
        long quantity = 1L + random.nextInt(QUANTITY_MAX);
        long supplier = isOneOfHundred(random) ? TpccTables.warehouse(random.nextInt(districts)) : at.warehouse();
        List<Sql.Row> found = sql.rows("SELECT i_price, i_name FROM bateleur_item WHERE i_id = ?", item);
        if (found.isEmpty()) {
            return false;
        }
        Sql.Row stock = sql.row(
                        "SELECT s_quantity, s_ytd, s_order_cnt, s_remote_cnt FROM bateleur_stock WHERE s_w_id = ? AND s_i_id = ?",
                        supplier,
                        item)
                .orElse(new Sql.Row(List.of(0, 0, 0, 0)));
        long left = stock.number(0) - quantity;
        sql.update(
                "UPDATE bateleur_stock SET s_quantity = ?, s_ytd = ?, s_order_cnt = ?, s_remote_cnt = ? "
                        + "WHERE s_w_id = ? AND s_i_id = ?",
                left < STOCK_RESERVE ? left + STOCK_DELIVERED : left,
                stock.number(1) + quantity,
                stock.number(2) + 1,
                stock.number(3) + (supplier == at.warehouse() ? 0 : 1),
                supplier,
                item);
        sql.update(
                "INSERT INTO bateleur_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, "
                        + "ol_delivery_d, ol_quantity, ol_amount) VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?)",
                at.warehouse(),
                at.number(),
                order,
                line,
                item,
                supplier,
                quantity,
                quantity * found.get(0).number(0));
        return true;
    }

    private boolean payment(Sql sql, SplittableRandom random) throws SQLException {
        int district = choice.draw(random);
        District at = District.of(district);
        District home = District.of(random.nextInt(100) < 15 ? random.nextInt(districts) : district);
        long amount = payments.draw(random);
        sql.add(WAREHOUSE_PAID, amount, at.warehouse());
        sql.add(DISTRICT_PAID, amount, at.warehouse(), at.number());
        long customer = customer(sql, random, home);
        Sql.Row paid = sql.row(
                        "SELECT c_balance, c_ytd_payment, c_payment_cnt FROM bateleur_customer "
                                + "WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                        home.warehouse(),
                        home.number(),
                        customer)
                .orElse(new Sql.Row(List.of(0, 0, 0)));
        sql.update(
                "UPDATE bateleur_customer SET c_balance = ?, c_ytd_payment = ?, c_payment_cnt = ? "
                        + "WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                paid.number(0) - amount,
                paid.number(1) + amount,
                paid.number(2) + 1,
                home.warehouse(),
                home.number(),
                customer);
        sql.update(
                "INSERT INTO bateleur_history (h_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_amount) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?)",
                clock.incrementAndGet(),
                customer,
                home.number(),
                home.warehouse(),
                at.number(),
                at.warehouse(),
                amount);
        return true;
    }

    /** By number, or the one in the middle of those with a last name. */
    private static long customer(Sql sql, SplittableRandom random, District home) throws SQLException {
        int chosen = 1 + random.nextInt(TpccTables.CUSTOMERS);
        if (random.nextInt(100) >= 60) {
            return chosen;
        }
        List<Sql.Row> named = sql.rows(
                "SELECT c_id, c_first FROM bateleur_customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? "
                        + "ORDER BY c_first",
                home.warehouse(),
                home.number(),
                TpccTables.lastName(chosen));
        return named.isEmpty() ? chosen : named.get((named.size() - 1) / 2).number(0);
    }

    /** Delivers the oldest new order of each district of a warehouse. */
    private boolean delivery(Sql sql, SplittableRandom random) throws SQLException {
        long warehouse = TpccTables.warehouse(choice.draw(random));
        long carrier = 1L + random.nextInt(CARRIERS);
        for (int district = 0; district < districts; district++) {
            if (TpccTables.warehouse(district) == warehouse) {
                District at = District.of(district);
                List<Sql.Row> oldest = sql.first(
                        1,
                        "SELECT no_o_id FROM bateleur_new_order WHERE no_w_id = ? AND no_d_id = ? ORDER BY no_o_id",
                        at.warehouse(),
                        at.number());
                if (!oldest.isEmpty()) {
                    TpccDelivery.deliver(
                            sql, at.warehouse(), at.number(), oldest.get(0).number(0), carrier, clock);
                }
            }
        }
        return true;
    }

    private boolean orderStatus(Sql sql, SplittableRandom random) throws SQLException {
        District at = District.of(choice.draw(random));
        long customer = customer(sql, random, at);
        sql.rows(
                "SELECT c_balance, c_first, c_last FROM bateleur_customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?",
                at.warehouse(),
                at.number(),
                customer);
        List<Sql.Row> newest = sql.first(
                1,
                "SELECT o_id, o_carrier_id, o_entry_d FROM bateleur_orders "
                        + "WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ? ORDER BY o_id DESC",
                at.warehouse(),
                at.number(),
                customer);
        if (!newest.isEmpty()) {
            sql.rows(
                    "SELECT ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d "
                            + "FROM bateleur_order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?",
                    at.warehouse(),
                    at.number(),
                    newest.get(0).number(0));
        }
        return true;
    }

    /** How many items of the last orders of a district run short. */
    private boolean stockLevel(Sql sql, SplittableRandom random) throws SQLException {
        District at = District.of(choice.draw(random));
        long next = sql
                .rows(
                        "SELECT d_next_o_id FROM bateleur_district WHERE d_w_id = ? AND d_id = ?",
                        at.warehouse(),
                        at.number())
                .stream()
                .mapToLong(row -> row.number(0))
                .sum();
        sql.rows(
                "SELECT COUNT(DISTINCT s_i_id) FROM bateleur_order_line, bateleur_stock "
                        + "WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id < ? AND ol_o_id >= ? "
                        + "AND s_w_id = ol_w_id AND s_i_id = ol_i_id AND s_quantity < ?",
                at.warehouse(),
                at.number(),
                next,
                next - ORDERS_WATCHED,
                random.nextInt(THRESHOLD_MIN, THRESHOLD_MAX + 1));
        return true;
    }

    private static boolean isOneOfHundred(SplittableRandom random) {
        return random.nextInt(100) == 0;
    }
}
