package io.bateleur.sql.analyze;

import io.bateleur.z3.SmtTerm;

/** A value that is not known yet. @param isNull whether it is NULL; then the term says nothing */
record Symbol(ValueKind kind, SmtTerm term, SmtTerm isNull) {}
