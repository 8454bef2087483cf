package io.bateleur.core.trace;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Orders file names so that T9.log comes before T10.log. */
final class FileNames {
    private static final Pattern NUMBERED = Pattern.compile("(\\D*)(\\d+)(.*)");

    static final Comparator<String> ORDER = FileNames::compare;

    private FileNames() {}

    private static int compare(String left, String right) {
        Matcher l = NUMBERED.matcher(left);
        Matcher r = NUMBERED.matcher(right);
        if (l.matches() && r.matches() && l.group(1).equals(r.group(1))) {
            int byNumber = new BigInteger(l.group(2)).compareTo(new BigInteger(r.group(2)));
            if (byNumber != 0) {
                return byNumber;
            }
        }
        return left.compareTo(right);
    }
}
