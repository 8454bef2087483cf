package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.ClassFile.internal;
import static java.lang.invoke.MethodType.methodType;

import io.bateleur.recorder.jdbc.Receiver.Skin;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A class with given interfaces, made at run time, whose objects hand every call to a receiver.
 *
 * <p>Like {@link java.lang.reflect.Proxy}, but a call that the receiver has a method of its own for goes to that method: nothing is boxed
 * and nothing is looked up. All others come with a number. Exceptions pass as they are, declared or not.
 */
final class Skins {
    private final List<Method> methods;
    private final Skin first;

    /** What makes a method of a class. The types are the very classes, because others may have the same names. */
    private record Signature(String name, MethodType type) {
        static Signature of(Method method) {
            return new Signature(method.getName(), methodType(method.getReturnType(), method.getParameterTypes()));
        }
    }

    /**
     * Makes a class.
     *
     * @param name of the class that is covered, to be seen in stack traces
     * @param driver what sees all the interfaces; it is held only as long as this object or one of the class is
     * @param straight what the receiver takes straight: its methods that one of the interfaces has too
     */
    Skins(String name, ClassLoader driver, List<Class<?>> interfaces, Class<?> straight) {
        Loader loader = new Loader(driver, straight);
        List<Class<?>> wanted = interfaces.stream().distinct().toList();
        Stream.concat(wanted.stream(), Stream.of(straight)).forEach(each -> check(each, loader));
        Map<Signature, Method> all = methods(wanted);
        methods = List.copyOf(all.values());
        String readable = name.substring(name.lastIndexOf('.') + 1).replaceAll("[^\\p{Alnum}_$]", "_");
        byte[] bytes = new Writer("bateleur/recorded/" + readable, wanted, straight).write(all.keySet());
        first = first(loader, bytes, straight, interfaces);
    }

    /** In the order of their numbers. Those that come straight have numbers too, which are never told. */
    List<Method> methods() {
        return methods;
    }

    /** An object whose calls the receiver gets. */
    Object on(Receiver receiver) {
        return first.bateleurAnother(receiver);
    }

    /** Who gets the calls to an object, or null if no class of ours made it. */
    static @Nullable Receiver receiver(@Nullable Object object) {
        return object instanceof Skin skin ? skin.bateleurReceiver() : null;
    }

    private static void check(Class<?> type, Loader loader) {
        if (!type.isInterface()
                || !Modifier.isPublic(type.getModifiers())
                || !type.getModule().isExported(type.getPackageName())) {
            throw new IllegalArgumentException(type.getName() + " cannot be implemented: it is not a public interface");
        }
        try {
            if (Class.forName(type.getName(), false, loader) != type) {
                throw new IllegalArgumentException(
                        type.getName() + " cannot be implemented: the driver's class loader sees another one");
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    type.getName() + " cannot be implemented: the driver's class loader does not see it", e);
        }
    }

    private static Map<Signature, Method> methods(List<Class<?>> interfaces) {
        Map<Signature, Method> all = new LinkedHashMap<>();
        for (Method method : Object.class.getMethods()) {
            if (!Modifier.isFinal(method.getModifiers())) {
                all.put(Signature.of(method), method);
            }
        }
        for (Class<?> each : interfaces) {
            for (Method method : declared(each)) {
                if (!Modifier.isStatic(method.getModifiers())) {
                    all.merge(Signature.of(method), method, Skins::special);
                }
            }
        }
        return all;
    }

    private static Method[] declared(Class<?> type) {
        try {
            return type.getMethods();
        } catch (LinkageError e) {
            throw new IllegalArgumentException(
                    type.getName() + " cannot be implemented: a class that its methods name is not there", e);
        }
    }

    /** The one that more is known of: what a driver's interface says of a method may be more than JDBC says. */
    private static Method special(Method known, Method other) {
        Class<?> declaring = known.getDeclaringClass();
        return declaring != Object.class && declaring.isAssignableFrom(other.getDeclaringClass()) ? other : known;
    }

    /** Nobody gets its calls: it makes the others. */
    private static Skin first(Loader loader, byte[] bytes, Class<?> straight, List<Class<?>> interfaces) {
        try {
            Class<?> made = loader.define(bytes);
            return (Skin) made.getConstructor(straight).newInstance(new Object[] {null});
        } catch (LinkageError e) {
            throw new IllegalArgumentException("no class can implement " + interfaces + " together", e);
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException("it is public", e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("it does nothing", e);
        }
    }

    /**
     * One for each class, so that it goes when the driver goes. It sees what the driver sees, but of the recorder this very copy: the
     * driver may see another one.
     */
    private static final class Loader extends ClassLoader {
        private final Map<String, Class<?>> ours;

        Loader(ClassLoader driver, Class<?> straight) {
            super(driver);
            ours = Stream.of(Receiver.class, Skin.class, straight)
                    .distinct()
                    .collect(Collectors.toMap(Class::getName, each -> each));
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> own = ours.get(name);
            return own != null ? own : super.loadClass(name, resolve);
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    /** What the class does. */
    private static final class Writer {
        private static final String RECEIVER = internal(Receiver.class);
        private static final String FIELD = "receiver";

        private final String self;
        private final Class<?> straight;
        private final Set<Signature> direct;
        private final ClassFile file;

        Writer(String self, List<Class<?>> interfaces, Class<?> straight) {
            this.self = self;
            this.straight = straight;
            this.direct = Arrays.stream(straight.getMethods())
                    .filter(each -> !Modifier.isStatic(each.getModifiers()))
                    .filter(each -> each.getDeclaringClass() != Receiver.class)
                    .map(Signature::of)
                    .collect(Collectors.toSet());
            this.file = new ClassFile(
                    self,
                    internal(Skin.class),
                    interfaces.stream().map(ClassFile::internal).toList());
        }

        byte[] write(Set<Signature> all) {
            file.field(ClassFile.PRIVATE | ClassFile.FINAL, FIELD, straight);
            constructor();
            skin();
            int number = 0;
            for (Signature each : all) {
                method(number++, each);
            }
            return file.bytes();
        }

        private void constructor() {
            ClassFile.Code code = file.method("<init>", methodType(void.class, straight));
            code.loadThis().callConstructor(internal(Skin.class), methodType(void.class));
            code.loadThis().load(straight, 1).putField(self, FIELD, straight);
            code.leave(void.class);
        }

        private void skin() {
            file.method("bateleurReceiver", methodType(Receiver.class))
                    .loadThis()
                    .getField(self, FIELD, straight)
                    .leave(Receiver.class);
            file.method("bateleurAnother", methodType(Object.class, Receiver.class))
                    .make(self)
                    .dup()
                    .load(Receiver.class, 1)
                    .cast(straight)
                    .callConstructor(self, methodType(void.class, straight))
                    .leave(Object.class);
        }

        private void method(int number, Signature method) {
            Class<?> answer = method.type().returnType();
            ClassFile.Code code = file.method(method.name(), method.type());
            code.loadThis().getField(self, FIELD, straight);
            if (direct.contains(method)) {
                int place = 1;
                for (Class<?> each : method.type().parameterList()) {
                    code.load(each, place);
                    place += ClassFile.size(each);
                }
                code.callInterface(internal(straight), method.name(), method.type());
            } else {
                code.push(number);
                box(code, method.type());
                code.callInterface(RECEIVER, "call", methodType(Object.class, int.class, Object[].class));
                unbox(code, answer);
            }
            code.leave(answer);
        }

        private static void box(ClassFile.Code code, MethodType type) {
            if (type.parameterCount() == 0) {
                code.getStatic(RECEIVER, "NONE", Object[].class);
                return;
            }
            code.push(type.parameterCount()).makeArray();
            int place = 1;
            for (int i = 0; i < type.parameterCount(); i++) {
                Class<?> each = type.parameterType(i);
                code.dup().push(i).load(each, place);
                if (each.isPrimitive()) {
                    Class<?> box = type.wrap().parameterType(i);
                    code.callStatic(internal(box), "valueOf", methodType(box, each));
                }
                code.storeInArray();
                place += ClassFile.size(each);
            }
        }

        private static void unbox(ClassFile.Code code, Class<?> type) {
            if (type == void.class) {
                code.pop();
            } else if (type.isPrimitive()) {
                Class<?> box = methodType(type).wrap().returnType();
                code.cast(box).callVirtual(internal(box), type.getName() + "Value", methodType(type));
            } else if (type != Object.class) {
                code.cast(type);
            }
        }
    }
}
