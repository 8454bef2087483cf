package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bateleur.core.report.LevelReport;
import io.bateleur.junit.Isolated;
import io.bateleur.junit.Recording;
import org.junit.jupiter.api.Test;

/** PostgreSQL keeps what it promises by default, which is all that {@code @Isolated} alone asks for; the shop needs more. */
@Isolated
class CarelessShopTest {
    @Test
    void aCarelessShopLosesSales(Recording recording) throws Exception {
        try (Postgres postgres = Postgres.start()) {
            Shop shop = Shop.careless(recording.dataSource(postgres.dataSource()));
            shop.open(1, 150);
            Crowd.buy(shop, 1);
        }
        LevelReport verdict = recording.check("cursor-stability");
        assertEquals(LevelReport.Status.VIOLATED, verdict.status());
        assertEquals("lost-update", verdict.why().orElseThrow().name());
    }
}
