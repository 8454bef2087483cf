package io.bateleur.app.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How {@code --help} looks: options in the order in which they are declared, below the headings of the groups that they come from,
 * and examples that can be pasted.
 */
final class HelpText {
    private static final int WIDEST = 120;
    /** The library refuses to format for less than 55 columns; below these, whole lines look better that the terminal wraps. */
    private static final int NARROWEST = 72;

    private static final int UNWRAPPED = 4000;

    private HelpText() {}

    /** Of a command and all its subcommands. */
    static void shape(CommandLine line, Terminal terminal) {
        shape(line, terminal, line.getCommandSpec().usageMessage());
    }

    private static void shape(CommandLine line, Terminal terminal, UsageMessageSpec top) {
        int columns = Math.min(terminal.columns(), WIDEST);
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        usage.sortOptions(false);
        usage.sortSynopsis(false);
        usage.abbreviateSynopsis(true);
        usage.width(columns >= NARROWEST ? columns : terminal.wraps() ? UNWRAPPED : NARROWEST);
        usage.exitCodeListHeading(top.exitCodeListHeading());
        usage.exitCodeList(top.exitCodeList());
        Map<String, CommandLine.IHelpSectionRenderer> sections = new LinkedHashMap<>(line.getHelpSectionMap());
        sections.put(
                UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
                help -> help.commandSpec().positionalParameters().isEmpty() ? "" : "\nArguments:\n");
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> examples(help, columns));
        line.setHelpSectionMap(sections);
        line.getSubcommands().values().forEach(each -> shape(each, terminal, top));
    }

    private static String options(Help help) {
        StringBuilder text = new StringBuilder();
        groups(help.commandSpec()).forEach((heading, options) -> text.append(String.format(heading))
                .append(help.optionListExcludingGroups(
                        options, help.createDefaultLayout(), null, help.parameterLabelRenderer())));
        return text.toString();
    }

    /** By their headings: a group is a mixin that has one, and what is in none is the command's own. */
    private static Map<String, List<OptionSpec>> groups(CommandSpec command) {
        String own = command.usageMessage().optionListHeading();
        Map<String, String> headings = new LinkedHashMap<>();
        command.mixins().values().forEach(mixin -> mixin.options()
                .forEach(option ->
                        headings.put(option.longestName(), mixin.usageMessage().optionListHeading())));
        return command.options().stream()
                .filter(option -> !option.hidden())
                .collect(Collectors.groupingBy(
                        option -> {
                            String heading = headings.getOrDefault(option.longestName(), own);
                            return heading.isEmpty() ? "%nOptions:%n" : heading;
                        },
                        LinkedHashMap::new,
                        Collectors.toCollection(ArrayList::new)));
    }

    /** A line that is too long goes on after a backslash, as shells read it. */
    private static String examples(Help help, int columns) {
        return Stream.of(help.commandSpec().usageMessage().footer())
                .flatMap(line -> Wrapping.lines(line, columns, " \\").stream())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
