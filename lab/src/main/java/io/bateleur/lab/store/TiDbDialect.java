package io.bateleur.lab.store;

/**
 * TiDB, which speaks MySQL. Its repeatable read is a snapshot, but in pessimistic transactions, which are the default, writes and locking
 * reads see what is committed since, as in InnoDB.
 */
final class TiDbDialect extends InnoDbDialect {
    @Override
    String engine() {
        return "tidb";
    }
}
