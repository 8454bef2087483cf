package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An expression of a program: over parameters, variables and the columns of rows. */
public sealed interface Calculation {
    Calculation TRUE = new Constant(true);

    /** @param value a Long, BigDecimal, String or Boolean, or null for NULL */
    record Constant(@Nullable Object value) implements Calculation {
        @Override
        public String toString() {
            return value instanceof String text ? "'" + text.replace("'", "''") + "'" : String.valueOf(value);
        }
    }

    /** @param field a column of the row that the variable holds; empty: the variable itself */
    record Variable(String name, String field) implements Calculation {
        @Override
        public String toString() {
            return ":" + name + (field.isEmpty() ? "" : "." + field);
        }
    }

    /** @param source which of the tables of the statement */
    record ColumnOf(int source, String column) implements Calculation {
        @Override
        public String toString() {
            return column;
        }
    }

    /**
     * An operator.
     *
     * @param name {@code + - * / %}, {@code = <> < <= > >=}, {@code AND OR NOT}, {@code NULL?} (is null), {@code IN} (the first
     *     among the others), {@code COALESCE}, {@code CASE} (condition, result, ..., else), {@code -1} (negation), {@code ABS},
     *     {@code GREATEST}, {@code LEAST}, {@code ||}
     */
    record Operation(String name, List<Calculation> arguments) implements Calculation {
        public Operation {
            arguments = List.copyOf(arguments);
        }

        static Operation of(String name, Calculation... arguments) {
            return new Operation(name, List.of(arguments));
        }

        @Override
        public String toString() {
            return arguments.size() == 2 ? arguments.get(0) + " " + name + " " + arguments.get(1) : name + arguments;
        }
    }

    /** Whether a value is among those that a variable holds. */
    record Member(Calculation value, String set) implements Calculation {}

    /** Any of the values that a variable holds. */
    record Choose(String set) implements Calculation {}

    /** What is not understood; it may have any value. It depends on these columns. */
    record Opaque(String text, List<Calculation> uses) implements Calculation {
        public Opaque {
            uses = List.copyOf(uses);
        }
    }

    /** The parts right below. */
    default List<Calculation> parts() {
        if (this instanceof Operation operation) {
            return operation.arguments();
        }
        if (this instanceof Member member) {
            return List.of(member.value());
        }
        if (this instanceof Opaque opaque) {
            return opaque.uses();
        }
        return List.of();
    }

    /** This and all below. */
    default void each(Consumer<Calculation> visit) {
        visit.accept(this);
        parts().forEach(part -> part.each(visit));
    }

    /** The same with some parts replaced, the outermost first. */
    default Calculation with(UnaryOperator<Calculation> change) {
        Calculation changed = change.apply(this);
        if (changed != this) {
            return changed;
        }
        if (this instanceof Operation operation) {
            return new Operation(
                    operation.name(),
                    operation.arguments().stream()
                            .map(each -> each.with(change))
                            .toList());
        }
        if (this instanceof Member member) {
            return new Member(member.value().with(change), member.set());
        }
        if (this instanceof Opaque opaque) {
            return new Opaque(
                    opaque.text(),
                    opaque.uses().stream().map(each -> each.with(change)).toList());
        }
        return this;
    }

    /** The terms of a conjunction. */
    default List<Calculation> conjuncts() {
        if (this instanceof Operation operation && operation.name().equals("AND")) {
            return operation.arguments().stream()
                    .flatMap(each -> each.conjuncts().stream())
                    .toList();
        }
        return equals(TRUE) ? List.of() : List.of(this);
    }

    static Calculation all(List<Calculation> terms) {
        return terms.isEmpty() ? TRUE : terms.size() == 1 ? terms.get(0) : new Operation("AND", terms);
    }

    /** The columns of one source that it speaks of. */
    default List<String> columns(int source) {
        List<String> columns = new ArrayList<>();
        each(part -> {
            if (part instanceof ColumnOf column && column.source() == source && !columns.contains(column.column())) {
                columns.add(column.column());
            }
        });
        return columns;
    }

    /** Whether it speaks of another source than this one. */
    default boolean usesOtherThan(int source) {
        boolean[] other = new boolean[1];
        each(part -> other[0] |= part instanceof ColumnOf column && column.source() != source);
        return other[0];
    }
}
