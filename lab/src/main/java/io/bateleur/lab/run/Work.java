package io.bateleur.lab.run;

import io.bateleur.lab.workload.Settings;

/**
 * What the clients of a run do.
 *
 * @param workload its name
 */
public record Work(String workload, WorkForm form, Settings settings) {

    /** For the name of a trace. */
    @Override
    public String toString() {
        return form == WorkForm.KEY_VALUE ? workload : workload + "-" + form.word();
    }
}
