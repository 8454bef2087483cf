package io.bateleur.core.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OpenIdsTest {
    @Test
    void isAMap() {
        SplittableRandom random = new SplittableRandom(1);
        OpenIds open = new OpenIds();
        Map<Value, Integer> twin = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            long id = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(400);
            Value value = random.nextInt(5) == 0 ? Value.of("t" + id % 50) : Value.of(id);
            switch (random.nextInt(3)) {
                case 0 -> {
                    open.put(value, i);
                    twin.put(value, i);
                }
                case 1 -> {
                    open.remove(value);
                    twin.remove(value);
                }
                default -> assertThat(open.of(value)).isEqualTo(twin.getOrDefault(value, -1));
            }
        }
        List<Value> ids = new ArrayList<>(twin.keySet());
        ids.sort(null);
        assertThat(open.ids()).isEqualTo(ids);
    }
}
