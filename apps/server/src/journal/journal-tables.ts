import type { Generated } from 'kysely';

/** Tables of migrations/001-journal.sql. */
export interface JournalTables {
  journal: { seq: bigint; epoch: bigint; time_ms: bigint; payload: string; hash: Buffer };
  journal_fence: {
    only_row: Generated<boolean>;
    epoch: bigint;
    head_seq: bigint;
    head_hash: Buffer;
  };
  journal_snapshots: {
    seq: bigint;
    state_hash: Buffer;
    journal_hash: Buffer;
    body: Buffer;
    body_hash: Buffer;
    created_at: Date;
  };
}
