package io.bateleur.lab.store.rocksdb;

import io.bateleur.lab.store.EngineSettings;
import io.bateleur.lab.store.Table;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.StringAppendOperator;
import org.rocksdb.WriteOptions;

/** An open RocksDB: a column family of values, one of lists, and all handles that have to be given back. */
final class Columns {
    private final Deque<AutoCloseable> held = new ArrayDeque<>();
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final WriteOptions writes;

    Columns(EngineSettings settings) {
        writes = closeLater(new WriteOptions().setSync(settings.sync(false)));
    }

    /** The kinds of databases are opened by different methods. */
    interface Opening<D extends RocksDB> {
        D open(DBOptions options, String path, List<ColumnFamilyDescriptor> columns, List<ColumnFamilyHandle> handles)
                throws RocksDBException;
    }

    <D extends RocksDB> D open(Opening<D> opening, Path directory) {
        DBOptions options = closeLater(new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true));
        ColumnFamilyOptions plain = closeLater(new ColumnFamilyOptions());
        StringAppendOperator append = closeLater(new StringAppendOperator(','));
        ColumnFamilyOptions appending = closeLater(new ColumnFamilyOptions().setMergeOperator(append));
        List<ColumnFamilyDescriptor> columns = List.of(
                new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, plain),
                new ColumnFamilyDescriptor("lists".getBytes(StandardCharsets.US_ASCII), appending));
        try {
            Path data = Files.createDirectories(directory.resolve("data"));
            D database = closeLater(opening.open(options, data.toString(), columns, handles));
            handles.forEach(this::closeLater);
            return database;
        } catch (RocksDBException e) {
            close();
            throw new IllegalStateException("RocksDB does not open: " + e.getMessage(), e);
        } catch (IOException e) {
            close();
            throw new UncheckedIOException(e);
        }
    }

    /** Last in, first out: a database goes after its columns and before its options. */
    <T extends AutoCloseable> T closeLater(T handle) {
        held.push(handle);
        return handle;
    }

    WriteOptions writes() {
        return writes;
    }

    ColumnFamilyHandle of(Table table) {
        return handles.get(table.ordinal());
    }

    void close() {
        while (!held.isEmpty()) {
            try {
                held.pop().close();
            } catch (Exception e) {
                // The others still have to be closed, and this one is of no use any more.
            }
        }
    }
}
