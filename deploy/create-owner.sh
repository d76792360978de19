#!/bin/bash
# Creates the owner of the exchange's tables and its database, once, when the cluster is new. The
# owner may create roles, because the server logs in with a role of its own, and is no superuser.
# psql reads the password from the file itself: all users of the machine see a program's arguments.
set -euo pipefail
export OWNER_PASSWORD_FILE="${OWNER_PASSWORD_FILE:-/run/secrets/database-owner}"
[ -s "$OWNER_PASSWORD_FILE" ]
psql -v ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
\set password `cat "$OWNER_PASSWORD_FILE"`
CREATE ROLE meridian LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE meridian OWNER meridian;
SQL
