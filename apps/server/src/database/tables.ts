import type { JournalTables } from '../journal/journal-tables.ts';

/** Every table, as Kysely sees it. An area describes its own tables beside its queries and is added here. */
export type Tables = JournalTables;
