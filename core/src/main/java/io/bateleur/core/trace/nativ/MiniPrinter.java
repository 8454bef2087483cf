package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.Notation;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints histories, transactions and operations in the mini-language. */
final class MiniPrinter {
    private final History history;
    private final boolean showsTimes;

    MiniPrinter(History history) {
        this(history, true);
    }

    MiniPrinter(History history, boolean showsTimes) {
        this.history = history;
        this.showsTimes = showsTimes;
    }

    String print() {
        return lines().map(line -> line + "\n").collect(Collectors.joining());
    }

    void printTo(OutputStream out) throws IOException {
        for (String line : (Iterable<String>) lines()::iterator) {
            out.write(Value.utf8(line + "\n"));
        }
    }

    private Stream<String> lines() {
        return Stream.of(header(), transactions(), orders()).flatMap(lines -> lines);
    }

    Stream<String> transactions() {
        return history.transactions().stream().map(this::transaction);
    }

    private Stream<String> header() {
        Stream<String> about = history.about().entrySet().stream()
                .map(entry -> "about " + Notation.text(entry.getKey()) + "=" + entry.getValue());
        Stream<String> unique = history.uniqueValues() ? Stream.of("unique") : Stream.empty();
        Stream<String> idle = history.sessions().stream()
                .filter(session -> session.transactions().isEmpty())
                .map(session -> "session " + session);
        Stream<String> rows = history.initialRows().stream().map(MiniPrinter::rows);
        return Stream.of(about, unique, initial(), rows, idle).flatMap(lines -> lines);
    }

    private static String rows(TableRows rows) {
        List<Value> lists = new ArrayList<>();
        lists.add(Value.list(rows.columns().stream().<Value>map(Value::of).toList()));
        rows.rows().forEach(row -> lists.add(Value.list(row)));
        return "rows " + Notation.text(rows.table()) + ":" + Value.list(lists) + (rows.complete() ? "" : " more");
    }

    private Stream<String> initial() {
        if (history.initialState() == InitialState.ABSENT) {
            return Stream.empty();
        }
        if (history.initialState() == InitialState.UNKNOWN) {
            return Stream.of("initial unknown" + contents()
                    + history.initiallyAbsent().stream()
                            .map(key -> " " + key + ":_")
                            .collect(Collectors.joining()));
        }
        return Stream.of("initial" + contents());
    }

    private String contents() {
        return history.initialContents().entrySet().stream()
                .map(entry -> " " + entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining());
    }

    private Stream<String> orders() {
        return history.orderedKeys().stream()
                .map(key -> "order " + key + ":"
                        + history.versionOrder(key).orElseThrow().stream()
                                .map(writer -> " " + writer)
                                .collect(Collectors.joining()));
    }

    private String transaction(Transaction transaction) {
        StringBuilder line = new StringBuilder(transaction.id().toString());
        if (!transaction.session().name().equals(transaction.id())) {
            line.append('@').append(transaction.session().name());
        }
        transaction.level().ifPresent(level -> line.append(" level=").append(Notation.text(level)));
        line.append(timestamp(transaction.startTimestamp())).append(':');
        String begin = times(transaction.begin());
        line.append(begin.isEmpty() ? "" : " b" + begin);
        for (Operation operation : transaction.operations()) {
            line.append(' ').append(Notation.operation(operation)).append(times(operation.times()));
        }
        line.append(' ').append(Notation.ending(transaction.ending())).append(times(transaction.end()));
        return line.append(timestamp(transaction.commitTimestamp())).toString();
    }

    private String times(Optional<Interval> times) {
        return times.filter(t -> showsTimes)
                .map(t -> "@[" + t.before() + "," + t.after() + "]")
                .orElse("");
    }

    private static String timestamp(Optional<Timestamp> timestamp) {
        return timestamp.map(t -> " ts=" + t.physical() + "." + t.logical()).orElse("");
    }
}
