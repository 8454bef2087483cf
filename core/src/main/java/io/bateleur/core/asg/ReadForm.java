package io.bateleur.core.asg;

import static io.bateleur.core.asg.ReadForm.Fact.ABSENCE;
import static io.bateleur.core.asg.ReadForm.Fact.PRESENCE;
import static io.bateleur.core.asg.ReadForm.Fact.VALUE;

import io.bateleur.core.model.History;
import java.util.EnumSet;
import java.util.Set;

/**
 * The forms in which a trace tells what a read saw at one key, and the facts that each carries. What carries none is no read. A
 * list that was read is taken apart element by element, by {@link ListLineage}.
 */
enum ReadForm {
    //                       in the mini-language
    /** A value. */
    VALUED(PRESENCE, VALUE), // r(x,1)   scan(a,z)=[x:1]
    /** A range returned the key; with which value the trace does not tell. */
    RETURNED(PRESENCE), //               scan(a,z)=[x:?]
    /** Nothing was there. */
    FOUND_NOTHING(ABSENCE), // r(x,_)    scan(a,z)=[x:_]
    /** Nothing was there but a tombstone. */
    TOMBSTONE(ABSENCE, VALUE), // r(x,_1) scan(a,z)=[x:_1]
    /** A range that holds the key did not return it. */
    UNRETURNED(ABSENCE), //              scan(a,z)=[]
    /** The answer of a get is not known. */
    UNANSWERED(), // r(x,?)
    /** Of this key the range tells nothing. */
    UNTOLD(); //                         scan(a,z)=[x:??]

    /** What a read can say of the version that it saw. Which version that was, a range's version set may tell besides. */
    enum Fact {
        /** It was live. */
        PRESENCE,
        /** It was dead. */
        ABSENCE,
        /** It held this value, or this tombstone. */
        VALUE
    }

    private final Set<Fact> facts;

    ReadForm(Fact... facts) {
        EnumSet<Fact> all = EnumSet.noneOf(Fact.class);
        all.addAll(Set.of(facts));
        this.facts = all;
    }

    /** How a get tells what it saw. */
    static ReadForm ofGet(History history, int operation) {
        int value = history.value(operation);
        return value == History.UNKNOWN ? UNANSWERED : of(value, history.isDead(operation));
    }

    /** How a range tells of one of its items. */
    static ReadForm ofItem(History history, int operation, int item) {
        int value = history.itemValue(operation, item);
        if (value == History.UNTOLD) {
            return UNTOLD;
        }
        boolean dead = item >= history.liveItems(operation);
        return value == History.UNKNOWN && !dead ? RETURNED : of(value, dead);
    }

    private static ReadForm of(int value, boolean dead) {
        return !dead ? VALUED : value >= 0 ? TOMBSTONE : FOUND_NOTHING;
    }

    boolean tells(Fact fact) {
        return facts.contains(fact);
    }

    boolean tellsNothing() {
        return facts.isEmpty();
    }
}
