package io.bateleur.recorder.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * Who gets the calls to an object that the application was given in place of a driver's.
 *
 * <p>For the classes that {@link Skins} makes, and for nobody else. It is public because they live in class loaders of their own. The
 * methods of its sub-interfaces are the calls that come straight, with their arguments as they are; all others come here.
 */
public interface Receiver {
    /** The arguments of a method that has none. */
    Object[] NONE = {};

    /**
     * A call.
     *
     * @param method the place of the method in {@link Skins#methods()}
     * @param args never null; primitive ones are boxed
     * @return what the caller gets, boxed where it is primitive
     */
    @Nullable
    Object call(int method, Object[] args) throws Throwable;

    /** What every class made by {@link Skins} extends. The names are odd so that they are no driver's. */
    abstract class Skin {
        /** Who gets the calls to this object. */
        public abstract Receiver bateleurReceiver();

        /** An object of the same class, whose calls another gets. */
        public abstract Object bateleurAnother(Receiver receiver);
    }
}
