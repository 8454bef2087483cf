package io.bateleur.sql.eval;

/** Texts of dates and times in one form. */
final class Instants {
    private Instants() {}

    /** A blank between date and time, seconds, and no zeros at the end of their fraction. */
    static String plain(String text) {
        boolean dated =
                text.length() >= 16 && text.charAt(4) == '-' && (text.charAt(10) == 'T' || text.charAt(10) == ' ');
        boolean timed = !dated && text.length() >= 5 && text.charAt(2) == ':';
        if (!dated && !timed) {
            return text;
        }
        String form = dated ? text.substring(0, 10) + ' ' + text.substring(11) : text;
        int seconds = dated ? 16 : 5;
        if (form.length() == seconds) {
            return form + ":00";
        }
        int dot = form.indexOf('.', seconds);
        if (dot < 0) {
            return form;
        }
        int end = dot + 1;
        while (end < form.length() && Character.isDigit(form.charAt(end))) {
            end++;
        }
        int last = end;
        while (last > dot + 1 && form.charAt(last - 1) == '0') {
            last--;
        }
        return form.substring(0, last == dot + 1 ? dot : last) + form.substring(end);
    }
}
