package io.bateleur.sql.resolve;

import io.bateleur.sql.tree.From.AliasColumn;
import java.util.ArrayList;
import java.util.List;

/** The columns of something. @param complete whether these are all */
record Fields(List<RowSource.Field> list, boolean complete) {
    static final Fields UNKNOWN = new Fields(List.of(), false);

    /** With the names that an alias gives to the first of them. */
    Fields renamed(List<AliasColumn> names, Types types) {
        if (names.isEmpty()) {
            return this;
        }
        List<RowSource.Field> renamed = new ArrayList<>();
        for (int i = 0; i < Math.max(list.size(), names.size()); i++) {
            if (i >= names.size()) {
                renamed.add(list.get(i));
                continue;
            }
            AliasColumn name = names.get(i);
            boolean known = i < list.size();
            RowSource.Field old = known ? list.get(i) : new RowSource.Field("", types.of(name.type()), null);
            renamed.add(new RowSource.Field(name.name().text(), old.type(), old.from()));
        }
        return new Fields(renamed, complete || names.size() >= list.size() && !list.isEmpty());
    }

    /** Where the values come from is a matter of another statement. */
    Fields withoutOrigins() {
        return new Fields(
                list.stream()
                        .map(field -> new RowSource.Field(field.name(), field.type(), null))
                        .toList(),
                complete);
    }
}
