package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.jdbc.Wrapper.Action;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How objects of one class of a driver are wrapped: worked out once, because it is asked for with every statement. */
final class Shape {
    private static final Action<Wrapper> PASS = Wrapper::pass;
    private static final Action<Wrapper> EQUALS = (self, way, args) -> Wrapper.same(self, args[0]);

    private final Class<?> type;
    private final Skins skins;
    private final Function<Method, @Nullable Action<Wrapper>> find;
    /** By the numbers of methods; most of the hundreds are never called. */
    private final AtomicReferenceArray<@Nullable Passage> met;

    /** What an object is to us, whatever its class. */
    static final class Kind {
        private final ClassValue<Shape> shapes;

        /**
         * Of objects that have handlers of one class, which take no calls straight.
         *
         * @param find what to do for a method, or null to pass it on
         */
        static <W extends Wrapper> Kind of(Class<?> contract, Function<Method, @Nullable Action<W>> find) {
            return of(contract, Receiver.class, find);
        }

        /** @param straight the calls that handlers take straight */
        @SuppressWarnings("unchecked") // those handlers alone come with this kind
        static <W extends Wrapper> Kind of(
                Class<?> contract, Class<? extends Receiver> straight, Function<Method, @Nullable Action<W>> find) {
            return new Kind(contract, straight, method -> (Action<Wrapper>) find.apply(method));
        }

        private Kind(Class<?> contract, Class<?> straight, Function<Method, @Nullable Action<Wrapper>> find) {
            shapes = new ClassValue<>() {
                @Override
                protected Shape computeValue(Class<?> type) {
                    return new Shape(type, contract, straight, find);
                }
            };
        }

        Shape of(Class<?> type) {
            return shapes.get(type);
        }
    }

    private Shape(
            Class<?> type, Class<?> contract, Class<?> straight, Function<Method, @Nullable Action<Wrapper>> find) {
        ClassLoader loader = type.getClassLoader() == null ? Shape.class.getClassLoader() : type.getClassLoader();
        this.type = type;
        this.skins = new Skins(type.getName(), loader, interfaces(type, contract, loader), straight);
        this.find = find;
        this.met = new AtomicReferenceArray<>(skins.methods().size());
    }

    /** Whether it fits an object. */
    boolean isOf(Object real) {
        return real.getClass() == type;
    }

    /** All that others may call: a driver's own interfaces too, so that casts to them work. */
    private static List<Class<?>> interfaces(Class<?> type, Class<?> contract, ClassLoader loader) {
        Set<Class<?>> all = new LinkedHashSet<>(List.of(contract));
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            collect(each, all, loader);
        }
        // The most special ones alone: they bring the others along.
        List<Class<?>> needed = new ArrayList<>(all);
        needed.removeIf(one -> all.stream().anyMatch(other -> other != one && one.isAssignableFrom(other)));
        return needed;
    }

    private static void collect(Class<?> type, Set<Class<?>> all, ClassLoader loader) {
        for (Class<?> each : type.getInterfaces()) {
            if (Modifier.isPublic(each.getModifiers())
                    && each.getModule().isExported(each.getPackageName())
                    && isUsable(each, loader)) {
                all.add(each);
            }
            collect(each, all, loader);
        }
    }

    /** Others may lack what they name, and are left to the driver: what they extend is used in their place. */
    private static boolean isUsable(Class<?> type, ClassLoader loader) {
        try {
            Objects.requireNonNull(type.getMethods()); // which fails where a class is lacking
            return !type.isSealed() && Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** What to do for a method, by its number. */
    Passage way(int number) {
        Passage known = met.get(number);
        if (known == null) {
            Method method = skins.methods().get(number);
            known = new Passage(action(method), method);
            met.set(number, known);
        }
        return known;
    }

    private Action<Wrapper> action(Method method) {
        boolean equals = method.getName().equals("equals") && method.getDeclaringClass() == Object.class;
        Action<Wrapper> found = equals ? EQUALS : find.apply(method);
        return found == null ? PASS : found;
    }

    /** What the application gets in place of the real object. */
    Object skin(Wrapper receiver) {
        return skins.on(receiver);
    }
}
