package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.jdbc.Wrapper.Action;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How objects of one class of a driver are wrapped: worked out once, because it is asked for with every statement. */
final class Shape {
    private final Constructor<?> constructor;
    private static final Action<Wrapper> PASS = Wrapper::pass;

    private final Map<Method, Action<Wrapper>> actions = new HashMap<>();
    /** By the very objects that the proxy brings, always the same ones: to compare names and types with every call is dear. */
    private volatile Map<Method, Passage> met = new IdentityHashMap<>();

    /** What an object is to us, whatever its class. */
    static final class Kind {
        private final ClassValue<Shape> shapes;

        /**
         * Of objects that have handlers of one class.
         *
         * @param find what to do for a method, or null to pass it on
         */
        @SuppressWarnings("unchecked") // those handlers alone come with this kind
        static <W extends Wrapper> Kind of(Class<?> contract, Function<Method, @Nullable Action<W>> find) {
            return new Kind(contract, method -> (Action<Wrapper>) find.apply(method));
        }

        private Kind(Class<?> contract, Function<Method, @Nullable Action<Wrapper>> find) {
            shapes = new ClassValue<>() {
                @Override
                protected Shape computeValue(Class<?> type) {
                    return new Shape(type, contract, find);
                }
            };
        }

        Shape of(Class<?> type) {
            return shapes.get(type);
        }
    }

    private Shape(Class<?> type, Class<?> contract, Function<Method, @Nullable Action<Wrapper>> find) {
        ClassLoader loader = type.getClassLoader() == null ? Shape.class.getClassLoader() : type.getClassLoader();
        Class<?>[] interfaces = interfaces(type, contract, loader);
        constructor = constructor(loader, interfaces);
        for (Class<?> each : interfaces) {
            for (Method method : each.getMethods()) {
                Action<Wrapper> action = Modifier.isStatic(method.getModifiers()) ? null : find.apply(method);
                if (action != null) {
                    actions.put(method, action);
                }
            }
        }
        identity();
    }

    private static Constructor<?> constructor(ClassLoader loader, Class<?>[] interfaces) {
        try {
            InvocationHandler nobody = (proxy, method, args) -> null;
            Constructor<?> found = Proxy.newProxyInstance(loader, interfaces, nobody)
                    .getClass()
                    .getConstructor(InvocationHandler.class);
            found.trySetAccessible(); // it is public anyway; this saves the look with every result
            return found;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every proxy has one", e);
        }
    }

    private void identity() {
        try {
            actions.put(
                    Object.class.getMethod("equals", Object.class), (self, way, args) -> Wrapper.same(self, args[0]));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every object has one", e);
        }
    }

    /** All that others may call: a driver's own interfaces too, so that casts to them work. */
    private static Class<?>[] interfaces(Class<?> type, Class<?> contract, ClassLoader loader) {
        Set<Class<?>> all = new LinkedHashSet<>(List.of(contract));
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            collect(each, all, loader);
        }
        // The most special ones alone: they bring the others along.
        List<Class<?>> needed = new ArrayList<>(all);
        needed.removeIf(one -> all.stream().anyMatch(other -> other != one && one.isAssignableFrom(other)));
        return needed.toArray(Class<?>[]::new);
    }

    private static void collect(Class<?> type, Set<Class<?>> all, ClassLoader loader) {
        for (Class<?> each : type.getInterfaces()) {
            if (Modifier.isPublic(each.getModifiers())
                    && each.getModule().isExported(each.getPackageName())
                    && isVisible(each, loader)) {
                all.add(each);
            }
            collect(each, all, loader);
        }
    }

    private static boolean isVisible(Class<?> type, ClassLoader loader) {
        try {
            return Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** What to do for a method that a proxy brings. */
    Passage way(Method method) {
        Passage known = met.get(method);
        return known != null ? known : meet(method);
    }

    private synchronized Passage meet(Method method) {
        Passage way = new Passage(actions.getOrDefault(method, PASS), method);
        Map<Method, Passage> more = new IdentityHashMap<>(met);
        more.put(method, way);
        met = more;
        return way;
    }

    Object proxy(Wrapper handler) {
        try {
            return constructor.newInstance(handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a proxy cannot be made", e);
        }
    }
}
