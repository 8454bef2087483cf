package io.bateleur.recorder.jdbc;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A simple class as bytes, after chapter 4 of the Java Virtual Machine Specification: fields, and methods whose code runs straight from
 * start to end. Such code needs no stack maps, which would be most of the work.
 */
public final class ClassFile {
    static final int PUBLIC = 0x0001;
    static final int PRIVATE = 0x0002;
    static final int FINAL = 0x0010;

    private static final int SUPER = 0x0020;
    private static final int MAGIC = 0xCAFEBABE;
    private static final int JAVA_8 = 52;

    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;

    private final Map<List<Object>, Integer> constants = new HashMap<>();
    private final Bytes pool = new Bytes();
    private final Bytes fields = new Bytes();
    private final List<Code> methods = new ArrayList<>();
    private final String name;
    private final String extended;
    private final List<String> interfaces;
    private int fieldCount;

    /** A public final class. Names are as the machine has them, with slashes. */
    ClassFile(String name, String extended, List<String> interfaces) {
        this.name = name;
        this.extended = extended;
        this.interfaces = interfaces;
    }

    /** What the machine calls a class. */
    static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** How many places of the stack a value takes. */
    static int size(Class<?> type) {
        if (type == void.class) {
            return 0;
        }
        return type == long.class || type == double.class ? 2 : 1;
    }

    void field(int access, String field, Class<?> type) {
        fields.u2(access).u2(utf8(field)).u2(utf8(type.descriptorString())).u2(0);
        fieldCount++;
    }

    /** A public method, whose code is to be written then. */
    Code method(String method, MethodType type) {
        Code code = new Code(utf8(method), utf8(type.toMethodDescriptorString()), type);
        methods.add(code);
        return code;
    }

    byte[] bytes() {
        Bytes body = new Bytes();
        body.u2(PUBLIC | FINAL | SUPER).u2(type(name)).u2(type(extended));
        body.u2(interfaces.size());
        interfaces.forEach(each -> body.u2(type(each)));
        body.u2(fieldCount).all(fields);
        body.u2(methods.size());
        methods.forEach(each -> each.end(body));
        body.u2(0);
        // The constants come first in the file, but are all known only now.
        return new Bytes()
                .u4(MAGIC)
                .u4(JAVA_8)
                .u2(constants.size() + 1)
                .all(pool)
                .all(body)
                .toByteArray();
    }

    private int utf8(String text) {
        return constant(List.of(UTF8, text), () -> pool.u1(UTF8).utf(text));
    }

    private int type(String internal) {
        int text = utf8(internal);
        return constant(List.of(CLASS, text), () -> pool.u1(CLASS).u2(text));
    }

    private int member(int tag, String owner, String member, String descriptor) {
        return pair(tag, type(owner), pair(NAME_AND_TYPE, utf8(member), utf8(descriptor)));
    }

    private int pair(int tag, int left, int right) {
        return constant(List.of(tag, left, right), () -> pool.u1(tag).u2(left).u2(right));
    }

    private int constant(List<Object> key, Runnable write) {
        Integer known = constants.get(key);
        if (known != null) {
            return known;
        }
        write.run();
        constants.put(key, constants.size() + 1); // they are numbered from one
        return constants.size();
    }

    /** The code of a method; how deep its stack gets is counted on the way. */
    final class Code {
        private static final int ILOAD = 21;
        private static final int IRETURN = 172;
        private static final int RETURN = 177;

        private final int method;
        private final int descriptor;
        private final int locals;
        private final Bytes code = new Bytes();
        private int depth;
        private int deepest;

        private Code(int method, int descriptor, MethodType type) {
            this.method = method;
            this.descriptor = descriptor;
            this.locals = 1 + sizes(type); // the first one is "this"
        }

        private static int sizes(MethodType type) {
            return type.parameterList().stream().mapToInt(ClassFile::size).sum();
        }

        Code loadThis() {
            return load(Object.class, 0);
        }

        /** An argument: the first one is in place 1, the next one as many further as the first is large. */
        Code load(Class<?> type, int place) {
            code.u1(ILOAD + kind(type)).u1(place);
            return grown(size(type));
        }

        Code push(int number) {
            if (number != (short) number) {
                throw new IllegalArgumentException("more than a class can have: " + number);
            }
            if (number == (byte) number) {
                code.u1(16).u1(number); // bipush
            } else {
                code.u1(17).u2(number); // sipush
            }
            return grown(1);
        }

        Code dup() {
            code.u1(89);
            return grown(1);
        }

        Code pop() {
            code.u1(87);
            return grown(-1);
        }

        Code getStatic(String owner, String field, Class<?> type) {
            code.u1(178).u2(member(FIELD, owner, field, type.descriptorString()));
            return grown(size(type));
        }

        Code getField(String owner, String field, Class<?> type) {
            code.u1(180).u2(member(FIELD, owner, field, type.descriptorString()));
            return grown(size(type) - 1);
        }

        Code putField(String owner, String field, Class<?> type) {
            code.u1(181).u2(member(FIELD, owner, field, type.descriptorString()));
            return grown(-1 - size(type));
        }

        Code make(String type) {
            code.u1(187).u2(type(type));
            return grown(1);
        }

        /** An array of objects, as long as the number on the stack. */
        Code makeArray() {
            code.u1(189).u2(type("java/lang/Object"));
            return this;
        }

        Code storeInArray() {
            code.u1(83);
            return grown(-3);
        }

        Code cast(Class<?> type) {
            code.u1(192).u2(type(internal(type)));
            return this;
        }

        Code callVirtual(String owner, String called, MethodType type) {
            code.u1(182).u2(member(METHOD, owner, called, type.toMethodDescriptorString()));
            return called(type, 1);
        }

        Code callConstructor(String owner, MethodType type) {
            code.u1(183).u2(member(METHOD, owner, "<init>", type.toMethodDescriptorString()));
            return called(type, 1);
        }

        Code callStatic(String owner, String called, MethodType type) {
            code.u1(184).u2(member(METHOD, owner, called, type.toMethodDescriptorString()));
            return called(type, 0);
        }

        Code callInterface(String owner, String called, MethodType type) {
            code.u1(185).u2(member(INTERFACE_METHOD, owner, called, type.toMethodDescriptorString()));
            code.u1(1 + sizes(type)).u1(0);
            return called(type, 1);
        }

        /** Ends the method. */
        void leave(Class<?> type) {
            code.u1(type == void.class ? RETURN : IRETURN + kind(type));
        }

        private Code called(MethodType type, int self) {
            return grown(size(type.returnType()) - sizes(type) - self);
        }

        private Code grown(int by) {
            depth += by;
            deepest = Math.max(deepest, depth);
            return this;
        }

        /** In the order of the instructions that there is one of for each. */
        private static int kind(Class<?> type) {
            if (!type.isPrimitive()) {
                return 4;
            }
            if (type == long.class) {
                return 1;
            }
            if (type == float.class) {
                return 2;
            }
            return type == double.class ? 3 : 0;
        }

        private void end(Bytes file) {
            int head = 12; // stack, locals, the length of the code, and two empty tables
            file.u2(PUBLIC).u2(method).u2(descriptor).u2(1).u2(utf8("Code"));
            file.u4(head + code.size()).u2(deepest).u2(locals);
            file.u4(code.size()).all(code).u2(0).u2(0);
        }
    }

    /** Numbers of one, two and four bytes, the highest first. */
    private static final class Bytes extends ByteArrayOutputStream {
        Bytes u1(int number) {
            write(number);
            return this;
        }

        Bytes u2(int number) {
            return u1(number >> 8).u1(number);
        }

        Bytes u4(int number) {
            return u2(number >> 16).u2(number);
        }

        Bytes all(Bytes others) {
            writeBytes(others.toByteArray());
            return this;
        }

        /** In the encoding of class files, which is not quite UTF-8. */
        Bytes utf(String text) {
            try {
                new DataOutputStream(this).writeUTF(text);
                return this;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
