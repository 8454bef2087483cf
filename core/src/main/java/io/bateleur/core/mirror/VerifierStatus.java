package io.bateleur.core.mirror;

import java.util.List;
import java.util.Map;

/**
 * The state of a verifier at one moment, in numbers.
 *
 * @param received events that came in
 * @param verified events that were delivered in their order and carried into the state
 * @param waiting events that wait for others, which may still come, with earlier times
 * @param operations reads and writes among the verified events
 * @param watermark the time up to which everything is there; {@link Long#MIN_VALUE} at first, {@link Long#MAX_VALUE} at the end
 * @param holder who holds up the watermark
 * @param now the time of the last event that was verified
 * @param horizon what ended before is needed for transactions that rest only
 * @param oldest the open transaction that began first, by its id; empty when none is open
 * @param certainReads reads of which it is certain which version they saw
 * @param ambiguousReads reads of which it is not
 * @param unjudgedReads reads of which nothing is claimed
 * @param late events that came too late to be put in their order
 * @param untimed events without times
 * @param suspicions that did not stand up to being argued again
 * @param byProfile how many transactions began at each profile
 * @param missing why findings that argue from what is missing are provisional; empty when nothing is missing
 */
public record VerifierStatus(
        long received,
        long verified,
        long waiting,
        long operations,
        long commits,
        long watermark,
        String holder,
        long now,
        long horizon,
        int open,
        String oldest,
        int keys,
        int versions,
        int readers,
        int locks,
        int nodes,
        int edges,
        int transactions,
        int pooledValues,
        long certainReads,
        long ambiguousReads,
        long unjudgedReads,
        long late,
        long untimed,
        long suspicions,
        long forgotten,
        long findings,
        Map<String, Long> byProfile,
        List<String> missing) {
    public VerifierStatus {
        byProfile = Map.copyOf(byProfile);
        missing = List.copyOf(missing);
    }
}
