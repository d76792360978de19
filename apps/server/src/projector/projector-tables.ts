import type { Generated } from 'kysely';

/**
 * Table of migrations/020-projections.sql: one row, the position up to which the projector has
 * written.
 */
export interface ProjectorTables {
  projection_position: { only_row: Generated<boolean>; seq: bigint; last_statement: bigint };
}
