package io.bateleur.lab.run;

import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import org.jspecify.annotations.Nullable;

/** What a program does with a database while no client works: make room, fill it, and look at it at the end. */
final class Alone<B> {
    private final Form<B> form;
    private final Silence silence;
    private volatile @Nullable Session<B> session;

    Alone(Form<B> form, Silence silence) {
        this.form = form;
        this.silence = silence;
    }

    void prepare() throws CallFailedException {
        require("prepare", form::prepare);
    }

    void load() throws CallFailedException {
        require(
                "load",
                () -> inSession("load", open -> {
                    for (B body : form.load()) {
                        transaction(open, body);
                    }
                }));
    }

    /** Reads everything, as far as the database answers. */
    void look() throws CallFailedException {
        attend("look", () -> inSession("look", open -> transaction(open, form.look())));
    }

    private void transaction(Session<B> open, B body) throws CallFailedException {
        open.begin();
        open.run(body);
        open.commit();
    }

    private interface Use<B> {
        void of(Session<B> open) throws CallFailedException;
    }

    private void inSession(String name, Use<B> use) throws CallFailedException {
        try (Session<B> open = form.open(Value.of(name), silence.caller(name))) {
            session = open;
            use.of(open);
            session = null;
        }
    }

    /** Does it, or throws when the database stops to answer. */
    void require(String name, Attended.Work work) throws CallFailedException {
        if (!attend(name, work)) {
            String words = silence.told().orElseThrow();
            throw new CallFailedException(words, Fate.UNKNOWN, true, new IllegalStateException(words));
        }
    }

    /** Whether the database answered until the end. */
    private boolean attend(String name, Attended.Work work) throws CallFailedException {
        Caller whole = silence.caller("the program"); // its call stands for all that nobody notes by itself
        Attended.Work noted = () -> whole.call(() -> name, () -> {
            work.run();
            return true;
        });
        boolean ended = Attended.ends(name, noted, silence::isTooLong);
        Session<B> left = session;
        if (!ended && left != null) {
            Attended.start("cut-off", left::cutOff);
        }
        return ended;
    }
}
