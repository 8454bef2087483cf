package io.bateleur.core.report;

import io.bateleur.core.model.EdgeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An argument as sentences, its cycles drawn, its cases inside each other. */
final class HtmlArgument {
    /** Nobody reads further, and the page stays small. */
    private static final int STEPS_MAX = 300;

    private static final int DRAWINGS_MAX = 24;
    /** From here on the drawing needs the whole width. */
    private static final int LONG = 8;

    private static final int SENTENCE_MAX = 600;
    /** How deep cases are open when the page is. */
    private static final int OPEN_DEPTH = 2;

    private final HtmlScene scene;
    private final StringBuilder out = new StringBuilder();
    private int steps;
    private int drawings;

    private HtmlArgument(HtmlScene scene) {
        this.scene = scene;
    }

    static String of(Argument argument, HtmlScene scene) {
        HtmlArgument html = new HtmlArgument(scene);
        html.argument(argument, 0);
        return html.out.toString();
    }

    private void argument(Argument argument, int depth) {
        if (argument instanceof Argument.Impossible read) {
            badRead(read);
        } else if (argument instanceof Argument.Cycle cycle) {
            cycle(cycle);
        } else if (argument instanceof Argument.Cases cases) {
            cases(cases, depth);
        }
    }

    private void badRead(Argument.Impossible read) {
        scene.name(read.read().reader());
        read.read().writer().ifPresent(scene::name);
        HtmlEvidence.of(read.read(), scene.why().part()).forEach(scene::point);
        out.append("<p class=\"sentence\" ")
                .append(scene.actor(read.read().reader()))
                .append(" tabindex=\"0\" role=\"button\">")
                .append(HtmlText.counted(read.read().sentence(), SENTENCE_MAX))
                .append(".</p>\n");
    }

    private void cycle(Argument.Cycle cycle) {
        List<HtmlScene.Edge> edges = new ArrayList<>();
        for (Step step : cycle.steps()) {
            if (steps++ == STEPS_MAX) {
                break;
            }
            edges.add(scene.edge(step));
        }
        out.append(edges.size() > LONG ? "<div class=\"cycle long\">\n" : "<div class=\"cycle\">\n");
        out.append("<ol class=\"steps\">\n");
        edges.forEach(this::step);
        if (edges.size() < cycle.steps().size()) {
            out.append("<li class=\"more\">… ")
                    .append(cycle.steps().size() - edges.size())
                    .append(" more steps</li>\n");
        }
        out.append("</ol>\n");
        if (!edges.isEmpty() && drawings++ < DRAWINGS_MAX) {
            out.append("<figure class=\"graph\">\n")
                    .append(HtmlCycle.svg(edges, scene))
                    .append("</figure>\n");
        }
        out.append("</div>\n");
        if (!edges.isEmpty() && edges.size() == cycle.steps().size()) {
            out.append("<p class=\"therefore\">").append(conclusion(cycle)).append("</p>\n");
        }
    }

    private void step(HtmlScene.Edge edge) {
        Step step = edge.step();
        out.append("<li class=\"step\" ")
                .append(edge.attributes())
                .append(" tabindex=\"0\" role=\"button\"><span class=\"arrow\"><b>")
                .append(HtmlText.cut(step.from().name(), 40))
                .append("</b> <span class=\"kind ")
                .append(step.kind().word())
                .append("\" title=\"")
                .append(HtmlText.escaped(step.kind().meaning()))
                .append("\">")
                .append(step.kind().word())
                .append(step.keyName()
                        .map(key -> " <i>" + HtmlText.cut(key, 40) + "</i>")
                        .orElse(""))
                .append("</span> → <b>")
                .append(HtmlText.cut(step.to().name(), 40))
                .append("</b></span><span class=\"because\">")
                .append(HtmlText.counted(step.because(), SENTENCE_MAX))
                .append(".</span></li>\n");
        step.otherwise().filter(Outline::needsMoreWords).ifPresent(this::otherwise);
    }

    private void otherwise(Argument inner) {
        List<Step> path = inner instanceof Argument.Cycle cycle ? cycle.steps() : List.of();
        int last = path.size() - 1;
        boolean between = last > 0 && path.get(last).kind() == EdgeKind.WW;
        out.append("<li class=\"otherwise\"><details><summary>");
        if (between && steps < STEPS_MAX) {
            // It comes down to a path between the two writers; that it closes a cycle need not be said.
            out.append("How <b>")
                    .append(HtmlText.cut(path.get(last).from().name(), 40))
                    .append("</b> comes after <b>")
                    .append(HtmlText.cut(path.get(last).to().name(), 40))
                    .append("</b></summary>\n<ol class=\"steps\">\n");
            steps += last;
            path.subList(0, last).forEach(step -> step(scene.edge(step)));
            out.append("</ol>\n");
        } else {
            out.append("For otherwise…</summary>\n");
            argument(inner, OPEN_DEPTH);
        }
        out.append("</details></li>\n");
    }

    private String conclusion(Argument.Cycle cycle) {
        String told = HtmlText.cut(Conclusion.of(scene.why(), cycle.steps()), SENTENCE_MAX);
        if (cycle.steps().size() > LONG) {
            return told;
        }
        String first = HtmlText.cut(cycle.steps().get(0).from().name(), 40);
        return cycle.steps().stream()
                        .map(step -> HtmlText.cut(step.to().name(), 40))
                        .collect(Collectors.joining(" → ", "<b>" + first + " → ", "</b>. "))
                + told;
    }

    private void cases(Argument.Cases cases, int depth) {
        out.append("<div class=\"cases\">\n<p class=\"question\">")
                .append(HtmlText.counted(cases.question(), SENTENCE_MAX))
                .append("</p>\n");
        int left = cases.cases().size();
        for (Argument.Case each : cases.cases()) {
            if (steps >= STEPS_MAX) {
                out.append("<p class=\"more\">… ").append(left).append(" more cases</p>\n");
                break;
            }
            left--;
            out.append("<details")
                    .append(depth < OPEN_DEPTH ? " open" : "")
                    .append("><summary>If ")
                    .append(HtmlText.counted(each.answer(), SENTENCE_MAX))
                    .append("</summary>\n");
            argument(each.refutation(), depth + 1);
            out.append("</details>\n");
        }
        if (cases.cases().size() > 1) {
            out.append(cases.cases().size() == 2 ? "<p>Neither can be.</p>\n" : "<p>None of these can be.</p>\n");
        }
        out.append("</div>\n");
    }
}
