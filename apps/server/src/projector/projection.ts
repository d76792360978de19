import type { Applied } from '@meridian/core/events';
import type { ClientBase } from 'pg';
import type { Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** An area's part of history. `modules/projections.ts` lists them. */
export interface Projection {
  /** The tables that a rebuild empties: the journal makes their rows anew. */
  readonly tables: readonly (keyof Tables)[];
  /** Resets other state of the projection, in the transaction of the rebuild. */
  readonly reset?: (transaction: Queries) => Promise<void>;
  /**
   * Begins to write over a connection, at the position that the tables are at. Each batch is
   * written in the transaction of the projector, in the order of the list.
   */
  readonly open: (client: ClientBase) => ProjectionWriter | Promise<ProjectionWriter>;
}

export type ProjectionWriter = (batch: readonly Applied[]) => Promise<void>;
