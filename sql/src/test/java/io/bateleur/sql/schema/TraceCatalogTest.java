package io.bateleur.sql.schema;

import static io.bateleur.sql.schema.CatalogTest.name;
import static io.bateleur.sql.schema.CatalogTest.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.sql.schema.BaseTable.Aspect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Catalogs of what traces tell. */
class TraceCatalogTest {
    private static final SqlTable PARENT = new SqlTable(
            "public.parent",
            List.of("id"),
            List.of(
                    new SqlTable.Column("id", "BIGINT", 19, 0, false),
                    new SqlTable.Column("stamp", "VARCHAR", 20, 0, true)),
            false,
            List.of("public.child"),
            List.of(List.of("stamp"), List.of("")));
    private static final SqlTable CHILD = new SqlTable(
            "public.child", List.of(), List.of(new SqlTable.Column("id", "BIGINT", 19, 0, false)), true, List.of());

    private static Map<String, Value> about() {
        Map<String, Value> about = new HashMap<>();
        about.put("engine", Value.of("PostgreSQL"));
        about.put("schema", Value.of("public"));
        about.put("table public.parent", PARENT.toValue());
        about.put("table public.child", CHILD.toValue());
        return about;
    }

    @Test
    void whatOlderTracesLeftOpenIsUnknown() {
        Catalog catalog = Catalog.of(about());
        BaseTable parent = table(catalog, "parent");

        assertThat(parent.key().columns()).containsExactly("id");
        assertThat(parent.columns().get(0).type().kind()).isEqualTo(DataType.Kind.INTEGER);
        assertThat(parent.columns().get(1).filled()).isEqualTo(TableColumn.Filled.UNKNOWN);
        assertThat(parent.uniques()).extracting(UniqueKey::isPlain).containsExactly(true, false);
        assertThat(parent.knows(Aspect.UNIQUES)).isTrue();
        assertThat(parent.knows(Aspect.CHECKS)).isFalse();
        assertThat(parent.hasTriggers()).isFalse();
        assertThat(table(catalog, "child").hasTriggers()).isTrue();
        assertThat(table(catalog, "child").knows(Aspect.UNIQUES)).isFalse();
        assertThat(catalog.referrers(parent)).singleElement().satisfies(referrer -> {
            assertThat(referrer.table().name()).hasToString("public.child");
            assertThat(referrer.reference().writes()).isTrue();
        });
    }

    @Test
    void definitionsCountMoreThanDescriptions() {
        Map<String, Value> about = about();
        about.put(
                "sql table public.child",
                Value.list(
                        Value.of("CREATE TABLE public.child (id bigint NOT NULL REFERENCES public.parent)"),
                        Value.of("CREATE UNIQUE INDEX one ON public.child (id)")));
        about.put("sql view other.v", Value.list(Value.of("CREATE VIEW other.v AS SELECT * FROM child")));
        Catalog catalog = Catalog.of(about);
        BaseTable child = table(catalog, "child");

        assertThat(child.unknown()).isEmpty();
        assertThat(child.uniques()).hasSize(1);
        assertThat(child.references().get(0).writes()).isFalse();
        assertThat(catalog.view(name("other", "v"), List.of("public"))).isPresent();
    }

    @Test
    void whereSessionsDifferNoPathIsKnown() {
        Map<String, Value> about = about();
        about.put("schema", Value.NULL);
        about.put("table other.parent", PARENT.toValue());
        Catalog catalog = Catalog.of(about);

        assertThat(catalog.table(name("parent"), catalog.path())).isEmpty();
        assertThat(catalog.table(name("child"), catalog.path())).isPresent();
        assertThat(catalog.possible(name("parent"))).hasSize(2);
    }
}
