package io.bateleur.junit;

import java.lang.reflect.Modifier;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives tests their {@link Recording}, and judges what they did when they are through. {@link Isolated} brings it along; a class in which only tests have
 * that, and that wants its recording before them, is extended with this.
 */
public final class IsolationExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace OURS = ExtensionContext.Namespace.create(IsolationExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        begin(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end(context);
    }

    /** Remembers how much there was before, where a class or a test asks for a level itself. */
    private static void begin(ExtensionContext context) {
        asked(context).ifPresent(level -> context.getStore(OURS)
                .put(Judgement.class, new Judgement(level, recordings(context), testClass(context))));
    }

    private static void end(ExtensionContext context) {
        Judgement judgement = context.getStore(OURS).remove(Judgement.class, Judgement.class);
        if (judgement != null) {
            judgement.give(name(context), entry -> context.publishReportEntry("bateleur", entry));
        }
    }

    private static Optional<Isolated> asked(ExtensionContext context) {
        // JUnit finds the extension at interfaces and inside other annotations; so must we, or it would judge nothing.
        return AnnotationSupport.findAnnotation(context.getElement(), Isolated.class);
    }

    private static String name(ExtensionContext context) {
        String type = testClass(context);
        return context.getTestMethod()
                .map(method -> type + "." + method.getName())
                .orElse(type);
    }

    /** Nested classes record where the outermost does: they share its data source. */
    private static String testClass(ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        while (type.getEnclosingClass() != null && !Modifier.isStatic(type.getModifiers())) {
            type = type.getEnclosingClass();
        }
        return type.getName();
    }

    private static Recordings recordings(ExtensionContext context) {
        // Of the whole run: pools and servers outlive a class, and so does what was written to them.
        return context.getRoot()
                .getStore(OURS)
                .getOrComputeIfAbsent(Recordings.class, key -> new Recordings(), Recordings.class);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Recording.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return recordings(context).of(testClass(context));
    }
}
