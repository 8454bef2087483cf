package io.bateleur.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> KNOWN = List.of("serializable", "postgres", "pg", "--level", "mysql", "sqlite");

    @Test
    void aThirdOfTheLettersMayBeWrong() {
        assertThat(Nearest.to("serialisable", KNOWN)).containsExactly("serializable");
        assertThat(Nearest.to("postgers", KNOWN)).containsExactly("postgres");
        assertThat(Nearest.to("mysq", KNOWN)).containsExactly("mysql");
        assertThat(Nearest.to("--levle", KNOWN)).containsExactly("--level");
    }

    @Test
    void whatIsFarAwayIsNotMeant() {
        assertThat(Nearest.to("oracle", KNOWN)).isEmpty();
        assertThat(Nearest.to("", KNOWN)).isEmpty();
        assertThat(Nearest.to("pq", KNOWN))
                .as("of two letters half would be wrong")
                .isEmpty();
    }
}
