package io.bateleur.recorder.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A class of ours and one of {@link Proxy} with the same interfaces: whoever gets their calls sees no difference. */
final class Twins {
    private final List<Class<?>> interfaces;
    private final SplittableRandom random;
    private final Skins skins;
    private final Object ours;
    private final Object proxy;

    private final List<Call> seen = new ArrayList<>();
    private @Nullable Object answer;

    private record Call(Method method, List<@Nullable Object> args) {}

    Twins(String name, ClassLoader loader, List<Class<?>> interfaces, long seed) {
        this.interfaces = interfaces;
        random = new SplittableRandom(seed);
        skins = new Skins(name, loader, interfaces, Receiver.class);
        ours = skins.on((method, args) -> meet(skins.methods().get(method), args));
        proxy = Proxy.newProxyInstance(
                loader, interfaces.toArray(Class<?>[]::new), (self, method, args) -> meet(method, args));
    }

    private @Nullable Object meet(Method method, @Nullable Object @Nullable [] args) {
        seen.add(new Call(method, args == null ? List.of() : Arrays.asList(args)));
        return answer;
    }

    /** All interfaces of a class that can be implemented, less those that others bring along. */
    static List<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            collect(each, all);
        }
        return all.stream()
                .filter(one -> all.stream().noneMatch(other -> other != one && one.isAssignableFrom(other)))
                .toList();
    }

    private static void collect(Class<?> type, Set<Class<?>> all) {
        for (Class<?> each : type.getInterfaces()) {
            if (Modifier.isPublic(each.getModifiers()) && each.getModule().isExported(each.getPackageName())) {
                all.add(each);
            }
            collect(each, all);
        }
    }

    /**
     * Calls every method of every interface on both.
     *
     * @return how many calls that were
     */
    int compare() throws Exception {
        List<Method> all = new ArrayList<>(List.of(
                Object.class.getMethod("equals", Object.class),
                Object.class.getMethod("hashCode"),
                Object.class.getMethod("toString")));
        for (Class<?> each : interfaces) {
            all.addAll(Stream.of(each.getMethods())
                    .filter(method -> !Modifier.isStatic(method.getModifiers()))
                    .toList());
        }
        for (Method method : all) {
            compare(method);
        }
        return all.size();
    }

    private void compare(Method method) throws Exception {
        Object[] args = Stream.of(method.getParameterTypes()).map(this::any).toArray();
        answer = any(method.getReturnType());
        seen.clear();
        Object got = method.invoke(ours, args);
        assertThat(method.invoke(proxy, args)).as("%s", method).isEqualTo(got);
        same(method, method.getReturnType(), got, answer);
        assertThat(seen).as("%s", method).hasSize(2);
        for (Call call : seen) {
            assertThat(call.args()).hasSameSizeAs(args);
            for (int i = 0; i < args.length; i++) {
                same(method, method.getParameterTypes()[i], call.args().get(i), args[i]);
            }
        }
        sameMethod(method, seen.get(0).method(), seen.get(1).method());
    }

    /** Of methods that differ in what they return alone, a proxy tells one for all; we tell the very one. */
    private void sameMethod(Method asked, Method told, Method byProxy) {
        assertThat(told.getName()).isEqualTo(asked.getName()).isEqualTo(byProxy.getName());
        assertThat(type(told)).isEqualTo(type(asked));
        assertThat(told.getParameterTypes()).isEqualTo(byProxy.getParameterTypes());
        if (interfaces.size() == 1 && type(told).equals(type(byProxy))) {
            assertThat(told).isEqualTo(byProxy);
        }
    }

    private static void same(Method method, Class<?> type, @Nullable Object is, @Nullable Object should) {
        if (type.isPrimitive()) {
            assertThat(is).as("%s", method).isEqualTo(should);
        } else {
            assertThat(is == should).as("the very object: %s", method).isTrue();
        }
    }

    private static MethodType type(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    }

    /** A value of a type; none where we know no way to make one. */
    private @Nullable Object any(Class<?> type) {
        if (type.isPrimitive()) {
            return primitive(type);
        }
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), random.nextInt(3));
        }
        if (type.isInterface() && Modifier.isPublic(type.getModifiers()) && !type.isSealed()) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, IDENTITY);
        }
        long number = random.nextLong();
        return Stream.of(
                        Long.toString(number),
                        BigDecimal.valueOf(number),
                        new java.sql.Date(number),
                        new java.sql.Time(number),
                        new java.sql.Timestamp(number),
                        Calendar.getInstance(),
                        Integer.class,
                        new Object())
                .filter(type::isInstance)
                .findFirst()
                .orElse(null);
    }

    private @Nullable Object primitive(Class<?> type) {
        return switch (type.getName()) {
            case "boolean" -> random.nextBoolean();
            case "byte" -> (byte) random.nextInt();
            case "char" -> (char) random.nextInt();
            case "short" -> (short) random.nextInt();
            case "int" -> random.nextInt();
            case "long" -> random.nextLong();
            case "float" -> (float) random.nextDouble();
            case "double" -> random.nextDouble();
            default -> null; // void
        };
    }

    private static final InvocationHandler IDENTITY = (self, method, args) -> switch (method.getName()) {
        case "equals" -> self == args[0];
        case "hashCode" -> System.identityHashCode(self);
        case "toString" -> "something";
        default -> throw new UnsupportedOperationException(method.toString());
    };
}
