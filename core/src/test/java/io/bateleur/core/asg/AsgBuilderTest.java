package io.bateleur.core.asg;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg.Fate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class AsgBuilderTest {

    @Nested
    class Writes {
        @Test
        void aTransactionInstallsTheLastOfEachKeyOnly() {
            AsgText graph = AsgText.of("T1: w(x,1) w(y,2) w(x,3) c", "T2: r(x,3) c");
            assertThat(graph.writes()).containsExactlyInAnyOrder("T1 x", "T1 y");
            assertThat(graph.reads()).containsExactly("T2 x=3 <- T1");
        }

        @Test
        void whoWroteWhatIsFoundByTransactionAndByKey() {
            Asg asg = AsgText.of("T1: w(x,1) c", "T2: w(y,1) d(x) c", "T3: w(y,2) a")
                    .asg();
            assertThat(asg.writeOf(0, 0)).isEqualTo(asg.writeOfKey(asg.firstOfKey(0)));
            assertThat(asg.writeOf(0, 1)).isEqualTo(-1);
            assertThat(asg.firstOfKey(1) - asg.firstOfKey(0)).isEqualTo(2);
            assertThat(asg.firstOfKey(2) - asg.firstOfKey(1)).isEqualTo(1);
            int delete = asg.writeOf(1, 0);
            assertThat(asg.isDeadWrite(delete)).isTrue();
            assertThat(asg.writeTransaction(delete)).isEqualTo(1);
            assertThat(asg.writeKey(delete)).isEqualTo(0);
            assertThat(asg.history().kind(asg.writeOperation(delete)).word()).isEqualTo("delete");
        }

        @Test
        void whatAbortedInstallsNothing() {
            AsgText graph = AsgText.of("T1: w(x,1) a", "T2: w(x,2) c");
            assertThat(graph.writes()).containsExactly("T2 x");
            assertThat(graph.fated(Fate.GONE)).containsExactly("T1");
        }
    }

    @Nested
    class Gets {
        @Test
        void seeTheOnlyWriterOfAValue() {
            AsgText graph = AsgText.of("T1: w(x,1) c", "T2: w(x,2) c", "T3: r(x,1) r(x,2) c");
            assertThat(graph.reads()).containsExactly("T3 x=1 <- T1", "T3 x=2 <- T2");
            assertThat(graph.asg().isSettled(0)).isTrue();
        }

        @Test
        void mayHaveSeenAnyOfSeveralWritersOfAValue() {
            AsgText graph =
                    AsgText.of("initial x:1", "T1: w(x,1) c", "T2: w(x,1) c", "T3: w(x,1) r(y,_) c", "T4: r(x,1) c");
            assertThat(graph.reads()).containsExactly("T3 y=_ <- initial", "T4 x=1 <- initial T1 T2 T3");
            assertThat(graph.asg().isSettled(1)).isFalse();
        }

        @Test
        void doNotSeeWhatTheirOwnTransactionWritesLater() {
            AsgText graph = AsgText.of("T1: w(x,1) c", "T2: r(x,1) w(x,1) c");
            assertThat(graph.reads()).containsExactly("T2 x=1 <- T1");
            assertThat(AsgText.of("T2: r(x,1) w(x,1) c").badReads()).containsExactly("future-read T2");
        }

        @Test
        void ofAbsentKeysSawTheBeginningOrADelete() {
            AsgText graph = AsgText.of("T1: w(x,1) c", "T2: d(x) c", "T3: d(x) c", "T4: r(x,_) r(y,_) c");
            assertThat(graph.reads()).containsExactly("T4 x=_ <- initial T2 T3", "T4 y=_ <- initial");
            assertThat(graph.asg().sawDead(0)).isTrue();
            assertThat(graph.asg().isPredicateRead(0)).isFalse();
        }

        @Test
        void ofAbsentKeysThatWereThereAtFirstSawADelete() {
            assertThat(AsgText.of("initial x:5", "T1: d(x) c", "T2: r(x,_) c").reads())
                    .containsExactly("T2 x=_ <- T1");
            assertThat(AsgText.of("initial x:5", "T2: r(x,_) c").badReads()).containsExactly("unwritten-read T2");
        }

        @Test
        void areMatchedByTombstonesWhereBothSidesTellOne() {
            AsgText graph = AsgText.of("T1: d(x,7) c", "T2: d(x,8) c", "T3: d(x) c", "T4: r(x,_7) c", "T5: r(x,_) c");
            assertThat(graph.reads()).containsExactly("T4 x=_ <- T1 T3", "T5 x=_ <- initial T1 T2 T3");
            assertThat(AsgText.of("T1: d(x,7) c", "T2: r(x,_9) c").badReads()).containsExactly("unwritten-read T2");
        }

        @Test
        void whoseAnswerIsNotKnownSayNothing() {
            assertThat(AsgText.of("T1: w(x,1) c", "T2: r(x,?) c").reads()).isEmpty();
        }

        @Test
        void ofTransactionsThatAbortedSayNothing() {
            AsgText graph = AsgText.of("T1: r(x,99) a");
            assertThat(graph.reads()).isEmpty();
            assertThat(graph.badReads()).isEmpty();
        }
    }

    @Nested
    class BadReads {
        @Test
        void areNamed() {
            assertThat(AsgText.of("T1: w(x,1) a", "T2: r(x,1) c").badReads()).containsExactly("G1a T2");
            assertThat(AsgText.of("T1: w(x,1) w(x,2) c", "T2: r(x,1) c").badReads())
                    .containsExactly("G1b T2");
            assertThat(AsgText.of("T1: w(x,1) d(x) c", "T2: r(x,1) c").badReads())
                    .containsExactly("G1b T2");
            assertThat(AsgText.of("T1: w(x,1) c", "T2: r(x,2) c").badReads()).containsExactly("unwritten-read T2");
            assertThat(AsgText.of("T1: w(x,1) r(x,2) c", "T2: w(x,2) c").badReads())
                    .containsExactly("internal T1");
        }

        @Test
        void oneGoodExplanationIsEnough() {
            AsgText graph = AsgText.of("T1: w(x,1) a", "T2: w(x,1) w(x,2) c", "T3: w(x,1) c", "T4: r(x,1) c");
            assertThat(graph.badReads()).isEmpty();
            assertThat(graph.reads()).containsExactly("T4 x=1 <- T3");
        }

        @Test
        void ofOneThatMayNotHaveHappenedAreNoFinding() {
            AsgText graph = AsgText.of("T1: r(x,9) w(y,1) u", "T2: w(y,1) c", "T3: r(y,1) c");
            assertThat(graph.badReads()).isEmpty();
            assertThat(graph.fated(Fate.POSSIBLE)).containsExactly("T1");
            assertThat(graph.asg().hasBadRead(0)).isTrue();
            assertThat(graph.asg().hasBadRead(1)).isFalse();
        }

        @Test
        void ofOneThatMustHaveHappenedAreOne() {
            AsgText graph = AsgText.of("T1: r(x,9) w(y,1) u", "T3: r(y,1) c");
            assertThat(graph.fated(Fate.GONE)).isEmpty();
            assertThat(graph.badReads()).containsExactly("unwritten-read T1");
        }

        @Test
        void areToldUpToALimit() {
            StringBuilder reads = new StringBuilder("T1:");
            for (int i = 0; i < 150; i++) {
                reads.append(" r(x,").append(i).append(')');
            }
            assertThat(AsgText.of(reads + " c").badReads()).hasSize(100);
        }
    }

    @Nested
    class OwnReads {
        private static final String[] OWN = {"T1: w(x,1) c", "T2: w(x,2) r(x,2) c"};
        private static final String[] OTHER = {"T1: w(x,1) c", "T2: w(x,2) r(x,1) c"};

        @Test
        void mustBeOfTheOwnWrite() {
            assertThat(AsgText.of(OwnWrites.MUST, OWN).reads()).isEmpty();
            assertThat(AsgText.of(OwnWrites.MUST, OWN).badReads()).isEmpty();
            assertThat(AsgText.of(OwnWrites.MUST, OTHER).badReads()).containsExactly("internal T2");
            assertThat(AsgText.of("T1: w(x,1) d(x) r(x,_) c").badReads()).isEmpty();
            assertThat(AsgText.of("T1: w(x,1) d(x) r(x,1) c").badReads()).containsExactly("internal T1");
        }

        @Test
        void mustBeOfSomebodyElse() {
            assertThat(AsgText.of(OwnWrites.EXTERNAL, OWN).badReads()).containsExactly("future-read T2");
            assertThat(AsgText.of(OwnWrites.EXTERNAL, OTHER).reads()).containsExactly("T2 x=1 <- T1");
            assertThat(AsgText.of(OwnWrites.EXTERNAL, "T1: w(x,1) c", "T2: w(x,2) r(x,_) c")
                            .reads())
                    .containsExactly("T2 x=_ <- initial");
        }

        @Test
        void mayBeOfEither() {
            assertThat(AsgText.of(OwnWrites.EITHER, OWN).reads()).isEmpty();
            assertThat(AsgText.of(OwnWrites.EITHER, OTHER).reads()).containsExactly("T2 x=1 <- T1");
            assertThat(AsgText.of(OwnWrites.EITHER, OTHER).badReads()).isEmpty();
        }

        @Test
        void ofAnOwnWriteWhoseValueIsNotToldSeeItWhateverItIs() {
            assertThat(AsgText.of("T1: w(x,?) r(x,5) c").badReads()).isEmpty();
            assertThat(AsgText.of("T1: w(x,?) r(x,5) c").reads()).isEmpty();
            assertThat(AsgText.of("T1: w(x,?) r(x,_) c").badReads()).containsExactly("internal T1");
        }

        @Test
        void byRangesFollowTheSameRule() {
            assertThat(AsgText.of("T1: w(x,1) scan(a,z)=[x:1] c").reads()).isEmpty();
            assertThat(AsgText.of("T1: w(x,1) scan(a,z)=[] c").badReads()).containsExactly("internal T1");
            assertThat(AsgText.of("T1: w(x,1) scan(a,z)=[] d(x) c").badReads()).containsExactly("internal T1");
            assertThat(AsgText.of("T1: w(x,1) c", "T2: d(x) scan(a,z)=[] c").badReads())
                    .isEmpty();
        }
    }

    @Nested
    class Ranges {
        private static final String ABC = "T1: w(a,1) w(b,2) w(c,3) c";

        @Test
        void sawItemsAndTheAbsenceOfOtherKeys() {
            AsgText graph = AsgText.of(ABC, "T2: scan(a,c)=[a:1] c");
            assertThat(graph.reads()).containsExactly("T2 a=1 <- T1", "T2 b=_ (range) <- initial");
        }

        @Test
        void withoutBoundsCoverAllKeys() {
            assertThat(AsgText.of(ABC, "T2: scan(*,*)=[] c").reads()).hasSize(3);
            assertThat(AsgText.of(ABC, "T2: scan(b,*)=[] c").reads())
                    .containsExactly("T2 b=_ (range) <- initial", "T2 c=_ (range) <- initial");
            assertThat(AsgText.of(ABC, "T2: scan(*,b)=[] c").reads()).containsExactly("T2 a=_ (range) <- initial");
        }

        @Test
        void sayNothingOfKeysThatNeverLived() {
            assertThat(AsgText.of("T1: d(a) c", "T2: r(b,_) c", "T3: scan(*,*)=[] c")
                            .reads())
                    .containsExactly("T2 b=_ <- initial");
        }

        @Test
        void sawADeleteWhereAKeyWasThereAtFirst() {
            AsgText graph = AsgText.of("initial a:1", "T1: d(a) c", "T2: d(a) c", "T3: scan(a,b)=[] c");
            assertThat(graph.reads()).containsExactly("T3 a=_ (range) <- T1 T2");
            assertThat(AsgText.of("initial a:1", "T3: scan(a,b)=[] c").badReads())
                    .containsExactly("unwritten-read T3");
        }

        @Test
        void tellOfKeysUpToTheLastWhenTheyStopEarly() {
            assertThat(AsgText.of(ABC, "T2: iter(a,z)=[b:2,...] c").reads())
                    .containsExactly("T2 b=2 <- T1", "T2 a=_ (range) <- initial");
            assertThat(AsgText.of(ABC, "T2: iter(a,z)=[b:2] c").reads())
                    .containsExactly("T2 b=2 <- T1", "T2 a=_ (range) <- initial", "T2 c=_ (range) <- initial");
            assertThat(AsgText.of(ABC, "T2: iter(a,z)=[...] c").reads()).isEmpty();
        }

        @Test
        void readDeadItemsLikeSingleKeys() {
            AsgText graph = AsgText.of("T1: w(a,1) c", "T2: d(a,7) c", "T3: scan(a,b)=[a:_7] c");
            assertThat(graph.reads()).containsExactly("T3 a=_ <- T2");
            assertThat(graph.asg().isPredicateRead(0)).isFalse();
            assertThat(graph.asg().sawDead(0)).isTrue();
        }

        @Test
        void readDeadItemsOfKeysThatNeverLivedToo() {
            assertThat(AsgText.of("T1: d(a,1) c", "T2: d(a,2) c", "T3: scan(a,b)=[a:_1] c")
                            .reads())
                    .containsExactly("T3 a=_ <- T1");
            assertThat(AsgText.of("T1: d(a,1) c", "T3: scan(a,b)=[a:_5] c").badReads())
                    .containsExactly("unwritten-read T3");
        }

        @Test
        void returnNothingThatNobodyWrote() {
            assertThat(AsgText.of(ABC, "T2: scan(a,b)=[a:9] c").badReads()).containsExactly("unwritten-read T2");
            assertThat(AsgText.of(ABC, "T2: scan(a,b)=[a:??] c").reads()).isEmpty();
            assertThat(AsgText.of(ABC, "T2: scan(d,e)=[d:?] c").badReads()).containsExactly("unwritten-read T2");
        }

        @Test
        void areNarrowedByVersionSets() {
            String[] writers = {"T1: w(a,1) c", "T2: w(a,1) c", "T3: d(a) c"};
            assertThat(AsgText.of(writers[0], writers[1], writers[2], "T4: scan(a,b)=[a:1]{a@T2} c")
                            .reads())
                    .containsExactly("T4 a=1 <- T2");
            assertThat(AsgText.of(writers[0], writers[1], writers[2], "T4: scan(a,b)=[]{a@T3} c")
                            .reads())
                    .containsExactly("T4 a=_ (range) <- T3");
            assertThat(AsgText.of(writers[0], writers[1], writers[2], "T4: scan(a,b)=[]{a@_} c")
                            .reads())
                    .containsExactly("T4 a=_ (range) <- initial");
        }

        @Test
        void doNotBelieveVersionSetsThatCannotBe() {
            AsgText graph = AsgText.of("T1: w(a,1) c", "T2: w(a,2) c", "T4: scan(a,b)=[a:1]{a@T2} c");
            assertThat(graph.reads()).containsExactly("T4 a=1 <- T1");
            assertThat(graph.asg().warnings()).hasSize(1).first().asString().contains("version set", "T4");
        }
    }

    @Nested
    class Lists {
        private static final String ONE = "T1: a(x,1) c";
        private static final String TWO = "T2: a(x,2) c";

        @Test
        void tellTheVersionByTheirLastElementAndTheOrderByAll() {
            AsgText graph = AsgText.of(ONE, "T2: a(x,2) a(x,3) c", "T3: l(x,[1,2,3]) c", "T4: l(x,[1]) c");
            assertThat(graph.reads()).containsExactly("T3 x=[1,2,3] <- T2", "T4 x=[1] <- T1");
            assertThat(graph.known()).containsExactly("x: T1 < T2");
        }

        @Test
        void thatAreEmptyOrAbsentAreTheBeginning() {
            AsgText graph = AsgText.of(ONE, "T2: l(x,[]) l(x,_) c");
            assertThat(graph.reads()).containsExactly("T2 x=[] <- initial", "T2 x=_ <- initial");
            assertThat(graph.asg().sawDead(0)).isTrue();
            assertThat(graph.known()).isEmpty();
        }

        @Test
        void whatNobodySawCameAfterwards() {
            assertThat(AsgText.of(ONE, TWO, "T3: a(x,3) c", "T4: l(x,[2]) c").known())
                    .containsExactly("x: T2 < T1", "x: T2 < T3");
        }

        @Test
        void beginWithWhatWasThereAtFirst() {
            AsgText graph = AsgText.of("initial x:[8,9]", ONE, "T2: l(x,[8,9]) c", "T3: l(x,[8,9,1]) c");
            assertThat(graph.reads()).containsExactly("T2 x=[8,9] <- initial", "T3 x=[8,9,1] <- T1");
            assertThat(AsgText.of("initial x:[8,9]", ONE, "T3: l(x,[8,1]) c").badReads())
                    .containsExactly("unwritten-read T3");
            assertThat(AsgText.of("initial x:[8,9]", ONE, "T3: l(x,[]) c").badReads())
                    .containsExactly("unwritten-read T3");
        }

        @Test
        void endWithTheReadersOwnAppends() {
            AsgText graph = AsgText.of(ONE, "T2: a(x,2) l(x,[1,2]) a(x,3) l(x,[1,2,3]) c");
            assertThat(graph.reads()).containsExactly("T2 x=[1,2] <- T1", "T2 x=[1,2,3] <- T1");
            assertThat(graph.known()).containsExactly("x: T1 < T2");
            assertThat(AsgText.of(ONE, "T2: a(x,2) l(x,[1]) c").badReads()).containsExactly("internal T2");
            assertThat(AsgText.of(OwnWrites.EXTERNAL, ONE, "T2: a(x,2) l(x,[1]) c")
                            .reads())
                    .containsExactly("T2 x=[1] <- T1");
            assertThat(AsgText.of(OwnWrites.EITHER, ONE, "T2: a(x,2) l(x,[1]) c")
                            .reads())
                    .containsExactly("T2 x=[1] <- T1");
        }

        @Test
        void doNotShowTheReadersLaterAppends() {
            assertThat(AsgText.of(ONE, "T2: l(x,[1,2]) a(x,2) c").badReads()).containsExactly("future-read T2");
        }

        @Test
        void showAppendsAsAWhole() {
            String both = "T1: a(x,1) a(x,2) c";
            assertThat(AsgText.of(both, "T2: l(x,[1]) c").badReads()).containsExactly("G1b T2");
            assertThat(AsgText.of(both, "T2: l(x,[2]) c").badReads()).containsExactly("G1b T2");
            assertThat(AsgText.of(both, "T2: l(x,[2,1]) c").badReads()).containsExactly("G1b T2");
            assertThat(AsgText.of(both, "T3: a(x,3) c", "T2: l(x,[1,3,2]) c").badReads())
                    .containsExactly("G1b T2");
        }

        @Test
        void showNothingThatNobodyAppended() {
            assertThat(AsgText.of(ONE, "T2: l(x,[1,7]) c").badReads()).containsExactly("unwritten-read T2");
            assertThat(AsgText.of("T1: a(x,1) a", "T2: l(x,[1]) c").badReads()).containsExactly("G1a T2");
            assertThat(AsgText.of("T1: a(x,1) a", TWO, "T3: l(x,[1,2]) c").badReads())
                    .containsExactly("G1a T3", "dirty-update T3");
            assertThat(AsgText.of(ONE, "T2: l(x,[1,1]) c").badReads()).containsExactly("duplicate-elements T2");
        }

        @Test
        void agreeWithEachOther() {
            AsgText graph = AsgText.of(ONE, TWO, "T3: l(x,[1,2]) c", "T4: l(x,[2]) c");
            assertThat(graph.badReads()).containsExactly("incompatible-order T4");
            assertThat(graph.known()).containsExactly("x: T1 < T2");
            assertThat(AsgText.of(ONE, TWO, "T3: l(x,[2]) c", "T4: l(x,[1,2]) c")
                            .badReads())
                    .containsExactly("incompatible-order T4");
        }

        @Test
        void leaveGapsWhereTheyDoNotTellEnough() {
            assertThat(AsgText.of(ONE, "T2: a(x,1) c", "T3: l(x,[1]) c").asg().gaps())
                    .singleElement()
                    .asString()
                    .contains("more than once");
            assertThat(AsgText.of("T1: a(x,?) c", "T2: l(x,[1]) c").asg().gaps())
                    .hasSize(1);
            assertThat(AsgText.of("initial unknown", ONE, "T2: l(x,[1]) c")
                            .asg()
                            .gaps())
                    .hasSize(1);
            assertThat(AsgText.of(ONE, "T2: w(x,[5]) c").asg().gaps()).hasSize(1);
            assertThat(AsgText.of(ONE, "T2: r(x,[1]) c").asg().gaps()).hasSize(1);
            assertThat(AsgText.of(ONE, "T2: scan(a,z)=[x:[1]] c").asg().gaps()).hasSize(1);
            assertThat(AsgText.of("T1: w(x,5) c", "T2: l(x,5) c").asg().gaps()).hasSize(1);
        }

        /** The 1 that T1 read may be T2's, where reads may return either. */
        @Test
        void leaveAGapWhereOwnAppendsLookLikeOthers() {
            String[] lines = {"initial x:[0]", "T1: a(x,1) l(x,[0,1]) c", "T2: a(x,1) c"};
            assertThat(AsgText.of(OwnWrites.EITHER, lines).asg().gaps()).hasSize(1);
            assertThat(AsgText.of(OwnWrites.MUST, lines).asg().gaps()).isEmpty();
            assertThat(AsgText.of(OwnWrites.EITHER, lines[0], lines[1]).asg().gaps())
                    .isEmpty();
        }
    }

    @Nested
    class UnknownEndings {
        @Test
        void thatNobodySawMakeNoDifference() {
            AsgText graph = AsgText.of("T1: r(x,9) w(x,1) u", "T2: w(x,2) c");
            assertThat(graph.fated(Fate.GONE)).containsExactly("T1");
            assertThat(graph.writes()).containsExactly("T2 x");
            assertThat(graph.badReads()).isEmpty();
        }

        @Test
        void thatSomebodyMustHaveSeenHappened() {
            AsgText graph = AsgText.of("T1: w(x,1) u", "T2: r(x,1) w(y,1) u", "T3: r(y,1) c");
            assertThat(graph.fated(Fate.HAPPENED)).containsExactly("T1", "T2", "T3");
        }

        @Test
        void thatSomebodyMayHaveSeenArePossible() {
            AsgText graph = AsgText.of(
                    "T1: w(x,1) u",
                    "T2: w(x,1) c",
                    "T3: r(x,1) w(y,1) u",
                    "T4: w(y,1) c",
                    "T5: r(y,1) c",
                    "T6: r(z,_) u");
            assertThat(graph.fated(Fate.POSSIBLE)).containsExactly("T1", "T3");
            assertThat(graph.fated(Fate.GONE)).containsExactly("T6");
            assertThat(graph.reads()).containsExactly("T3 x=1 <- T1 T2", "T5 y=1 <- T3 T4");
        }

        @Test
        void ofReadersThatAreGoneDoNotCount() {
            assertThat(AsgText.of("T1: w(x,1) u", "T2: r(x,1) u").fated(Fate.GONE))
                    .containsExactly("T1", "T2");
        }

        @Test
        void whoseDeletesMayHaveBeenSeenArePossible() {
            AsgText graph = AsgText.of("T1: d(x) u", "T2: r(x,_) c");
            assertThat(graph.fated(Fate.POSSIBLE)).containsExactly("T1");
        }

        @Test
        void inAHintedVersionOrderHappened() {
            AsgText graph = AsgText.of("T1: w(x,1) u", "T2: w(x,2) c", "order x: T1 T2");
            assertThat(graph.fated(Fate.HAPPENED)).containsExactly("T1", "T2");
            assertThat(graph.known()).containsExactly("x: T1 < T2");
        }

        /** Its element was seen, though another one's version was: it was taken for one that makes no difference. */
        @Test
        void whoseAppendIsInsideAListThatWasReadHappened() {
            AsgText graph = AsgText.of("T1: r(y,9) a(x,1) u", "T2: a(x,2) c", "T3: l(x,[1,2]) c");
            assertThat(graph.fated(Fate.HAPPENED)).containsExactly("T1", "T2", "T3");
            assertThat(graph.known()).containsExactly("x: T1 < T2");
            assertThat(graph.badReads()).containsExactly("unwritten-read T1");
        }

        /** T1 appended nothing that was seen: what looks like it was there at first, or is the reader's own. */
        @Test
        void whoseAppendLooksLikeWhatWasSeenAreGone() {
            assertThat(AsgText.of("initial x:[1]", "T1: a(x,1) u", "T2: l(x,[1]) c")
                            .fated(Fate.GONE))
                    .containsExactly("T1");
            assertThat(AsgText.of("T1: a(x,1) u", "T2: a(x,1) l(x,[1]) c").fated(Fate.GONE))
                    .containsExactly("T1");
            assertThat(AsgText.of("T1: a(x,1) u", "T2: a(x,?) l(x,[1]) c").fated(Fate.GONE))
                    .containsExactly("T1");
        }

        @Test
        void ofWhichNobodySawTheAppendAreGone() {
            AsgText graph = AsgText.of("T1: a(x,1) u", "T2: a(x,2) c", "T3: l(x,[2]) c");
            assertThat(graph.fated(Fate.GONE)).containsExactly("T1");
            assertThat(graph.known()).isEmpty();
        }

        /** What one saw who may not have happened was held against those who had. */
        @Test
        void doNotBearWitnessAgainstOthers() {
            AsgText graph = AsgText.of(
                    "T1: a(x,1) c",
                    "T2: a(x,2) c",
                    "T3: l(x,[1,2]) w(y,1) u",
                    "T4: w(y,1) c",
                    "T5: r(y,1) c",
                    "T6: l(x,[2,1]) c");
            assertThat(graph.fated(Fate.POSSIBLE)).containsExactly("T3");
            assertThat(graph.badReads()).isEmpty();
            assertThat(graph.known()).containsExactly("x: T2 < T1");
            assertThat(graph.asg().hasBadRead(2)).isTrue();
            assertThat(graph.asg().gaps()).isEmpty();
        }

        @Test
        void thatReadMoreOfAListThanOthersLeaveAGap() {
            AsgText graph = AsgText.of(
                    "T1: a(x,1) c",
                    "T2: a(x,2) c",
                    "T3: l(x,[1,2]) w(y,1) u",
                    "T4: w(y,1) c",
                    "T5: r(y,1) c",
                    "T6: l(x,[1]) c");
            assertThat(graph.known()).containsExactly("x: T1 < T2");
            assertThat(graph.asg().gaps()).singleElement().asString().contains("T3", "may not have happened");
        }

        @Test
        void thatHappenedBearWitnessLikeOthers() {
            AsgText graph = AsgText.of("T1: a(x,1) c", "T2: a(x,2) c", "T3: l(x,[1,2]) w(y,1) u", "T4: r(y,1) c");
            assertThat(graph.known()).containsExactly("x: T1 < T2");
            assertThat(graph.asg().gaps()).isEmpty();
        }
    }

    @Nested
    class Blanks {
        @Test
        void mayHaveBeenSeenByAnyRead() {
            AsgText graph = AsgText.of("T1: w(x,?) c", "T2: w(x,1) c", "T3: r(x,1) c", "T4: r(x,5) c");
            assertThat(graph.reads()).containsExactly("T3 x=1 <- T2 T1", "T4 x=5 <- T1");
            assertThat(graph.asg().hasBlanks()).isTrue();
            assertThat(graph.asg().hasBlankCandidate(0)).isTrue();
            assertThat(graph.asg().isBlank(0, graph.asg().candidate(0))).isFalse();
            assertThat(graph.asg().isBlank(0, graph.asg().candidate(1))).isTrue();
        }

        @Test
        void areTheInitialVersionsWhereNothingIsKnownOfThem() {
            AsgText graph =
                    AsgText.of("initial unknown", "T1: w(x,1) c", "T2: r(x,5) c", "T3: r(x,_) c", "T4: r(x,1) c");
            assertThat(graph.reads()).containsExactly("T2 x=5 <- initial", "T3 x=_ <- initial", "T4 x=1 <- initial T1");
            assertThat(graph.asg().initialValue(0)).isEqualTo(io.bateleur.core.model.History.UNKNOWN);
            assertThat(graph.asg().isBlank(0, Asg.INITIAL)).isTrue();
        }

        @Test
        void areNotDeletes() {
            AsgText graph = AsgText.of("T1: d(x) c", "T2: r(x,_) c");
            assertThat(graph.asg().hasBlanks()).isFalse();
            assertThat(graph.asg().hasBlankCandidate(0)).isFalse();
            assertThat(AsgText.of("T1: w(x,?) c", "T2: r(x,_) c").reads()).containsExactly("T2 x=_ <- initial");
        }
    }

    @Nested
    class Hints {
        @Test
        void ofVersionOrdersAreKnown() {
            assertThat(AsgText.of("T1: w(x,1) c", "T2: w(x,2) c", "T3: w(x,3) c", "order x: T3 T1 T2")
                            .known())
                    .containsExactly("x: T3 < T1", "x: T1 < T2");
        }

        @Test
        void thatNameWhoInstalledNothingAreNotBelieved() {
            AsgText graph = AsgText.of("T1: w(x,1) c", "T2: w(x,2) a", "T3: w(x,3) c", "order x: T1 T2 T3");
            assertThat(graph.known()).containsExactly("x: T1 < T3");
            assertThat(graph.asg().warnings()).hasSize(1).first().asString().contains("version order of x", "T2");
        }
    }

    @Test
    void statementsLeaveAGap() {
        assertThat(AsgText.of("T1: sql(\"select 1\")=[[1]] c").asg().gaps())
                .singleElement()
                .asString()
                .contains("T1", "SQL");
        assertThat(AsgText.of("T1: sql(\"select 1\")=[[1]] a").asg().gaps()).isEmpty();
    }

    @Test
    void anEmptyHistoryHasAnEmptyGraph() {
        Asg asg = AsgText.of("session s1").asg();
        assertThat(asg.transactionCount()).isZero();
        assertThat(asg.writeCount()).isZero();
        assertThat(asg.readCount()).isZero();
    }
}
