package io.bateleur.app.cli;

import io.bateleur.sql.audit.AuditVerdict;

/** Prints what an audit found out about a file. */
interface AuditPrinter {
    void print(String file, AuditVerdict verdict, long millis);
}
