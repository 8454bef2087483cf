package io.bateleur.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What an application may rely on when its transactions run one after another. */
final class InvariantsTest {
    private static Run run(String name) throws Exception {
        return Run.of(Workloads.of(name, Workloads.named(name).defaults()), 1, 2000, 1);
    }

    private static int number(Value value) {
        return Values.number(Content.live(value));
    }

    private static int sum(Map<Value, Value> rows) {
        return rows.values().stream().mapToInt(InvariantsTest::number).sum();
    }

    /** The second-lowest field of a key. */
    private static int parent(Value key) {
        return (int) (((Value.Int) key).value() >>> 32) & 0xFFFFFF;
    }

    /** How much a transaction changed each key that it read and then wrote. */
    private static Map<Value, Integer> changes(Transaction transaction) {
        Map<Value, Integer> first = new HashMap<>();
        Map<Value, Integer> changes = new HashMap<>();
        for (Operation operation : transaction.operations()) {
            int number = Values.number(operation.content());
            if (operation.kind() == OpKind.GET) {
                first.putIfAbsent(operation.key(), number);
            } else {
                changes.put(operation.key(), number - first.getOrDefault(operation.key(), 0));
            }
        }
        return changes;
    }

    private static List<Transaction> committed(Run run) {
        return run.history().transactions().stream()
                .filter(transaction -> transaction.ending() == Ending.COMMITTED)
                .filter(transaction -> !transaction.session().name().equals(Value.of("load")))
                .toList();
    }

    @Test
    void smallBankMovesMoneyBetweenCustomersWithoutLoss() throws Exception {
        Run run = run("smallbank");
        int paidInAndOut = 0;
        int moves = 0;
        for (Transaction transaction : committed(run)) {
            Map<Value, Integer> changes = changes(transaction);
            int change = changes.values().stream().mapToInt(Integer::intValue).sum();
            if (changes.size() > 1) {
                assertThat(change).as("%s", transaction.operations()).isZero();
                moves++;
            }
            paidInAndOut += change;
        }
        assertThat(moves).isPositive();
        int customers = Workloads.named("smallbank").defaults().keys();
        assertThat(sum(run.contents())).isEqualTo(2 * customers * SmallBank.INITIAL_BALANCE + paidInAndOut);
        assertThat(run.table(SmallBank.SAVINGS).values()).allMatch(balance -> number(balance) >= 0);
        assertThat(run.table(SmallBank.CHECKING)).hasSize(customers);
    }

    @Test
    void theBankTransfersMoneyWithoutLoss() throws Exception {
        Run run = run("bank");
        int paidInAndOut = 0;
        int transfers = 0;
        for (Transaction transaction : committed(run)) {
            Map<Value, Integer> changes = changes(transaction);
            int change = changes.values().stream().mapToInt(Integer::intValue).sum();
            if (changes.size() == 2 && changes.values().stream().anyMatch(part -> part > 0)) {
                assertThat(change).as("%s", transaction.operations()).isZero();
                transfers++;
            }
            paidInAndOut += change;
        }
        assertThat(transfers).isPositive();
        int accounts = Workloads.named("bank").defaults().keys();
        assertThat(sum(run.contents())).isEqualTo(accounts * Bank.INITIAL_BALANCE + paidInAndOut);
    }

    /** Consistency conditions of TPC-C: what was paid is booked thrice, and customers owe what they got and did not pay. */
    @Test
    void tpccBooksMoney() throws Exception {
        Run run = Run.of(Workloads.of("tpcc", new Settings(13, 1, 0, 0)), 1, 2000, 1);
        for (int warehouse = 0; warehouse < 2; warehouse++) {
            int booked = 0;
            for (Map.Entry<Value, Value> row : run.table(Tpcc.DISTRICT_PAID).entrySet()) {
                int district = parent(row.getKey());
                assertThat(sum(run.children(Tpcc.PAYMENT, district))).isEqualTo(number(row.getValue()));
                booked += Tpcc.warehouse(district) == warehouse ? number(row.getValue()) : 0;
            }
            assertThat(booked).isPositive().isEqualTo(sum(run.children(Tpcc.WAREHOUSE_PAID, warehouse)));
        }
        int delivered = 0;
        for (Value order : run.table(Tpcc.ORDER_CARRIER).keySet()) {
            delivered += amount(run, order);
        }
        assertThat(delivered).isPositive();
        assertThat(sum(run.table(Tpcc.CUSTOMER_BALANCE))).isEqualTo(delivered - sum(run.table(Tpcc.DISTRICT_PAID)));
        assertThat(sum(run.table(Tpcc.CUSTOMER_DELIVERIES)))
                .isEqualTo(run.table(Tpcc.ORDER_CARRIER).size());
    }

    private static int amount(Run run, Value order) {
        int district = parent(order);
        int number = (int) Keys.child(order);
        Value low = Keys.of(Tpcc.ORDER_LINE, district, Tpcc.lineOf(number, 0));
        Value high = Keys.of(Tpcc.ORDER_LINE, district, Tpcc.lineOf(number + 1, 0));
        return run.contents().subMap(low, true, high, false).values().stream()
                .mapToInt(line -> Tpcc.amount(Content.live(line)))
                .sum();
    }

    @Test
    void tpccNumbersOrdersWithoutGapsAndDeliversEachOnce() throws Exception {
        Run run = run("tpcc");
        for (Map.Entry<Value, Value> row : run.table(Tpcc.NEXT_ORDER).entrySet()) {
            int district = parent(row.getKey());
            int orders = run.children(Tpcc.ORDER, district).size();
            assertThat(number(row.getValue())).isEqualTo(orders + 1);
            assertThat(run.children(Tpcc.NEW_ORDER, district).size()
                            + run.children(Tpcc.ORDER_CARRIER, district).size())
                    .isEqualTo(orders);
        }
        assertThat(run.table(Tpcc.STOCK).values()).allMatch(stock -> number(stock) > 0);
    }

    @Test
    void entriesAndInodesOfTheFileSystemAgree() throws Exception {
        Run run = run("filesystem");
        Map<Value, Value> entries = run.table(FileSystem.ENTRY);
        List<Integer> entered = new ArrayList<>(
                entries.values().stream().map(InvariantsTest::number).toList());
        entered.add(FileSystem.ROOT);
        List<Integer> inodes = run.table(FileSystem.ATTRIBUTE).keySet().stream()
                .map(InvariantsTest::parent)
                .toList();
        assertThat(entered).hasSizeGreaterThan(5).containsExactlyInAnyOrderElementsOf(inodes);
        List<Integer> directories = new ArrayList<>(run.children(FileSystem.ENTRY, FileSystem.ROOT).values().stream()
                .map(InvariantsTest::number)
                .toList());
        directories.add(FileSystem.ROOT);
        for (int inode : inodes) {
            int attribute = sum(run.children(FileSystem.ATTRIBUTE, inode));
            int children = run.children(FileSystem.ENTRY, inode).size();
            assertThat(attribute).isEqualTo(directories.contains(inode) ? children : 1);
        }
    }

    @Test
    void coursesAreNotOverfullAndHaveStudentsThatExist() throws Exception {
        Run run = run("courseware");
        Set<List<Long>> byCourse = run.table(Courseware.BY_COURSE).keySet().stream()
                .map(key -> List.of((long) parent(key), Keys.child(key)))
                .collect(Collectors.toSet());
        Set<List<Long>> byStudent = run.table(Courseware.BY_STUDENT).keySet().stream()
                .map(key -> List.of(Keys.child(key), (long) parent(key)))
                .collect(Collectors.toSet());
        assertThat(byCourse).isNotEmpty().isEqualTo(byStudent);
        for (List<Long> enrolment : byCourse) {
            assertThat(run.contents()).containsKey(Keys.of(Courseware.COURSE, enrolment.get(0)));
            assertThat(run.contents()).containsKey(Keys.of(Courseware.STUDENT, enrolment.get(1)));
            assertThat(run.children(Courseware.BY_COURSE, enrolment.get(0)).size())
                    .isLessThanOrEqualTo(Courseware.PLACES);
        }
    }

    @Test
    void whoFollowsIsFollowed() throws Exception {
        Run run = run("twitter");
        List<Value> mirrored = run.table(Twitter.FOLLOWERS).keySet().stream()
                .map(key -> Keys.of(Twitter.FOLLOWING, Keys.child(key), parent(key)))
                .toList();
        assertThat(mirrored)
                .isNotEmpty()
                .hasSameElementsAs(run.table(Twitter.FOLLOWING).keySet());
    }

    @Test
    void stocksOfTheAuctionHouseShrinkByWhatWasBoughtAndNicknamesAreTakenOnce() throws Exception {
        Run run = run("rubis");
        for (Map.Entry<Value, Value> item : run.table(Rubis.ITEM).entrySet()) {
            int bought = sum(run.children(Rubis.PURCHASE, parent(item.getKey())));
            assertThat(number(item.getValue())).isEqualTo(Rubis.INITIAL_STOCK - bought);
        }
        Map<Value, Value> users = run.table(Rubis.USER);
        assertThat(users.values().stream().map(InvariantsTest::number)).doesNotHaveDuplicates();
        assertThat(run.table(Rubis.NICKNAME)).hasSize(users.size());
    }
}
