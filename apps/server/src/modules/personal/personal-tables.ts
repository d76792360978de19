import type { Generated } from 'kysely';

/** Tables of migrations/133-personal-data.sql. */
export interface PersonalTables {
  closed_accounts: {
    user_id: bigint;
    contact: string;
    closed_at: Date;
    erase_at: Date;
    erased_at: Date | null;
  };
  legal_holds: { user_id: bigint; reason: string; set_by: bigint; set_at: Date };
  data_exports: { id: Generated<bigint>; user_id: bigint; session_id: string; created_at: Date };
}
