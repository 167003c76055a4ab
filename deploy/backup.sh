#!/bin/sh
# Backups of the whole PostgreSQL server, with its own tools.
#   backup.sh run                     a copy every EVERY_HOURS, and every change as it is made, until stopped
#   backup.sh once                    one copy, checked before it gets its name; older ones than the newest KEEP go
#   backup.sh alive                   exit code 0 if changes are arriving and the newest copy is not too old
#   backup.sh restore FOLDER [TIME]   a server's folder as it was at TIME (2026-11-20T23:30:00Z), or at the very end;
#                                     only while no `run` writes to the same BACKUPS
# PGHOST, PGPORT and PGUSER say where the server is, SECRETS where replication_password lies, BACKUPS where all is kept:
# base/20261120T030000Z/ is a copy, wal/ holds the changes.
set -eu
export LC_ALL=C
: "${BACKUPS:?the folder of the backups}" "${EVERY_HOURS:=24}" "${KEEP:=7}" "${SLOT:=chipbook_backup}"

say() { echo "backup: $*" >&2; }

sign_in() {
    PGPASSWORD=$(cat "$SECRETS/replication_password")
    export PGPASSWORD
    mkdir -p "$BACKUPS/base" "$BACKUPS/wal"
}

# The names of the copies, the oldest first.
copies() { (cd "$BACKUPS/base" && ls -d 2* 2>/dev/null) || true; }

once() {
    part="$BACKUPS/base/.part"
    rm -rf "$part"
    pg_basebackup --pgdata="$part" --wal-method=stream --checkpoint=fast --label=chipbook --no-password
    pg_verifybackup --quiet "$part"
    # Its end, because a copy leads to no moment before that.
    name=$(date -u +%Y%m%dT%H%M%SZ)
    mv "$part" "$BACKUPS/base/$name"
    say "$name is kept, and was checked."
    forget_old
}

# The first file of changes that a copy needs.
first_change_of() {
    sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$BACKUPS/base/$1/backup_label"
}

forget_old() {
    for name in $(copies | head -n "-$KEEP"); do
        rm -rf "${BACKUPS:?}/base/$name"
        say "$name was the oldest of more than $KEEP, and is gone."
    done
    pg_archivecleanup "$BACKUPS/wal" "$(first_change_of "$(copies | head -n 1)")"
}

# True if the changes of the server are arriving.
arriving() {
    [ t = "$(psql --no-psqlrc --no-password --dbname=postgres --tuples-only --no-align \
        --command="SELECT active FROM pg_replication_slots WHERE slot_name = '$SLOT'")" ]
}

# True if there is no copy younger than so many hours.
none_within() { [ -z "$(find "$BACKUPS/base" -maxdepth 1 -name '2*' -mmin "-$(($1 * 60))" | head -n 1)" ]; }

run() {
    sign_in
    pg_receivewal --directory="$BACKUPS/wal" --slot="$SLOT" --create-slot --if-not-exists --no-password
    # Asks again by itself while the server is away.
    pg_receivewal --directory="$BACKUPS/wal" --slot="$SLOT" --synchronous --no-password &
    receiver=$!
    trap 'kill "$receiver"; wait "$receiver" || true; exit 0' TERM INT
    while kill -0 "$receiver" 2>/dev/null; do
        # A copy is worth little without the changes after it.
        if ! arriving; then
            pause=1
        else
            pause=60
            if none_within "$EVERY_HOURS"; then
                once || say "there is no new copy; the next attempt is in a minute."
            fi
        fi
        # In the background, so that the signal to stop is heard at once.
        sleep "$pause" &
        wait $! || true
    done
    say "the changes of the server arrive no longer."
    exit 1
}

alive() {
    sign_in
    arriving || { say "the changes of the server do not arrive."; exit 1; }
    if none_within "$((EVERY_HOURS + 2))"; then
        say "the newest copy is older than $((EVERY_HOURS + 2)) hours."
        exit 1
    fi
}

restore() {
    folder=$1 time=${2:-}
    case "$time" in '' | 2*T*Z) ;; *) say "$time is no time such as 2026-11-20T23:30:00Z."; exit 2 ;; esac
    # What is complete at that moment, by its name.
    until=$(echo "${time:-9}" | tr -d ':-')
    base=''
    for name in $(copies); do
        if [ "$(printf '%s\n%s\n' "$name" "$until" | sort | head -n 1)" = "$name" ]; then base=$name; fi
    done
    [ -n "$base" ] || { say "there is no copy from before ${time:-now}."; exit 1; }
    if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ]; then
        say "$folder holds something; name an empty folder."
        exit 1
    fi
    pg_verifybackup --quiet "$BACKUPS/base/$base"
    mkdir -p "$folder"
    chmod 0700 "$folder"
    cp -R "$BACKUPS/base/$base/." "$folder/"
    # The folder holds all that it needs, so that the server may start where there are no backups.
    mkdir "$folder/wal_to_replay"
    first=$(first_change_of "$base")
    for change in $(ls "$BACKUPS/wal" | awk -v first="$first" '$0 >= first || /history$/'); do
        cp "$BACKUPS/wal/$change" "$folder/wal_to_replay/"
    done
    # The newest changes are in a file that is not full yet.
    cat >> "$folder/postgresql.auto.conf" <<'CONF'
restore_command = 'cp wal_to_replay/%f "%p" 2>/dev/null || cp wal_to_replay/%f.partial "%p" 2>/dev/null'
recovery_end_command = 'rm -rf wal_to_replay'
recovery_target_timeline = 'latest'
recovery_target_action = 'promote'
CONF
    if [ -n "$time" ]; then
        # PostgreSQL knows Z by no name this early.
        echo "recovery_target_time = '${time%Z}+00:00'" >> "$folder/postgresql.auto.conf"
    fi
    touch "$folder/recovery.signal"
    say "$folder is made from $base; start PostgreSQL with it, and compare the heads of the clubs."
}

case "${1:-}" in
    run | alive) "$1" ;;
    once) sign_in; once ;;
    restore) restore "${2:?the folder to make}" "${3:-}" ;;
    *) say "one of: run, once, alive, restore FOLDER [TIME]"; exit 2 ;;
esac
