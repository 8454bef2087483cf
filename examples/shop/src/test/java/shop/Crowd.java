package shop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many buyers at once. */
final class Crowd {
    private static final int BUYERS = 8;
    private static final int EACH = 25;

    private Crowd() {}

    /** All buy the same item, so often each. */
    static void buy(Shop shop, int item) throws Exception {
        ExecutorService buyers = Executors.newFixedThreadPool(BUYERS);
        try {
            List<Callable<Void>> wishes = new ArrayList<>();
            for (int i = 0; i < BUYERS * EACH; i++) {
                wishes.add(() -> {
                    shop.buy(item);
                    return null;
                });
            }
            for (Future<Void> bought : buyers.invokeAll(wishes)) {
                bought.get();
            }
        } finally {
            buyers.shutdownNow();
        }
    }
}
