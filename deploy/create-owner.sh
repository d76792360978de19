#!/bin/bash
# Makes the owner of the exchange's tables and its database, once, when the cluster is new. The owner
# may create roles, because the server logs in as one of its own, and is no superuser.
set -euo pipefail
psql -v ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  -v password="$(cat "${OWNER_PASSWORD_FILE:-/run/secrets/database-owner}")" <<'SQL'
CREATE ROLE meridian LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE meridian OWNER meridian;
SQL
