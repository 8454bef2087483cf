package io.bateleur.sql.audit;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** The visible versions of rows, value by value, looked at when they are asked for. */
final class SortedRows implements Iterator<RowVersion> {
    private final Iterator<OrderedIndex.At> values;
    private final Function<OrderedIndex.At, List<RowVersion>> visible;
    private Iterator<RowVersion> here = List.<RowVersion>of().iterator();

    SortedRows(Iterator<OrderedIndex.At> values, Function<OrderedIndex.At, List<RowVersion>> visible) {
        this.values = values;
        this.visible = visible;
    }

    @Override
    public boolean hasNext() {
        while (!here.hasNext() && values.hasNext()) {
            here = visible.apply(values.next()).iterator();
        }
        return here.hasNext();
    }

    @Override
    public RowVersion next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return here.next();
    }
}
