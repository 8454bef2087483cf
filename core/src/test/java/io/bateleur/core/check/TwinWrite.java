package io.bateleur.core.check;

import java.util.Arrays;

/**
 * What a transaction did to a key, up to some operation or in the end.
 *
 * @param replaces whether what was there before is gone, and {@code base} in its place
 * @param appended what was then appended
 */
record TwinWrite(boolean replaces, TwinContent base, int[] appended) {

    static TwinWrite of(TwinContent content) {
        return new TwinWrite(true, content, new int[0]);
    }

    /** One more element, after what the same transaction did before, if anything. */
    static TwinWrite append(TwinWrite before, int element) {
        if (before == null) {
            return new TwinWrite(false, TwinContent.ABSENT, new int[] {element});
        }
        int[] appended = Arrays.copyOf(before.appended, before.appended.length + 1);
        appended[before.appended.length] = element;
        return new TwinWrite(before.replaces, before.base, appended);
    }

    boolean isLive() {
        return appended.length > 0 || !base.dead();
    }
}
