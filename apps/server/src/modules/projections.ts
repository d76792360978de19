import type { Projection } from '../projector/projection.ts';
import { convertProjection } from './convert/projection.ts';
import { custodyProjection } from './custody/projection.ts';
import { earnProjection } from './earn/projection.ts';
import { inboxProjection } from './inbox/projection.ts';
import { loanProjection } from './loan/projection.ts';
import { marginProjection } from './margin/projection.ts';
import { marketProjection } from './market/projection.ts';
import { p2pProjection } from './p2p/projection.ts';
import { secondsProjection } from './seconds/projection.ts';
import { spotProjection } from './spot/projection.ts';
import { rebateProjection } from './rebate/projection.ts';
import { saleProjection } from './sale/projection.ts';
import { voteProjection } from './vote/projection.ts';
import { walletProjection } from './wallet/projection.ts';

/**
 * The areas with tables of history, in the order that they are written in: messages come after the
 * rows that they tell of. A list of its own, because the projector's thread needs no routes.
 */
export const PROJECTIONS: readonly Projection[] = [
  spotProjection,
  walletProjection,
  marketProjection,
  custodyProjection,
  marginProjection,
  secondsProjection,
  p2pProjection,
  earnProjection,
  convertProjection,
  loanProjection,
  saleProjection,
  voteProjection,
  rebateProjection,
  inboxProjection,
];
