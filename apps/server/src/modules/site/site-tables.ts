/** Table of migrations/011-content.sql. */
export interface SiteTables {
  site_settings: { key: string; value: string };
}
