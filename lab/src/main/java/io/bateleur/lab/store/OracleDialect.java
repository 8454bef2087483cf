package io.bateleur.lab.store;

/** Oracle, whose SERIALIZABLE is a snapshot, and which has no question for a session's level. */
final class OracleDialect extends Dialect {
    @Override
    String engine() {
        return "oracle";
    }

    @Override
    String integerType() {
        return "NUMBER(19)";
    }

    @Override
    String textType() {
        return "VARCHAR2(4000)";
    }
}
