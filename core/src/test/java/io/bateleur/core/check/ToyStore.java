package io.bateleur.core.check;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A multi-version map that does what it is told, however wrong: chains of versions, of which a reader sees any that it asks for. */
final class ToyStore {
    static final int NOBODY = -1;

    /**
     * A link of a chain.
     *
     * @param content of a register, what it holds
     * @param elements of a list, what was appended
     */
    record Version(int writer, int commit, Content content, List<Value> elements) {}

    private final List<List<Version>> chains = new ArrayList<>();
    /** By key: everything that anybody ever wrote there, for reads that should not have been possible. */
    private final List<List<Content>> written = new ArrayList<>();

    private final List<Long> seenBy = new ArrayList<>();

    ToyStore(List<Content> initialContents, List<List<Value>> initialLists) {
        for (int key = 0; key < initialContents.size(); key++) {
            Version first = new Version(NOBODY, -1, initialContents.get(key), initialLists.get(key));
            chains.add(new ArrayList<>(List.of(first)));
            written.add(new ArrayList<>(List.of(first.content())));
        }
    }

    /** How many commits there have been. Sets of commits are bits; the initial state belongs to all of them. */
    int commits() {
        return seenBy.size();
    }

    /** The first so many commits. */
    static long firstCommits(int count) {
        return (1L << count) - 1;
    }

    /** Says that whatever is installed from now on belongs to one more commit, whose transaction had seen some others. */
    void nextCommit(long seen) {
        seenBy.add(seen);
    }

    /** What the transaction of a commit had seen. */
    long seenBy(int commit) {
        return seenBy.get(commit);
    }

    void noteWrite(int key, Content content) {
        written.get(key).add(content);
    }

    /** Puts a version at the end of its chain, or somewhere into it when the store has lost its mind. */
    void install(int key, int writer, Content content, List<Value> elements, SplittableRandom misplace) {
        List<Version> chain = chains.get(key);
        int place = misplace == null ? chain.size() : misplace.nextInt(1, chain.size() + 1);
        chain.add(place, new Version(writer, commits() - 1, content, elements));
    }

    void remove(int key, int writer) {
        chains.get(key).removeIf(version -> version.writer() == writer);
    }

    /** The place in its chain of the last version that belongs to some commits. */
    int latest(int key, long visible) {
        List<Version> chain = chains.get(key);
        for (int i = chain.size() - 1; i > 0; i--) {
            if ((visible >> chain.get(i).commit() & 1) != 0) {
                return i;
            }
        }
        return 0;
    }

    int versions(int key) {
        return chains.get(key).size();
    }

    Content content(int key, int place) {
        return chains.get(key).get(place).content();
    }

    List<Value> list(int key, int place) {
        List<Value> result = new ArrayList<>();
        chains.get(key).subList(0, place + 1).forEach(version -> result.addAll(version.elements()));
        return result;
    }

    Content anythingWritten(int key, SplittableRandom random) {
        List<Content> all = written.get(key);
        return all.get(random.nextInt(all.size()));
    }

    /** The writers of a key, each where its last version is, oldest first. */
    int[] order(int key) {
        int[] writers = chains.get(key).stream()
                .mapToInt(Version::writer)
                .filter(w -> w != NOBODY)
                .toArray();
        return java.util.stream.IntStream.range(0, writers.length)
                .filter(i -> Arrays.stream(writers, i + 1, writers.length).noneMatch(w -> w == writers[i]))
                .map(i -> writers[i])
                .toArray();
    }
}
