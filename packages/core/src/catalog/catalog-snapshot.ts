import type { CurrencyId, MarketId } from '../ids.ts';
import type { AmountText } from '../amount-text.ts';

export interface SnapshotMarket {
  readonly id: MarketId;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  readonly tickSize: AmountText;
  readonly lotSize: AmountText;
  readonly minNotional: AmountText;
  readonly maxQuantityLots: number;
  readonly makerFeeBps: number;
  readonly takerFeeBps: number;
  readonly maxOpenOrders: number;
  readonly bandBps: number;
  readonly slippageBps: number;
  readonly indexMaxAgeMs: number;
  readonly status: 'open' | 'cancelOnly' | 'closed';
  readonly isDisplayed: boolean;
  readonly hasSeconds?: boolean;
  /** 0 before the first. */
  readonly indexTicks: number;
  readonly indexTimeMs: number;
  readonly indexQuotedAtMs: number;
  readonly indexSources: number;
  readonly markTicks: number;
  /** Price of the last trade, 0 before the first. */
  readonly lastTicks: number;
}
