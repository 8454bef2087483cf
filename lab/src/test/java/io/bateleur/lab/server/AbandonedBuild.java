package io.bateleur.lab.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A program that builds a server, says what it is at, and is killed before it ends. */
final class AbandonedBuild {
    private AbandonedBuild() {}

    public static void main(String[] words) throws Exception {
        BuildOrder order =
                BuildOrder.of(Product.POSTGRES, SourceTree.parse(words[1]), Optional.empty(), false, List.of());
        ServerBuild.run(order, false, Cache.at(Path.of(words[0])), System.getenv("PATH"), new ServerBuild.Listener() {
            @Override
            public void begins(String what) {
                System.out.println(what);
            }

            @Override
            public void compiled(int files, int about) {}
        });
    }
}
