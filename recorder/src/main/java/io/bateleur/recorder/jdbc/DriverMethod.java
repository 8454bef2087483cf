package io.bateleur.recorder.jdbc;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A public method that objects of a driver may or may not have, called by its name: none of its classes is ours. */
final class DriverMethod {
    private final Methods methods;
    /** Asked for often, mostly of objects of one class: what that has is kept. Both at once, since several threads may ask. */
    private volatile @Nullable Known known;

    private record Known(Class<?> type, @Nullable Method method) {}

    DriverMethod(String name, Class<?>... parameters) {
        this.methods = new Methods(name, parameters);
    }

    /** Looked for once in each class. */
    private static final class Methods extends ClassValue<Optional<Method>> {
        private final String name;
        private final Class<?>[] parameters;

        Methods(String name, Class<?>[] parameters) {
            this.name = name;
            this.parameters = parameters;
        }

        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            return Optional.ofNullable(find(type));
        }

        private @Nullable Method find(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                Method found = Stream.concat(Stream.of(each), Arrays.stream(each.getInterfaces()))
                        .filter(contract -> Modifier.isPublic(contract.getModifiers()))
                        .flatMap(contract -> Arrays.stream(contract.getMethods()))
                        .filter(method ->
                                method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameters))
                        .filter(method ->
                                Modifier.isPublic(method.getDeclaringClass().getModifiers()))
                        .findFirst()
                        .orElse(null);
                if (found != null) {
                    found.trySetAccessible(); // it is public anyway; this saves the look with every call
                    return found;
                }
            }
            return null;
        }
    }

    /** What the object answers; null when it has no such method, or that fails. */
    @Nullable
    Object ask(@Nullable Object object, Object... arguments) {
        if (object == null) {
            return null;
        }
        Known met = known;
        if (met == null || met.type != object.getClass()) {
            met = new Known(object.getClass(), methods.get(object.getClass()).orElse(null));
            known = met;
        }
        try {
            return met.method == null ? null : met.method.invoke(object, arguments);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return null;
        }
    }
}
