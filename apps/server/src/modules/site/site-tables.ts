import type { ColumnType } from 'kysely';

/** Table of migrations/011-content.sql. */
export interface SiteTables {
  site_settings: { key: string; value: string; set_at: ColumnType<Date, Date | undefined, Date> };
}
