package io.bateleur.sql.lift;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Traces;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rows that a trace tells of before its first statement become initial contents, as far as statements touch them. */
class InitialCellsTest {
    private static final String HEADER = """
            {"bateleur":2,"initial":"unknown","about":{"engine":"H2","table PUBLIC.ITEM":[["key","ID"],\
            ["column","ID","%s",10,0,false],["column","STOCK","INTEGER",10,0,false],["triggers",false],["cascades"],["uniques"]],\
            "tables at first":["PUBLIC.ITEM"]}}
            """;

    private static final String STATEMENTS = """
            {"e":"begin","t":1,"s":"a","at":[1,2]}
            {"e":"sql","t":1,"q":"SELECT stock FROM item WHERE id = ?","params":[%s],"v":[["rows",["STOCK"],[[10]],true]],"at":[3,4]}
            {"e":"sql","t":1,"q":"SELECT stock FROM item WHERE id = ?","params":[%s],"v":[["rows",["STOCK"],[],true]],"at":[5,6]}
            {"e":"commit","t":1,"at":[7,8]}
            """;

    private static History lifted(String text) throws Exception {
        History recorded = Traces.read(Source.of("t", text.getBytes(StandardCharsets.UTF_8)), null)
                .history();
        return Lift.lift(recorded, Optional.empty()).history();
    }

    @Test
    void aRowIsThereWithItsCellsAndOthersAreNot() throws Exception {
        History lifted = lifted(HEADER.formatted("INTEGER")
                + "{\"e\":\"rows\",\"table\":\"PUBLIC.ITEM\",\"columns\":[\"ID\",\"STOCK\"],\"rows\":[[1,10],[3,30]]}\n"
                + STATEMENTS.formatted("1", "2"));

        assertThat(lifted.initialState()).isEqualTo(InitialState.UNKNOWN);
        assertThat(lifted.initialContents()).containsExactlyEntriesOf(Map.of(cell("STOCK", Value.of(1)), Value.of(10)));
        assertThat(lifted.initiallyAbsent()).containsExactly(cell("ID", Value.of(2)));
    }

    @Test
    void rowsThatAreNotCompleteSayNothing() throws Exception {
        History lifted = lifted(HEADER.formatted("INTEGER")
                + "{\"e\":\"rows\",\"table\":\"PUBLIC.ITEM\",\"columns\":[\"ID\",\"STOCK\"],\"rows\":[[1,10]],\"more\":true}\n"
                + STATEMENTS.formatted("1", "2"));

        assertThat(lifted.initialContents()).isEmpty();
        assertThat(lifted.initiallyAbsent()).isEmpty();
    }

    private static Value cell(String column, Value row) {
        return Value.list(Value.of("PUBLIC.ITEM"), Value.of(column), row);
    }
}
