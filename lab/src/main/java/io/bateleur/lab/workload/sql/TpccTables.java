package io.bateleur.lab.workload.sql;

import io.bateleur.lab.workload.sql.SqlWorkload.Body;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The nine tables of TPC-C, and what lies in them at the beginning. Columns that no transaction uses are left out; payments, which have no
 * key in the specification, have a number here.
 */
final class TpccTables {
    static final int DISTRICTS_PER_WAREHOUSE = 10;
    static final int CUSTOMERS = 6;
    static final int ITEMS = 20;
    static final long INITIAL_STOCK = 50;
    private static final List<String> LAST_NAMES = List.of("BARBARBAR", "OUGHTABLEPRI", "PRESESEANTI");
    private static final long PRICE_STEP = 499;
    private static final long TAX_STEP = 100;
    private static final long DISCOUNT_STEP = 250;

    private TpccTables() {}

    static Map<String, String> all() {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put(
                "bateleur_warehouse",
                "w_id BIGINT NOT NULL PRIMARY KEY, w_name VARCHAR(10) NOT NULL, w_tax BIGINT NOT NULL, w_ytd BIGINT NOT NULL");
        tables.put(
                "bateleur_district",
                "d_w_id BIGINT NOT NULL, d_id BIGINT NOT NULL, d_name VARCHAR(10) NOT NULL, d_tax BIGINT NOT NULL, "
                        + "d_ytd BIGINT NOT NULL, d_next_o_id BIGINT NOT NULL, PRIMARY KEY (d_w_id, d_id)");
        tables.put(
                "bateleur_customer",
                "c_w_id BIGINT NOT NULL, c_d_id BIGINT NOT NULL, c_id BIGINT NOT NULL, c_first VARCHAR(16) NOT NULL, "
                        + "c_last VARCHAR(16) NOT NULL, c_discount BIGINT NOT NULL, c_balance BIGINT NOT NULL, "
                        + "c_ytd_payment BIGINT NOT NULL, c_payment_cnt BIGINT NOT NULL, c_delivery_cnt BIGINT NOT NULL, "
                        + "PRIMARY KEY (c_w_id, c_d_id, c_id)");
        tables.put(
                "bateleur_history",
                "h_id BIGINT NOT NULL PRIMARY KEY, h_c_id BIGINT NOT NULL, h_c_d_id BIGINT NOT NULL, "
                        + "h_c_w_id BIGINT NOT NULL, h_d_id BIGINT NOT NULL, h_w_id BIGINT NOT NULL, h_amount BIGINT NOT NULL");
        tables.put(
                "bateleur_item",
                "i_id BIGINT NOT NULL PRIMARY KEY, i_name VARCHAR(24) NOT NULL, i_price BIGINT NOT NULL");
        tables.put(
                "bateleur_stock",
                "s_w_id BIGINT NOT NULL, s_i_id BIGINT NOT NULL, s_quantity BIGINT NOT NULL, s_ytd BIGINT NOT NULL, "
                        + "s_order_cnt BIGINT NOT NULL, s_remote_cnt BIGINT NOT NULL, PRIMARY KEY (s_w_id, s_i_id)");
        orders(tables);
        return tables;
    }

    private static void orders(Map<String, String> tables) {
        tables.put(
                "bateleur_orders",
                "o_w_id BIGINT NOT NULL, o_d_id BIGINT NOT NULL, o_id BIGINT NOT NULL, o_c_id BIGINT NOT NULL, "
                        + "o_entry_d BIGINT NOT NULL, o_carrier_id BIGINT, o_ol_cnt BIGINT NOT NULL, "
                        + "o_all_local BIGINT NOT NULL, PRIMARY KEY (o_w_id, o_d_id, o_id)");
        tables.put(
                "bateleur_new_order",
                "no_w_id BIGINT NOT NULL, no_d_id BIGINT NOT NULL, no_o_id BIGINT NOT NULL, "
                        + "PRIMARY KEY (no_w_id, no_d_id, no_o_id)");
        tables.put(
                "bateleur_order_line",
                "ol_w_id BIGINT NOT NULL, ol_d_id BIGINT NOT NULL, ol_o_id BIGINT NOT NULL, ol_number BIGINT NOT NULL, "
                        + "ol_i_id BIGINT NOT NULL, ol_supply_w_id BIGINT NOT NULL, ol_delivery_d BIGINT, "
                        + "ol_quantity BIGINT NOT NULL, ol_amount BIGINT NOT NULL, "
                        + "PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)");
    }

    static long warehouse(int district) {
        return 1L + district / DISTRICTS_PER_WAREHOUSE;
    }

    static long number(int district) {
        return 1L + district % DISTRICTS_PER_WAREHOUSE;
    }

    static String lastName(int customer) {
        return LAST_NAMES.get(customer % LAST_NAMES.size());
    }

    /** @param districts in all; warehouses are as many as these need */
    static List<Body> load(SqlWords words, int districts) {
        Inserts inserts = new Inserts(words);
        for (int item = 1; item <= ITEMS; item++) {
            inserts.row("bateleur_item (i_id, i_name, i_price)", item, "item" + item, 1 + item * PRICE_STEP);
        }
        for (long warehouse = 1; warehouse <= warehouse(districts - 1); warehouse++) {
            inserts.row(
                    "bateleur_warehouse (w_id, w_name, w_tax, w_ytd)",
                    warehouse,
                    "W" + warehouse,
                    warehouse * TAX_STEP,
                    0);
            for (int item = 1; item <= ITEMS; item++) {
                inserts.row(
                        "bateleur_stock (s_w_id, s_i_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt)",
                        warehouse,
                        item,
                        INITIAL_STOCK,
                        0,
                        0,
                        0);
            }
        }
        for (int district = 0; district < districts; district++) {
            district(inserts, district);
        }
        return inserts.bodies();
    }

    private static void district(Inserts inserts, int district) {
        long warehouse = warehouse(district);
        long number = number(district);
        inserts.row(
                "bateleur_district (d_w_id, d_id, d_name, d_tax, d_ytd, d_next_o_id)",
                warehouse,
                number,
                "D" + number,
                number * TAX_STEP,
                0,
                1);
        for (int customer = 1; customer <= CUSTOMERS; customer++) {
            inserts.row(
                    "bateleur_customer (c_w_id, c_d_id, c_id, c_first, c_last, c_discount, c_balance, c_ytd_payment, "
                            + "c_payment_cnt, c_delivery_cnt)",
                    warehouse,
                    number,
                    customer,
                    "First" + customer,
                    lastName(customer),
                    customer * DISCOUNT_STEP,
                    0,
                    0,
                    0,
                    0);
        }
    }
}
