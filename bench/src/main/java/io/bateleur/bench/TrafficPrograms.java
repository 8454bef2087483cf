package io.bateleur.bench;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What the transactions of {@link Traffic} do: keys that they read and write, one after another. SmallBank's programs and shares are
 * those of lab.workload; of TPC-C new orders and payments only, 51 to 49, with rows of orders and payments that are used again.
 */
enum TrafficPrograms {
    SMALLBANK(200_000) {
        @Override
        void next(SplittableRandom random, Steps steps) {
            int one = 2 * random.nextInt(keys / 2);
            int other = 2 * random.nextInt(keys / 2);
            int share = random.nextInt(100);
            if (share < 15) { // amalgamate: savings are even, checking accounts odd
                steps.read(one)
                        .read(one + 1)
                        .write(one)
                        .write(one + 1)
                        .read(other + 1)
                        .write(other + 1);
            } else if (share < 30) {
                steps.read(one).read(one + 1);
            } else if (share < 45) {
                steps.read(one + 1).write(one + 1);
            } else if (share < 70) {
                steps.read(one + 1).write(one + 1).read(other + 1).write(other + 1);
            } else if (share < 85) {
                steps.read(one).write(one);
            } else {
                steps.read(one).read(one + 1).write(one + 1);
            }
        }
    },
    TPCC(64 + 640 + 64_000 + 1_000 + 64_000 + 64_000) {
        private static final int WAREHOUSES = 64;
        private static final int DISTRICTS = 640;
        private static final int PER_WAREHOUSE = 1_000;
        private static final int CUSTOMER = WAREHOUSES + DISTRICTS;
        private static final int ITEM = CUSTOMER + WAREHOUSES * PER_WAREHOUSE;
        private static final int STOCK = ITEM + PER_WAREHOUSE;
        private static final int ORDER = STOCK + WAREHOUSES * PER_WAREHOUSE;

        @Override
        void next(SplittableRandom random, Steps steps) {
            int warehouse = random.nextInt(WAREHOUSES);
            int district = WAREHOUSES + 10 * warehouse + random.nextInt(10);
            int customer = CUSTOMER + PER_WAREHOUSE * warehouse + random.nextInt(PER_WAREHOUSE);
            if (random.nextInt(100) < 49) {
                steps.read(warehouse).write(warehouse).read(district).write(district);
                steps.read(customer).write(customer).write(ORDER + random.nextInt(WAREHOUSES * PER_WAREHOUSE));
                return;
            }
            steps.read(warehouse).read(district).write(district).read(customer);
            int lines = 5 + random.nextInt(11);
            for (int line = 0; line < lines; line++) {
                int item = random.nextInt(PER_WAREHOUSE);
                int stock = STOCK + PER_WAREHOUSE * warehouse + item;
                steps.read(ITEM + item).read(stock).write(stock);
                steps.write(ORDER + random.nextInt(WAREHOUSES * PER_WAREHOUSE));
            }
        }
    };

    final int keys;

    TrafficPrograms(int keys) {
        this.keys = keys;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    abstract void next(SplittableRandom random, Steps steps);

    /** What one transaction is to do. */
    static final class Steps {
        final int[] keys = new int[80];
        final boolean[] writes = new boolean[80];
        int size;

        Steps read(int key) {
            return add(key, false);
        }

        Steps write(int key) {
            return add(key, true);
        }

        private Steps add(int key, boolean write) {
            keys[size] = key;
            writes[size++] = write;
            return this;
        }
    }
}
