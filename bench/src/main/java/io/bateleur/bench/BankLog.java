package io.bateleur.bench;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.nativ.EventWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The log of a bank on a database with strong snapshot isolation, simulated call by call: clients whose calls overlap, first updater wins.
 *
 * @param transactions that commit; some others are rolled back
 * @param accounts that are used
 * @param readOnly the share of transactions that only read
 * @param blind the share of the others that read nothing
 */
public record BankLog(int transactions, int clients, int accounts, double readOnly, double blind, long seed) {
    private static final String READ = "SELECT balance FROM accounts WHERE id = ?";
    private static final String ADD = "UPDATE accounts SET balance = balance + ? WHERE id = ?";
    private static final long INITIAL = 1_000_000;
    private static final int AMOUNT_MAX = 1000;
    private static final int CALL_MIN = 40_000;
    private static final int CALL_SPREAD = 120_000;

    /** The bank of the paper: 1000 accounts, a fifth only reads. */
    public static BankLog of(int transactions) {
        return new BankLog(transactions, 8, 1000, 0.2, 0.5, 1);
    }

    /** Writes it as a recorder would. */
    public void write(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            write(out);
        }
    }

    void write(OutputStream out) throws IOException {
        EventWriter writer = new EventWriter(out);
        Map<String, Value> about = new HashMap<>();
        about.put("engine", Value.of("PostgreSQL"));
        about.put("driver", Value.of("simulated"));
        about.put("isolation", Value.of("repeatable read"));
        about.put("sql complete", Value.of(true));
        writer.header(InitialState.ABSENT, false, about);
        writer.about(
                "sql table public.accounts",
                Value.list(Value.of("CREATE TABLE public.accounts (id bigint PRIMARY KEY, balance bigint NOT NULL)")));
        writer.about("tables at first", Value.list(Value.of("public.accounts")));
        new Run(writer).run();
        writer.finish();
    }

    /** A statement that a client is going to execute. */
    private record Step(int account, long amount) {
        boolean reads() {
            return amount == 0;
        }
    }

    private static final class Client {
        final Value session;
        final List<Step> steps = new ArrayList<>();
        final Map<Integer, Long> own = new HashMap<>();
        int done;
        long id;
        long snapshot;
        long sent;
        /** When the call that is going on takes effect. */
        long effect;

        Client(Value session) {
            this.session = session;
        }
    }

    private final class Run {
        private final EventWriter writer;
        private final SplittableRandom random = new SplittableRandom(seed);
        /** By account, the times and values of its versions; older ones than any snapshot needs are dropped. */
        private final long[][] times = new long[accounts][4];

        private final long[][] balances = new long[accounts][4];
        private final int[] versions = new int[accounts];
        private final Client[] lockedBy = new Client[accounts];
        private final PriorityQueue<Client> clients =
                new PriorityQueue<>(Comparator.comparingLong((Client each) -> each.effect));
        private long lastId;
        private int committed;

        Run(EventWriter writer) {
            this.writer = writer;
        }

        void run() throws IOException {
            long now = load();
            for (int i = 1; i <= clients(); i++) {
                Client client = new Client(Value.of("s" + i));
                begin(client, now + random.nextInt(CALL_SPREAD));
                clients.add(client);
            }
            while (committed < transactions) {
                Client client = clients.remove();
                happen(client);
                clients.add(client);
            }
        }

        private int clients() {
            return BankLog.this.clients;
        }

        private long load() throws IOException {
            long now = 1;
            writer.begin(++lastId, Value.of("load"), null, now, now + 1);
            for (int account = 0; account < accounts; account++) {
                versions[account] = 1;
                balances[account][0] = INITIAL;
                String insert = "INSERT INTO accounts (id, balance) VALUES (?, ?)";
                sql(lastId, insert, List.of(account, INITIAL), new SqlResult.Count(1L), now, now + 1);
                now += 2;
            }
            writer.end(lastId, Ending.COMMITTED, now, now + 1);
            return now + 2;
        }

        private void sql(long id, String text, List<? extends Number> parameters, SqlResult result, long from, long to)
                throws IOException {
            List<Value> values = parameters.stream()
                    .map(number -> Value.of(number.longValue()))
                    .toList();
            writer.sql(id, text, values, List.of(result), from, to);
        }

        private void begin(Client client, long sent) {
            client.steps.clear();
            client.own.clear();
            client.done = 0;
            client.id = ++lastId;
            int account = random.nextInt(accounts);
            if (random.nextDouble() < readOnly) {
                client.steps.add(new Step(account, 0));
            } else {
                boolean looks = random.nextDouble() >= blind;
                int other = (account + 1 + random.nextInt(Math.max(1, accounts - 1))) % accounts;
                long amount = 1L + random.nextInt(AMOUNT_MAX);
                if (looks) {
                    client.steps.add(new Step(account, 0));
                }
                client.steps.add(new Step(account, -amount));
                if (other != account && random.nextBoolean()) {
                    client.steps.add(new Step(other, amount));
                }
            }
            send(client, sent);
        }

        private void send(Client client, long sent) {
            client.sent = sent;
            client.effect = sent + CALL_MIN / 2 + random.nextInt(CALL_SPREAD);
        }

        /** The call that is going on takes effect, and the client sends the next one. */
        private void happen(Client client) throws IOException {
            long answered = client.effect + CALL_MIN / 2 + random.nextInt(CALL_SPREAD);
            long next = answered + 1 + random.nextInt(CALL_MIN);
            if (client.done == 0) {
                client.snapshot = client.effect;
                writer.begin(client.id, client.session, null, client.sent, answered);
            }
            if (client.done == client.steps.size()) {
                client.own.forEach((account, balance) -> commit(account, balance, client.effect));
                writer.end(client.id, Ending.COMMITTED, client.sent, answered);
                committed++;
                begin(client, next);
                return;
            }
            Step step = client.steps.get(client.done);
            int account = step.account;
            boolean taken = !step.reads()
                    && (lockedBy[account] != null && lockedBy[account] != client
                            || times[account][versions[account] - 1] > client.snapshot);
            if (taken) {
                SqlResult failure = new SqlResult.Failure("40001", "could not serialize access");
                sql(client.id, ADD, List.of(step.amount, account), failure, client.sent, answered);
                writer.end(client.id, Ending.ABORTED, next, next + 1000);
                client.own.keySet().forEach(each -> lockedBy[each] = null);
                begin(client, next + 2000);
                return;
            }
            if (step.reads()) {
                List<Value> row = List.of(Value.of(seen(client, account)));
                SqlResult rows = new SqlResult.Rows(List.of("balance"), List.of(row), true);
                sql(client.id, READ, List.of(account), rows, client.sent, answered);
            } else {
                lockedBy[account] = client;
                client.own.put(account, seen(client, account) + step.amount);
                sql(client.id, ADD, List.of(step.amount, account), new SqlResult.Count(1L), client.sent, answered);
            }
            client.done++;
            send(client, next);
        }

        private long seen(Client client, int account) {
            Long own = client.own.get(account);
            if (own != null) {
                return own;
            }
            int version = versions[account] - 1;
            while (version > 0 && times[account][version] > client.snapshot) {
                version--;
            }
            return balances[account][version];
        }

        private void commit(int account, long balance, long now) {
            lockedBy[account] = null;
            if (versions[account] == times[account].length) {
                forget(account);
            }
            times[account][versions[account]] = now;
            balances[account][versions[account]++] = balance;
        }

        /** Drops what no snapshot sees any more, or makes room. */
        private void forget(int account) {
            long oldest = Long.MAX_VALUE;
            for (Client each : clients) {
                oldest = Math.min(oldest, each.done == 0 ? each.effect : each.snapshot);
            }
            int first = versions[account] - 1;
            while (first > 0 && times[account][first] > oldest) {
                first--;
            }
            if (first == 0) {
                times[account] = Arrays.copyOf(times[account], 2 * versions[account]);
                balances[account] = Arrays.copyOf(balances[account], 2 * versions[account]);
                return;
            }
            int left = versions[account] - first;
            System.arraycopy(times[account], first, times[account], 0, left);
            System.arraycopy(balances[account], first, balances[account], 0, left);
            versions[account] = left;
        }
    }
}
