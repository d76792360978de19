import type { LiveView } from '../../modules/live-view.ts';

/** Number and engine time of the last command that an event includes. */
export interface Stamp {
  readonly seq: number;
  readonly ts: number;
}

export function stampOf(live: LiveView): Stamp {
  return { seq: live.seq, ts: live.timeMs };
}
