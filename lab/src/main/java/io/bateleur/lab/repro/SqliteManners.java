package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.SqlLevel;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * SQLite: nobody waits, everybody is sent away as busy. That is a wait in a transcript, except where the session's snapshot is too old
 * to write: then waiting would be in vain.
 */
final class SqliteManners extends Manners {
    private static final int BUSY = 5;
    private static final int BUSY_SNAPSHOT = 517;
    private static final int CONSTRAINT = 19;
    private static final Set<Integer> UNIQUE = Set.of(1555, 2067);

    SqliteManners() {
        super("sqlite", "");
    }

    @Override
    String begin() {
        return "BEGIN";
    }

    @Override
    Optional<SqlLevel> onlyLevel() {
        return Optional.of(SqlLevel.SERIALIZABLE);
    }

    @Override
    String setLevel(java.sql.Connection connection, SqlLevel level) {
        return SqlLevel.SERIALIZABLE.word();
    }

    @Override
    boolean isBusy(SQLException e) {
        return e.getErrorCode() == BUSY && result(e) != BUSY_SNAPSHOT;
    }

    /** It has no SQLSTATEs: those that others have for the same are added. */
    @Override
    Set<String> codes(SQLException e) {
        Set<String> codes = super.codes(e);
        int result = result(e);
        codes.add(String.format(Locale.ROOT, "%04d", result));
        if (result == BUSY_SNAPSHOT) {
            codes.add("40001");
        } else if (UNIQUE.contains(result)) {
            codes.add("23505");
        } else if ((result & 0xff) == CONSTRAINT) {
            codes.add("23000");
        }
        return codes;
    }

    /** The extended result code, which only a method of the driver's own tells; {@code getErrorCode()} cuts it off. */
    private static int result(SQLException e) {
        try {
            Object code = e.getClass().getMethod("getResultCode").invoke(e);
            return code.getClass().getField("code").getInt(code);
        } catch (ReflectiveOperationException unknown) {
            return e.getErrorCode();
        }
    }

    /** A commit that was refused can be said again. */
    @Override
    boolean survivesCommit(SQLException e) {
        return true;
    }
}
