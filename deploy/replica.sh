#!/bin/sh
# A replica: copies the primary when its own folder is empty, then follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    PGPASSWORD=$(cat "$SECRETS/replication_password")
    export PGPASSWORD
    # A copy that was broken off is begun anew.
    rm -rf "$PGDATA.part"
    pg_basebackup --pgdata="$PGDATA.part" --host="$PRIMARY" --port="$PRIMARY_PORT" --username=chipbook_replication \
        --wal-method=stream --checkpoint=fast --write-recovery-conf --no-password
    chmod 0700 "$PGDATA.part"
    mkdir -p "$(dirname "$PGDATA")"
    mv "$PGDATA.part" "$PGDATA"
    unset PGPASSWORD
fi
exec postgres -D "$PGDATA" "$@"
