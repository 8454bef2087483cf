# Outlives whoever started it, if only by moments: then ends every process that start.sh started and deletes their directory.
#   $1  the directory of one server, made here
#   $2  the signal that ends the server's processes at once
#   $3  watch: wait until our input ends, as it does when the other end of the pipe is closed or dies; end: do not wait
home=$1
signal=$2

# Sets the words of /proc/<pid>/stat after the name: state parent group session ... beginning is the twentieth.
stat_of() {
    words=
    read -r line 2>/dev/null <"/proc/$1/stat" || return 1
    words=${line##*) }
}

# Whether process $1 still runs and is the one that began at $2: its number may be another's by now.
runs() {
    stat_of "$1" || return 1
    began=$2
    # shellcheck disable=SC2086
    set -- $words
    [ "$1" != Z ] && [ "$1" != X ] && [ "${20}" = "$began" ]
}

children_of() {
    for directory in /proc/[0-9]*; do
        child=${directory#/proc/}
        stat_of "$child" || continue
        words=${words#* }
        [ "${words%% *}" = "$1" ] && printf '%s ' "$child"
    done
}

wait_for() { # wait_for <process> <beginning> <tenths of a second>
    tenths=$3
    while [ "$tenths" -gt 0 ] && runs "$1" "$2"; do
        sleep 0.1 2>/dev/null || sleep 1
        tenths=$((tenths - 1))
    done
    ! runs "$1" "$2"
}

# What a PostgreSQL that is killed leaves in the kernel is told by a file: shared memory and, before version 10, semaphores,
# whose keys begin with its port.
memory=
port=
remember() {
    file=$home/data/postmaster.pid
    [ -f "$file" ] || return 0
    # shellcheck disable=SC2046
    set -- $(sed -n 7p "$file")
    [ $# -eq 2 ] && memory="$memory $2"
    case $(cat "$home/data/PG_VERSION") in
    9.*) port=$(sed -n 4p "$file") ;;
    esac
}

release() {
    for id in $memory; do
        ipcrm -m "$id" 2>/dev/null
    done
    [ -n "$port" ] || return 0
    while read -r key id rest; do
        case $key in
        "$port"[0-9][0-9][0-9]) ipcrm -s "$id" 2>/dev/null ;;
        esac
    done </proc/sysvipc/sem
}

finish() { # finish <process> <beginning>
    runs "$1" "$2" || return 0
    kill -s STOP -- "-$1" 2>/dev/null # or it may do away with that file, and not with what it tells
    remember
    # shellcheck disable=SC2046
    kill -s CONT -- "-$1" $(children_of "$1") 2>/dev/null # they may have been paused
    kill -s "$signal" -- "-$1" 2>/dev/null
    wait_for "$1" "$2" 80 && return 0
    kill -s STOP "$1" 2>/dev/null # so that it has no more children while we look for them
    # shellcheck disable=SC2046
    kill -s KILL -- "-$1" $(children_of "$1") 2>/dev/null
    wait_for "$1" "$2" 50
}

# A container that was started for us: by its id, or by its name where the engine has not told the id yet.
remove_container() {
    [ -f "$home/container" ] || return 0
    { read -r program && read -r name; } <"$home/container" || return 0
    id=
    [ -f "$home/cid" ] && read -r id <"$home/cid"
    "$program" rm -f -v "${id:-$name}" >/dev/null 2>&1
}

trap '' HUP INT TERM PIPE # whoever started it may be dead before it is ready: then it has a directory to delete all the same
if [ "$3" = watch ]; then
    mkdir -m 711 "$home" || exit 1
    mkdir "$home/pids" || { rmdir "$home"; exit 1; }
    echo ready
    cat >/dev/null
fi
mv "$home/pids" "$home/ending" 2>/dev/null
remember
remove_container
for known in "$home"/ending/*; do
    [ -f "$known" ] || continue
    read -r line <"$known"
    # shellcheck disable=SC2086
    set -- ${line##*) }
    finish "${known##*/}" "${20}"
done
remove_container # whoever was starting it a moment ago may have succeeded
release
tries=50
until rm -rf "$home" 2>/dev/null || [ "$tries" -eq 0 ]; do
    sleep 0.1 2>/dev/null || sleep 1
    tries=$((tries - 1))
done
[ ! -e "$home" ]
