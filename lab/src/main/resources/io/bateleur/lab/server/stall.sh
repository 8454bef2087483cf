# Sends signals to processes of a server, as it reads them: STOP <server> <process>, then CONT <server> <process>.
# When our input ends, because whoever wrote it has closed it or is dead, the one that is stopped goes on.
trap '' HUP INT TERM PIPE # whoever sends one of these means the other, and that one closes our input
stopped=
while read -r signal server process; do
    # A number that went to another process meanwhile is not stopped: state, then parent, follow the name.
    read -r stat 2>/dev/null <"/proc/$process/stat" || continue
    parent=${stat##*) ? }
    [ "${parent%% *}" = "$server" ] || continue
    [ "$signal" = STOP ] && stopped=$process
    kill -s "$signal" "$process" 2>/dev/null
    [ "$signal" = CONT ] && stopped=
done
[ -z "$stopped" ] || kill -s CONT "$stopped" 2>/dev/null
