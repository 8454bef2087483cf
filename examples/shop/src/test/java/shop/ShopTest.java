package shop;

import io.bateleur.junit.Isolated;
import io.bateleur.junit.Recording;
import org.junit.jupiter.api.Test;

/** Fails when a sale was lost: cursor stability is the weakest level that forbids it. */
@Isolated(level = "cursor-stability", failUndecided = true)
class ShopTest {
    @Test
    void aCarefulShopLosesNoSale(Recording recording) throws Exception {
        try (Postgres postgres = Postgres.start()) {
            Shop shop = Shop.careful(recording.dataSource(postgres.dataSource()));
            shop.open(1, 150);
            Crowd.buy(shop, 1);
        }
    }
}
