#!/bin/sh
# Run once, by the image of PostgreSQL, on an empty volume: the logins of the program, each with what it needs.
set -eu
psql --set=ON_ERROR_STOP=1 --quiet --no-psqlrc --username="${POSTGRES_USER:-postgres}" --dbname="$POSTGRES_DB" <<SQL
\set owner \`cat "$SECRETS/owner_password"\`
\set program \`cat "$SECRETS/program_password"\`
\set replication \`cat "$SECRETS/replication_password"\`
-- May add to the book and change nothing in it.
CREATE ROLE chipbook_app NOLOGIN;
CREATE ROLE chipbook_owner LOGIN PASSWORD :'owner';
CREATE ROLE chipbook_program LOGIN PASSWORD :'program' IN ROLE chipbook_app;
CREATE ROLE chipbook_replication LOGIN REPLICATION PASSWORD :'replication';
REVOKE ALL ON DATABASE "$POSTGRES_DB" FROM PUBLIC;
GRANT CONNECT ON DATABASE "$POSTGRES_DB" TO chipbook_app;
ALTER DATABASE "$POSTGRES_DB" OWNER TO chipbook_owner;
SQL
echo 'host replication chipbook_replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
