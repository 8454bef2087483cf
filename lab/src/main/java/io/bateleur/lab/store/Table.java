package io.bateleur.lab.store;

/** The two tables of an embedded engine: a key may have a value and a list, which know nothing of each other. */
public enum Table {
    VALUES,
    LISTS
}
