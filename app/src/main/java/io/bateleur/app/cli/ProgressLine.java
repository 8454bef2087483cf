package io.bateleur.app.cli;

/** How far a piece of work is at one moment. A total of -1 is unknown. */
record ProgressLine(String what, long done, long total, long elapsedMillis) {
    private static final int WIDEST_BAR = 40;

    /** At most that many columns, because a line that wraps cannot be wiped away. */
    String text(int columns) {
        String line =
                total > 0 ? known(columns) : what + (done > 0 ? "  " + done : "") + "  " + duration(elapsedMillis);
        return line.length() <= columns ? line : line.substring(0, Math.max(0, columns));
    }

    private String known(int columns) {
        double share = Math.max(0, Math.min(1, (double) done / total));
        String figures = (int) (share * 100) + "%" + timeLeft(share);
        int room = Math.min(WIDEST_BAR, columns - what.length() - figures.length() - 6);
        if (room < 5) {
            return what + "  " + figures;
        }
        int filled = (int) (share * room);
        return what + "  [" + "#".repeat(filled) + ".".repeat(room - filled) + "]  " + figures;
    }

    /** Nothing before there is anything to conclude it from. */
    private String timeLeft(double share) {
        return share <= 0 || share >= 1 ? "" : "  " + duration((long) (elapsedMillis / share * (1 - share))) + " left";
    }

    private static String duration(long millis) {
        long seconds = (millis + 500) / 1000;
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3600 + " h " + seconds / 60 % 60 + " min";
    }
}
