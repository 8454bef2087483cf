package io.bateleur.core.check;

/** How well a toy store isolates transactions: which commits each read sees. */
enum SmallDiscipline {
    /** One transaction after the other. */
    SERIAL,
    /** What had been committed when the transaction began. */
    SNAPSHOT,
    /** What had been committed at some time before that. */
    OLD_SNAPSHOT,
    /** Any of the commits, with all that their transactions had seen. */
    CAUSES,
    /** Any of the commits. */
    WHOLE_COMMITS,
    /** What has been committed when it reads. */
    COMMITTED,
    /** What had been committed at some time before it reads. */
    OLD_COMMITTED,
    /** What has been written: each write is there at once. */
    UNCOMMITTED;

    /** What a transaction that begins will see. */
    long atBegin(ToyStore store, SmallRun run) {
        int commits = store.commits();
        return switch (this) {
            case OLD_SNAPSHOT -> ToyStore.firstCommits(run.random.nextInt(commits + 1));
            case CAUSES -> {
                long visible = 0;
                for (int commit = 0; commit < commits; commit++) {
                    visible |= run.oneIn(2) ? 1L << commit | store.seenBy(commit) : 0;
                }
                yield visible;
            }
            case WHOLE_COMMITS -> run.random.nextLong() & ToyStore.firstCommits(commits);
            default -> ToyStore.firstCommits(commits);
        };
    }

    /** What a read sees, of a transaction that began so. */
    long atRead(ToyStore store, SmallRun run, long atBegin) {
        return switch (this) {
            case SERIAL, COMMITTED, UNCOMMITTED -> ToyStore.firstCommits(store.commits());
            case OLD_COMMITTED -> ToyStore.firstCommits(run.random.nextInt(store.commits() + 1));
            default -> atBegin;
        };
    }
}
