package io.bateleur.sql.tree;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Goes through the nodes of a tree. Parts are found by the components of the records, so that no new one can be forgotten. */
public final class Walk {
    private static final ClassValue<Method[]> PARTS = new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                    .filter(part -> Node.class.isAssignableFrom(part.getType()) || part.getType() == List.class)
                    .map(RecordComponent::getAccessor)
                    .toArray(Method[]::new);
        }
    };

    private Walk() {}

    /** The nodes right below one, in the order of the text as far as the records have it. */
    public static List<Node> children(Node node) {
        List<Node> children = new ArrayList<>();
        for (Method part : PARTS.get(node.getClass())) {
            Object value = value(node, part);
            if (value instanceof Node child) {
                children.add(child);
            } else if (value instanceof List<?> list) {
                for (Object each : list) {
                    if (each instanceof Node child) {
                        children.add(child);
                    }
                }
            }
        }
        return children;
    }

    /** This node and all below it, parents first. */
    public static void each(Node root, Consumer<Node> visit) {
        Deque<Node> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Node node = open.pop();
            visit.accept(node);
            List<Node> children = children(node);
            Collections.reverse(children);
            children.forEach(open::push);
        }
    }

    /** All nodes of a kind, parents first. */
    public static <T extends Node> List<T> all(Node root, Class<T> kind) {
        List<T> found = new ArrayList<>();
        each(root, node -> {
            if (kind.isInstance(node)) {
                found.add(kind.cast(node));
            }
        });
        return found;
    }

    private static @Nullable Object value(Node node, Method part) {
        try {
            return part.invoke(node);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a part of " + node.getClass(), e);
        }
    }
}
