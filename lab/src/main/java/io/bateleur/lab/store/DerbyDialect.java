package io.bateleur.lab.store;

import java.util.List;

/** Derby: locks of rows and ranges. */
final class DerbyDialect extends Dialect {
    @Override
    String engine() {
        return "derby";
    }

    /** It would look for a deadlock after 20 seconds, and give up waiting after 60. */
    @Override
    public List<String> settle() {
        return List.of(
                "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.locks.deadlockTimeout', '1')",
                "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.locks.waitTimeout', '3')");
    }

    @Override
    String locking() {
        return " FOR UPDATE WITH RS";
    }

    @Override
    String limit(int rows) {
        return " FETCH FIRST " + rows + " ROWS ONLY";
    }

    @Override
    public List<String> askLevel() {
        return List.of("VALUES CURRENT ISOLATION");
    }

    @Override
    public boolean isLevel(String answer, Isolation level) {
        return answer.trim()
                .equals(
                        switch (level.sql()) {
                            case "READ UNCOMMITTED" -> "UR";
                            case "READ COMMITTED" -> "CS";
                            case "REPEATABLE READ" -> "RS";
                            default -> "RR";
                        });
    }
}
