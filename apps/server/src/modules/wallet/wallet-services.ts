import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';

export interface WalletServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  /** Whether the chains are being opened. */
  readonly isCustodyStarting: () => boolean;
  /** Wall clock, milliseconds UTC. */
  readonly now: () => number;
}
