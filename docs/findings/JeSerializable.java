import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseConfig;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.Durability;
import com.sleepycat.je.Environment;
import com.sleepycat.je.EnvironmentConfig;
import com.sleepycat.je.LockConflictException;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import com.sleepycat.je.TransactionConfig;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Counts the keys that several committed serializable transactions each found absent and inserted. See je-serializable.md. */
public final class JeSerializable {
    private static final int THREADS = 4;
    private static final int ROUNDS = 1500;
    private static final int KEYS_OF_A_ROUND = 8;
    private static final TransactionConfig CONFIG =
            new TransactionConfig().setSerializableIsolation(true).setDurability(Durability.COMMIT_NO_SYNC);

    private final Environment environment;
    private final Database database;
    private final Map<Integer, Integer> inserters = new ConcurrentHashMap<>();

    private JeSerializable(Path directory) {
        EnvironmentConfig config = new EnvironmentConfig().setAllowCreate(true).setTransactional(true);
        environment = new Environment(directory.toFile(), config);
        database = environment.openDatabase(
                null, "records", new DatabaseConfig().setAllowCreate(true).setTransactional(true));
    }

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("je-serializable");
        try {
            new JeSerializable(directory).run();
        } finally {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    private void run() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int round = 0; round < ROUNDS; round++) {
            List<Callable<Void>> sessions = new ArrayList<>();
            for (int session = 0; session < THREADS; session++) {
                int first = round * KEYS_OF_A_ROUND;
                Random random = new Random(round * THREADS + session);
                sessions.add(() -> {
                    for (int i = 0; i < 20; i++) {
                        insert(first + random.nextInt(KEYS_OF_A_ROUND));
                    }
                    return null;
                });
            }
            threads.invokeAll(sessions);
        }
        threads.shutdown();
        database.close();
        environment.close();
        long broken = inserters.values().stream().filter(count -> count > 1).count();
        System.out.println(broken + " of " + inserters.size() + " keys were found absent by several that inserted them");
    }

    private void insert(int number) {
        DatabaseEntry key = new DatabaseEntry(ByteBuffer.allocate(4).putInt(number).array());
        Transaction transaction = environment.beginTransaction(null, CONFIG);
        try {
            boolean absent = database.get(transaction, key, new DatabaseEntry(), null) == OperationStatus.NOTFOUND;
            database.put(transaction, key, new DatabaseEntry(new byte[] {1}));
            transaction.commit();
            if (absent) {
                inserters.merge(number, 1, Integer::sum);
            }
        } catch (LockConflictException e) {
            transaction.abort();
        }
    }
}
