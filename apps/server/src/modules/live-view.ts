import { LiveGround, type LiveStates } from '../live/live-ground.ts';
import { transfersLive } from '../transfers/live.ts';
import { alertLive } from './alert/live.ts';
import { convertLive } from './convert/live.ts';
import { custodyLive } from './custody/live.ts';
import { earnLive } from './earn/live.ts';
import { feeLive } from './fee/live.ts';
import { loanLive } from './loan/live.ts';
import { marginLive } from './margin/live.ts';
import { p2pLive } from './p2p/live.ts';
import { secondsLive } from './seconds/live.ts';
import { rebateLive } from './rebate/live.ts';
import { saleLive } from './sale/live.ts';
import { voteLive } from './vote/live.ts';

/** The areas with a live state of their own. An event that none of them folds does not compile. */
const AREAS = {
  alert: alertLive,
  convert: convertLive,
  custody: custodyLive,
  earn: earnLive,
  fee: feeLive,
  loan: loanLive,
  margin: marginLive,
  p2p: p2pLive,
  seconds: secondsLive,
  transfers: transfersLive,
  vote: voteLive,
  rebate: rebateLive,
  sale: saleLive,
};

/** The live state of the exchange itself, and of each area under its name. */
export type LiveView = LiveGround & LiveStates<typeof AREAS>;

/** @param now wall clock in milliseconds UTC, only to tell how old the index is */
export function openLiveView(now: () => number = Date.now): LiveView {
  const ground = new LiveGround(now);
  return Object.assign(ground, ground.join(AREAS));
}
