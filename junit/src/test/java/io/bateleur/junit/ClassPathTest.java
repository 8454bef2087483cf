package io.bateleur.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Whoever tests with the extension does not get what only the analysis of programs needs. */
class ClassPathTest {
    @Test
    void hasNoZ3() {
        assertThatThrownBy(() -> Class.forName("com.microsoft.z3.Context")).isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> Class.forName("io.bateleur.z3.Smt")).isInstanceOf(ClassNotFoundException.class);
    }
}
