/** Table of migrations/135-request-limits.sql. */
export interface LimitTables {
  request_limits: { kind: string; key: string; until_at: Date; added_ms: number };
}
