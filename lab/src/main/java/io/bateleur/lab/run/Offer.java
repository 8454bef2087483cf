package io.bateleur.lab.run;

import io.bateleur.lab.server.ImageSpec;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.store.Dialect;
import io.bateleur.lab.store.Dialects;
import io.bateleur.lab.store.EmbeddedEngine;
import io.bateleur.lab.store.EmbeddedEngines;
import io.bateleur.lab.store.Isolation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a database can be asked for, known before it is fetched or started.
 *
 * @param database as the user named it
 * @param levels from the weakest to the strongest
 * @param defaultLevel the level that sessions have when nobody asks for one
 * @param sql whether it understands SQL
 * @param locksReads whether reads can lock what they read; of an engine without SQL its store tells, when it is open
 * @param server whether it is a server whose processes are ours
 */
public record Offer(
        String database, List<Isolation> levels, String defaultLevel, boolean sql, boolean locksReads, boolean server) {
    public Offer {
        levels = List.copyOf(levels);
    }

    /** Of a database by its name, as {@link Databases#start} takes it; refuses names and versions that are wrong for sure. */
    public static Offer of(String spec, Map<String, String> settings) throws ServerException {
        if (ImageSpec.isOne(spec)) {
            return of(spec, Dialects.of(ImageSpec.parse(spec).image().dialect(), ""), false);
        }
        String name = Databases.name(spec);
        Optional<EmbeddedEngine> engine = EmbeddedEngines.of(name);
        if (engine.isPresent()) {
            return new Offer(
                    spec, engine.get().levels().all(), engine.get().levels().usual(), false, true, false);
        }
        if (Databases.isInside(name)) {
            return of(spec, Dialects.of(name, settings.getOrDefault("tx", "locks")), false);
        }
        Databases.requireKnown(name);
        return of(spec, Dialects.of(ServerSpec.parse(spec).product().word(), ""), true);
    }

    /** Of a database that runs already. */
    public static Offer at(String url) throws ServerException {
        return of(url, Dialects.of(Databases.nameAt(url), ""), false);
    }

    private static Offer of(String database, Dialect dialect, boolean server) {
        return new Offer(database, dialect.levels(), dialect.defaultLevel(), true, dialect.locksReads(), server);
    }
}
