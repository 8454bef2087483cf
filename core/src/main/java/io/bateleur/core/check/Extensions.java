package io.bateleur.core.check;

import io.bateleur.core.ir.Extension;
import io.bateleur.core.model.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The extensions that are at hand. */
public final class Extensions {
    private final List<Extension> all;

    private Extensions(List<Extension> all) {
        this.all = List.copyOf(all);
        for (Extension extension : all) {
            for (Level level : extension.levels()) {
                if (Level.of(level.name()).isPresent()) {
                    throw new IllegalArgumentException("extension "
                            + extension.getClass().getName() + " defines " + level + ", a name that is taken");
                }
            }
        }
    }

    public static Extensions none() {
        return new Extensions(List.of());
    }

    public static Extensions of(Extension... extensions) {
        return new Extensions(List.of(extensions));
    }

    /** Those that a class loader finds. */
    public static Extensions load(ClassLoader loader) {
        List<Extension> found = new ArrayList<>();
        ServiceLoader.load(Extension.class, loader).forEach(found::add);
        return new Extensions(found);
    }

    /** The one that defines a level; {@link Extension#NONE} when the level is one of ours. */
    public Extension of(Level level) {
        return all.stream()
                .filter(extension -> extension.levels().contains(level))
                .findFirst()
                .orElse(Extension.NONE);
    }

    public List<Level> levels() {
        return all.stream().flatMap(extension -> extension.levels().stream()).toList();
    }
}
