package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * TPC-C, a wholesaler, with all five transactions; columns that matter are tables of their own here. Settings count districts, of which
 * a warehouse has ten.
 *
 * <p>The shares are those of section 8 of the Troubadour paper: new order 45, payment 43, delivery 4, order status 4, stock level 4. The
 * transactions are those of the specification, from memory, and so are one rollback in a hundred new orders, one line in a hundred from
 * another warehouse and 15 payments in a hundred by customers of another district. Sizes are far below the specification's, as
 * Troubadour has them (there three customers a district and one item), and amounts are whole.
 */
final class Tpcc implements Workload {
    static final int WAREHOUSE_PAID = 1;
    static final int DISTRICT_PAID = 2;
    static final int NEXT_ORDER = 3;
    static final int CUSTOMER_BALANCE = 4;
    static final int CUSTOMER_DELIVERIES = 5;
    static final int STOCK = 6;
    static final int ORDER = 7;
    static final int NEW_ORDER = 8;
    static final int ORDER_CARRIER = 9;
    static final int ORDER_LINE = 10;
    static final int PAYMENT = 11;
    static final int CUSTOMERS = 5;
    private static final int ITEM_PRICE = 12;
    private static final int LINE_DELIVERED = 13;
    /** An index: the orders of a customer, newest first. */
    private static final int ORDERS_OF_CUSTOMER = 14;

    private static final int DISTRICTS_PER_WAREHOUSE = 10;
    private static final int ITEMS = 20;
    private static final int PRICE_MAX = 100;
    private static final int QUANTITY_MAX = 10;
    private static final int LINES_MIN = 2;
    private static final int LINES_MAX = 5;
    private static final int LINE_BITS = 4;
    private static final int ORDER_BITS = 24;
    private static final int INITIAL_STOCK = 50;
    private static final int STOCK_RESERVE = 10;
    private static final int STOCK_DELIVERED = 91;
    private static final int PAYMENT_MAX = 100;
    private static final int CARRIERS = 10;
    private static final int ORDERS_WATCHED = 20;

    private final int districts;
    private final int warehouses;
    private final Values values;
    private final KeyChoice choice;
    private final AtomicInteger payments = new AtomicInteger();
    private final Mix<Program> programs = new Mix<Program>()
            .with(45, this::newOrder)
            .with(43, this::payment)
            .with(4, this::delivery)
            .with(4, this::orderStatus)
            .with(4, this::stockLevel);

    Tpcc(Settings settings) {
        this.districts = settings.keys();
        this.warehouses = (districts + DISTRICTS_PER_WAREHOUSE - 1) / DISTRICTS_PER_WAREHOUSE;
        this.values = new Values(settings);
        this.choice = new KeyChoice(districts, settings.zipf());
    }

    static int warehouse(int district) {
        return district / DISTRICTS_PER_WAREHOUSE;
    }

    @Override
    public List<Body> load() {
        Load load = new Load(values);
        for (int item = 0; item < ITEMS; item++) {
            load.put(Keys.of(ITEM_PRICE, item), 1 + item * PRICE_MAX / ITEMS);
        }
        for (int warehouse = 0; warehouse < warehouses; warehouse++) {
            load.put(Keys.of(WAREHOUSE_PAID, warehouse), 0);
            for (int item = 0; item < ITEMS; item++) {
                load.put(Keys.of(STOCK, warehouse, item), INITIAL_STOCK);
            }
        }
        for (int district = 0; district < districts; district++) {
            load.put(Keys.of(DISTRICT_PAID, district), 0).put(Keys.of(NEXT_ORDER, district), 1);
            for (int customer = 0; customer < CUSTOMERS; customer++) {
                load.put(Keys.of(CUSTOMER_BALANCE, district, customer), 0);
                load.put(Keys.of(CUSTOMER_DELIVERIES, district, customer), 0);
            }
        }
        return load.bodies();
    }

    @Override
    public Body next(SplittableRandom random) {
        return programs.draw(random).with(random);
    }

    private boolean newOrder(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int district = choice.draw(random);
        int customer = random.nextInt(CUSTOMERS);
        int order = read(client, Keys.of(NEXT_ORDER, district));
        write(client, Keys.of(NEXT_ORDER, district), order + 1);
        write(client, Keys.of(ORDER, district, order), customer);
        write(client, Keys.of(NEW_ORDER, district, order), customer);
        write(client, Keys.of(ORDERS_OF_CUSTOMER, district, newestFirst(customer, order)), order);
        int lines = LINES_MIN + random.nextInt(LINES_MAX - LINES_MIN + 1);
        for (int line = 0; line < lines; line++) {
            orderLine(client, random, district, lineOf(order, line));
        }
        return !isOneOfHundred(random); // the customer named an item that there is not
    }

    private void orderLine(KeyValueClient client, SplittableRandom random, int district, long line)
            throws CallFailedException {
        int item = random.nextInt(ITEMS);
        int quantity = 1 + random.nextInt(QUANTITY_MAX);
        int supplier = isOneOfHundred(random) ? random.nextInt(warehouses) : warehouse(district);
        int price = read(client, Keys.of(ITEM_PRICE, item));
        int stock = read(client, Keys.of(STOCK, supplier, item)) - quantity;
        write(client, Keys.of(STOCK, supplier, item), stock < STOCK_RESERVE ? stock + STOCK_DELIVERED : stock);
        write(client, Keys.of(ORDER_LINE, district, line), item + ITEMS * price * quantity);
    }

    /** A line holds its item and its amount. */
    static int amount(Content line) {
        return Values.number(line) / ITEMS;
    }

    private static int item(Content line) {
        return Values.number(line) % ITEMS;
    }

    private boolean payment(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int district = choice.draw(random);
        int home = random.nextInt(100) < 15 ? random.nextInt(districts) : district;
        int amount = 1 + random.nextInt(PAYMENT_MAX);
        add(client, Keys.of(WAREHOUSE_PAID, warehouse(district)), amount);
        add(client, Keys.of(DISTRICT_PAID, district), amount);
        add(client, Keys.of(CUSTOMER_BALANCE, home, random.nextInt(CUSTOMERS)), -amount);
        write(client, Keys.of(PAYMENT, district, payments.incrementAndGet()), amount);
        return true;
    }

    /** Delivers the oldest new order of each district of a warehouse. */
    private boolean delivery(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int first = warehouse(choice.draw(random)) * DISTRICTS_PER_WAREHOUSE;
        int carrier = random.nextInt(CARRIERS);
        for (int district = first; district < Math.min(first + DISTRICTS_PER_WAREHOUSE, districts); district++) {
            List<Item> oldest = client.iterate(Keys.of(NEW_ORDER, district), Keys.end(NEW_ORDER, district), 1)
                    .items();
            for (Item found : oldest) {
                client.delete(found.key());
                deliver(client, district, (int) Keys.child(found.key()), carrier);
            }
        }
        return true;
    }

    private void deliver(KeyValueClient client, int district, int order, int carrier) throws CallFailedException {
        int customer = read(client, Keys.of(ORDER, district, order));
        write(client, Keys.of(ORDER_CARRIER, district, order), carrier);
        int total = 0;
        for (Item line : lines(client, district, order, order + 1)) {
            write(client, Keys.of(LINE_DELIVERED, district, Keys.child(line.key())), carrier);
            total += amount(line.content());
        }
        add(client, Keys.of(CUSTOMER_BALANCE, district, customer), total);
        add(client, Keys.of(CUSTOMER_DELIVERIES, district, customer), 1);
    }

    private boolean orderStatus(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int district = choice.draw(random);
        int customer = random.nextInt(CUSTOMERS);
        read(client, Keys.of(CUSTOMER_BALANCE, district, customer));
        Value low = Keys.of(ORDERS_OF_CUSTOMER, district, (long) customer << ORDER_BITS);
        Value high = Keys.of(ORDERS_OF_CUSTOMER, district, (customer + 1L) << ORDER_BITS);
        for (Item newest : client.iterate(low, high, 1).items()) {
            int order = Values.number(newest.content());
            client.get(Keys.of(ORDER_CARRIER, district, order), false);
            lines(client, district, order, order + 1);
        }
        return true;
    }

    /** Looks at the stock of what the last orders of a district were about. */
    private boolean stockLevel(KeyValueClient client, SplittableRandom random) throws CallFailedException {
        int district = choice.draw(random);
        int next = read(client, Keys.of(NEXT_ORDER, district));
        Set<Integer> items = new TreeSet<>();
        for (Item line : lines(client, district, Math.max(0, next - ORDERS_WATCHED), next)) {
            items.add(item(line.content()));
        }
        for (int item : items) {
            client.get(Keys.of(STOCK, warehouse(district), item), false);
        }
        return true;
    }

    private static List<Item> lines(KeyValueClient client, int district, int fromOrder, int toOrder)
            throws CallFailedException {
        Value low = Keys.of(ORDER_LINE, district, lineOf(fromOrder, 0));
        Value high = Keys.of(ORDER_LINE, district, lineOf(toOrder, 0));
        return client.scan(low, high, false);
    }

    static long lineOf(int order, int line) {
        return (long) order << LINE_BITS | line;
    }

    private static long newestFirst(int customer, int order) {
        return ((customer + 1L) << ORDER_BITS) - 1 - order;
    }

    private static boolean isOneOfHundred(SplittableRandom random) {
        return random.nextInt(100) == 0;
    }

    private static int read(KeyValueClient client, Value key) throws CallFailedException {
        return Values.number(client.get(key, false));
    }

    private void write(KeyValueClient client, Value key, int number) throws CallFailedException {
        client.put(key, values.holding(number));
    }

    private void add(KeyValueClient client, Value key, int amount) throws CallFailedException {
        write(client, key, read(client, key) + amount);
    }

    @Override
    public Set<OpKind> operations() {
        return Set.of(OpKind.GET, OpKind.PUT, OpKind.DELETE, OpKind.SCAN, OpKind.ITERATE);
    }
}
