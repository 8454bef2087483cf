package io.bateleur.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TraceRelayTest {
    /** A method with a default that is not passed on would be lost without anybody noticing. */
    @Test
    void everythingIsPassedOn() throws Exception {
        for (Method method : TraceListener.class.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())) {
                assertThat(Arrays.stream(TraceRelay.class.getDeclaredMethods())
                                .filter(own -> own.getName().equals(method.getName()))
                                .anyMatch(own -> Arrays.equals(own.getParameterTypes(), method.getParameterTypes())))
                        .as(method.toString())
                        .isTrue();
            }
        }
    }
}
