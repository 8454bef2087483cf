package io.bateleur.lab.store;

import java.util.List;

/** SQL Server. Its locking reads are hints in the middle of a statement, which we do not write. */
final class SqlServerDialect extends Dialect {
    @Override
    String engine() {
        return "microsoft sql server";
    }

    @Override
    String textType() {
        return "VARCHAR(MAX)";
    }

    @Override
    String concatenation(String list, String element) {
        return "CONCAT(" + list + ", ',', " + element + ")";
    }

    @Override
    public boolean locksReads() {
        return false;
    }

    @Override
    String locking() {
        return "";
    }

    @Override
    public List<String> askLevel() {
        return List.of("SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID");
    }

    /** It answers with the level's number: 1 is read uncommitted, 4 serializable. */
    @Override
    public boolean isLevel(String answer, Isolation level) {
        return answer.strip().equals(Integer.toString(1 + levels().indexOf(level)));
    }
}
