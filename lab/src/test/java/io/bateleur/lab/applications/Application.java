package io.bateleur.lab.applications;

import java.sql.Connection;

/** Software that others wrote, doing for a while what it is for. */
interface Application {
    String name();

    /** What it needs in an empty database, unless it makes that itself. Not recorded. */
    void prepare(Connection connection, Site site) throws Exception;

    /** Works with eight threads; throws where something came out that the application promises not to happen. */
    void run(Site site) throws Exception;
}
