package io.bateleur.sql.tree;

import java.util.List;

/** Writes statements that make, change and remove tables and other objects. */
final class DefinitionPrinter {
    private final Printer printer;
    private final Out out;

    DefinitionPrinter(Printer printer, Out out) {
        this.printer = printer;
        this.out = out;
    }

    void definition(Definition definition) {
        if (definition instanceof Definition.CreateTable table) {
            table(table);
        } else if (definition instanceof Definition.CreateView view) {
            out.add("CREATE")
                    .add(view.modifiers())
                    .when(view.materialized(), "MATERIALIZED")
                    .add("VIEW");
            out.when(view.ifNotExists(), "IF NOT EXISTS").name(view.name());
            names(view.columns());
            out.verbatim(view.options()).add("AS");
            printer.queries.query(view.query());
            out.verbatim(view.rest());
        } else if (definition instanceof Definition.CreateIndex index) {
            index(index);
        } else if (definition instanceof Definition.AlterTable alter) {
            out.add("ALTER").add(alter.modifiers()).add("TABLE").when(alter.ifExists(), "IF EXISTS");
            out.when(alter.only(), "ONLY").name(alter.table()).list(alter.alterations(), this::alteration);
        } else if (definition instanceof Definition.Drop drop) {
            out.add("DROP").add(drop.kind()).when(drop.ifExists(), "IF EXISTS");
            out.list(drop.names(), out::name).verbatim(drop.rest());
        } else if (definition instanceof Definition.Define define) {
            out.add(define.verb()).add(define.kind());
            if (define.name() != null) {
                out.name(define.name());
            }
            out.verbatim(define.rest());
        } else if (definition instanceof Definition.CreateRoutine routine) {
            routine(routine);
        } else if (definition instanceof Definition.CreateTrigger trigger) {
            boolean exists = trigger.modifiers().endsWith("IF NOT EXISTS");
            String modifiers =
                    exists ? trigger.modifiers().replace("IF NOT EXISTS", "").strip() : trigger.modifiers();
            out.add("CREATE")
                    .add(modifiers)
                    .add("TRIGGER")
                    .when(exists, "IF NOT EXISTS")
                    .name(trigger.name());
            out.verbatim(trigger.head()).add("ON").name(trigger.table()).verbatim(trigger.rest());
            trigger.body().forEach(printer::statement);
        } else if (definition instanceof Definition.CreateRule rule) {
            rule(rule);
        }
    }

    private void names(List<Name> names) {
        if (!names.isEmpty()) {
            out.names(names);
        }
    }

    private void table(Definition.CreateTable table) {
        boolean foreign = table.modifiers().endsWith("FOREIGN");
        String modifiers = foreign ? table.modifiers().replace("FOREIGN", "").strip() : table.modifiers();
        out.add("CREATE").add(modifiers).add(foreign ? "FOREIGN TABLE" : "TABLE");
        out.when(table.ifNotExists(), "IF NOT EXISTS").name(table.name());
        if (table.of() != null) {
            out.add("PARTITION OF").name(table.of());
        }
        if (table.like() != null) {
            out.add("LIKE").name(table.like());
        }
        boolean empty = table.elements().isEmpty() && table.of() == null && table.like() == null && table.as() == null;
        if (!table.elements().isEmpty() || empty && !table.options().has("OF")) {
            out.parentheses(table.elements(), this::element);
        }
        out.verbatim(table.options());
        if (table.as() != null) {
            out.add("AS");
            printer.statement(table.as());
        }
        out.verbatim(table.rest());
    }

    private void element(Definition.Element element) {
        if (element instanceof Definition.ColumnDefinition column) {
            out.add(column.name().written());
            if (column.type() != null) {
                printer.expressions.type(column.type());
            }
            column.constraints().forEach(this::element);
        } else if (element instanceof Definition.Constraint constraint) {
            if (constraint.name() != null) {
                out.add("CONSTRAINT").add(constraint.name().written());
            }
            rule(constraint.rule());
            out.verbatim(constraint.attributes());
        } else if (element instanceof Definition.TableIndex index) {
            out.add(index.words());
            if (index.name() != null) {
                out.add(index.name().written());
            }
            indexColumns(index.columns());
            out.verbatim(index.options());
        } else if (element instanceof Definition.Like like) {
            out.add("LIKE").name(like.table()).verbatim(like.options());
        }
    }

    private void indexColumns(List<Definition.IndexColumn> columns) {
        if (!columns.isEmpty()) {
            out.parentheses(columns, column -> {
                printer.expressions.operand(column.value());
                out.verbatim(column.words());
            });
        }
    }

    private void rule(Definition.Rule rule) {
        if (rule instanceof Definition.NotNull) {
            out.add("NOT NULL");
        } else if (rule instanceof Definition.Nulls) {
            out.add("NULL");
        } else if (rule instanceof Definition.PrimaryKey key) {
            out.add("PRIMARY KEY").verbatim(key.words());
            indexColumns(key.columns());
        } else if (rule instanceof Definition.Unique unique) {
            out.add("UNIQUE").verbatim(unique.words());
            indexColumns(unique.columns());
        } else if (rule instanceof Definition.Check check) {
            out.add("CHECK (");
            printer.expressions.any(check.condition());
            out.add(")");
        } else if (rule instanceof Definition.ForeignKey key) {
            if (!key.columns().isEmpty()) {
                out.add("FOREIGN KEY").verbatim(key.words());
                out.names(key.columns());
            }
            out.add("REFERENCES").name(key.table());
            names(key.key());
            out.verbatim(key.actions());
        } else if (rule instanceof Definition.DefaultValue value) {
            out.add("DEFAULT");
            printer.expressions.defaultValue(value.value());
        } else if (rule instanceof Definition.Generated generated) {
            out.add(generated.words()).add("AS (");
            printer.expressions.any(generated.value());
            out.add(")").add(generated.kind());
        } else if (rule instanceof Definition.Identity identity) {
            out.add(identity.words()).verbatim(identity.options());
        } else if (rule instanceof Definition.OtherRule other) {
            out.verbatim(other.words());
        }
    }

    private void index(Definition.CreateIndex index) {
        boolean mysql = !index.using().isEmpty() && printer.dialect == SqlDialect.MYSQL;
        out.add("CREATE").add(index.modifiers()).add("INDEX").add(index.words());
        out.when(index.ifNotExists(), "IF NOT EXISTS");
        if (index.name() != null) {
            out.name(index.name());
        }
        if (mysql) {
            out.verbatim(index.using());
        }
        out.add("ON").when(index.only(), "ONLY").name(index.table());
        if (!mysql) {
            out.verbatim(index.using());
        }
        indexColumns(index.columns());
        out.verbatim(index.options());
        printer.queries.clause("WHERE", index.where());
        out.verbatim(index.rest());
    }

    private void alteration(Definition.Alteration alteration) {
        if (alteration instanceof Definition.AddColumn add) {
            out.add("ADD").when(add.word(), "COLUMN").when(add.ifNotExists(), "IF NOT EXISTS");
            if (add.parentheses()) {
                out.parentheses(add.elements(), this::element);
            } else {
                element(add.elements().get(0));
            }
            out.verbatim(add.rest());
        } else if (alteration instanceof Definition.AddConstraint add) {
            out.add("ADD");
            element(add.constraint());
        } else if (alteration instanceof Definition.DropColumn drop) {
            out.add("DROP").when(drop.word(), "COLUMN").when(drop.ifExists(), "IF EXISTS");
            out.add(drop.name().written()).add(drop.words());
        } else if (alteration instanceof Definition.DropConstraint drop) {
            out.add("DROP CONSTRAINT").when(drop.ifExists(), "IF EXISTS");
            out.add(drop.name().written()).add(drop.words());
        } else if (alteration instanceof Definition.RenameTable rename) {
            out.add("RENAME TO").name(rename.to());
        } else if (alteration instanceof Definition.RenameColumn rename) {
            out.add("RENAME COLUMN").add(rename.from().written());
            out.add("TO").add(rename.to().written());
        } else if (alteration instanceof Definition.OtherAlteration other) {
            out.verbatim(other.words());
        }
    }

    private void routine(Definition.CreateRoutine routine) {
        out.add("CREATE").add(routine.modifiers()).add(routine.kind()).name(routine.name());
        out.verbatim(routine.head());
        if (routine.text() == null) {
            routine.body().forEach(printer::statement);
        } else {
            out.add("AS").add(routine.text().written());
        }
        out.verbatim(routine.rest());
    }

    private void rule(Definition.CreateRule rule) {
        out.add("CREATE").add(rule.modifiers()).add("RULE").add(rule.name().written());
        out.add("AS ON").add(rule.event()).add("TO").name(rule.table());
        printer.queries.clause("WHERE", rule.where());
        out.add("DO").add(rule.words());
        if (rule.body().isEmpty()) {
            out.add("NOTHING");
        } else {
            boolean several = rule.body().size() > 1;
            out.when(several, "(");
            for (int i = 0; i < rule.body().size(); i++) {
                out.when(i > 0, ";");
                printer.statement(rule.body().get(i));
            }
            out.when(several, ")");
        }
    }
}
