package io.bateleur.core.replay;

import static io.bateleur.core.replay.Told.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Resolution;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class WitnessWriterTest {

    @Test
    void startsReadsAndCommitsInTheirOrder() throws IOException {
        Told told = told("T1: w(x,1) d(z) c", "T2: r(x,1) r(y,_) w(y,2) c", "T3: w(z,1) a", "T4: w(z,5) c");
        assertThat(written(told.order("T4 T1( T2( )T1 )T2").reads("T2", "x", "T1"), false))
                .isEqualTo("""
                        {"start":"T4"}
                        {"commit":"T4","writes":["z"]}
                        {"start":"T1"}
                        {"start":"T2"}
                        {"read":"T2","operation":0,"key":"x","from":"T1"}
                        {"read":"T2","operation":1,"key":"y","from":null}
                        {"commit":"T1","writes":["x","z"]}
                        {"commit":"T2","writes":["y"]}
                        """);
    }

    @Test
    void rangesTellWhatTheyMissed() throws IOException {
        Told told = told("T1: w(x,1) c", "T2: d(x) c", "T3: scan(a,z)=[] c").order("T1 T2 T3");
        assertThat(written(told, false)).contains("{\"read\":\"T3\",\"operation\":0,\"key\":\"x\",\"from\":\"T2\"}");
    }

    @Test
    void versionsOfEachKeyApart() throws IOException {
        Told told = told("T1: w(x,1) w(y,1) c", "T2: w(x,2) c", "T3: w(x,2) u", "T4: r(x,2) c")
                .order("T1 T2 T4");
        assertThat(written(told.versions("x", "T2", "T1", "T3"), true)).endsWith("""
                        {"versions":"x","writers":["T2","T1"]}
                        {"versions":"y","writers":["T1"]}
                        """);
    }

    @Test
    void keysAreSpeltAsInTraces() throws IOException {
        Told told = told("T1: w(\"a\\\"b\\\\\\n\",1) w(5,1) w(1.50,1) w(x'cafe',1) w([1,[x]],1) w(true,1) w(null,1) c")
                .order("T1");
        assertThat(written(told, false))
                .contains("[\"a\\\"b\\\\\\u000a\",5,1.50,{\"b64\":\"yv4=\"},[1,[\"x\"]],true,null]");
    }

    private static String written(Told told, boolean apart) throws IOException {
        Resolution all = told.witness();
        StringBuilder out = new StringBuilder();
        WitnessWriter.write(
                told.asg(), new Resolution(all.events(), all.sources(), apart ? all.versions() : new int[0]), out);
        return out.toString();
    }
}
