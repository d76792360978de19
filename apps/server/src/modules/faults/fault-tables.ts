import type { Generated } from 'kysely';

/**
 * Table of migrations/102-engine-faults.sql. The engine writes it (quarantine/fault-store.ts);
 * operators release.
 */
export interface FaultTables {
  engine_faults: {
    id: Generated<bigint>;
    occurred_at: Date;
    seq: bigint;
    kind: string;
    user_id: bigint | null;
    idempotency_key: string | null;
    fingerprint: string;
    command: string;
    invariant: string;
    message: string;
    markets: number[] | null;
    released_at: Date | null;
    released_by: bigint | null;
    release_reason: Generated<string>;
  };
}
