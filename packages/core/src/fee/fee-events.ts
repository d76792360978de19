import type { CurrencyId } from '../ids.ts';
import type { FeeTier } from './fee-commands.ts';

export interface FeeTiersSet {
  readonly type: 'feeTiersSet';
  readonly currency: CurrencyId;
  readonly tiers: readonly FeeTier[];
}

export type FeeEvent = FeeTiersSet;
