import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { ConvertTerms } from '@meridian/core/convert/convert-commands';
import type { CurrencyId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import { notionalUnit } from '@meridian/money/market-scale';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { Fault } from '../../fault.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { Rounds, type Runner } from '../../rounds.ts';
import type { LiveView } from '../live-view.ts';
import { fundedSums } from './queries.ts';

const ROUND_MS = 2_000;
const FULL_BPS = 10_000n;
/** Worth of one order at most, in whole coins of the hub. */
const MOST_WORTH = 20_000n;

interface HedgerParts {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly warn: (text: string) => void;
}

/** Counts since the start, by code of the core for refused orders. */
export interface HedgerCounts {
  orders: number;
  refused: Record<string, number>;
}

/**
 * Brings the desk's coins back to its funding, by orders in the public book under the desk's own
 * account, which the office shows. Conversions change the coins; the hub takes up their earnings
 * and costs.
 *
 * Promises for each order: never further from the index than the desk's margin, so that a hedge
 * costs no more than the conversion brought and the fee of its trade, also in a book that somebody
 * manipulates; worth no more than `MOST_WORTH`; immediate or cancelled, so that nothing of it
 * rests; none while the index is stale or the market is closed. It owns no truth: each round begins
 * with the live view and the sums of the fundings, so a restart loses nothing.
 */
export class ConvertHedger implements Runner {
  readonly counts: HedgerCounts = { orders: 0, refused: {} };
  readonly #parts: HedgerParts;
  readonly #gate: ProjectionGate;
  readonly #rounds: Rounds;
  #funded: ReadonlyMap<CurrencyId, bigint> | undefined;
  #fundings = 0;
  #seenSeq = 0;

  constructor(parts: HedgerParts) {
    this.#parts = parts;
    this.#gate = new ProjectionGate(parts.queries);
    this.#rounds = new Rounds(() => this.#round(), {
      everyMs: ROUND_MS,
      onTrouble: (trouble) => parts.warn(`the convert desk could not hedge: ${trouble}`),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /** One order for each currency that is out of balance. Never rejects. */
  runOnce(): Promise<void> {
    return this.#rounds.runOnce();
  }

  async #round(): Promise<void> {
    const { live } = this.#parts;
    // The outcome of the last round is not visible yet: it would be made twice.
    if (live.seq < this.#seenSeq || live.convert.hub() === undefined) return;
    const funded = await this.#sums();
    for (const terms of live.convert.allTerms()) {
      const order = hedgeOf(live, terms, funded.get(terms.currency) ?? 0n);
      if (order !== undefined) await this.#place(order);
    }
  }

  async #place(order: Command): Promise<void> {
    this.counts.orders++;
    try {
      const { seq, outcome } = await this.#parts.engine.submit(order);
      this.#seenSeq = Math.max(this.#seenSeq, seq);
      if (!outcome.ok)
        this.counts.refused[outcome.rejection] = (this.counts.refused[outcome.rejection] ?? 0) + 1;
    } catch (error) {
      // A busy or stopped engine is no failure: the next round looks again.
      if (!(error instanceof Fault)) throw error;
    }
  }

  /** The desk's funding by currency, in smallest units. It is read again after a new funding. */
  async #sums(): Promise<ReadonlyMap<CurrencyId, bigint>> {
    const { live, queries } = this.#parts;
    const { fundings } = live.convert;
    if (this.#funded === undefined || fundings !== this.#fundings) {
      await this.#gate.reached(live.seq);
      this.#funded = await fundedSums(queries);
      this.#fundings = fundings;
    }
    return this.#funded;
  }
}

/** @returns undefined where the desk is in balance, or cannot trade now */
function hedgeOf(live: LiveView, terms: ConvertTerms, funded: bigint): Command | undefined {
  const market = terms.market === 0 ? undefined : live.market(terms.market);
  if (market?.status !== 'open') return undefined;
  const { available, held } = live.balance(SYSTEM.convertDesk, 'spot', terms.currency);
  const surplus = available + held - funded;
  if (surplus === 0n) return undefined;
  const side = surplus > 0n ? 'sell' : 'buy';
  const missing = surplus > 0n ? surplus : -surplus;
  // Coins that are held for open quotes are not sold.
  const wanted = side === 'sell' && available < missing ? available : missing;
  return orderOf(live, terms, { market, side, wanted });
}

function orderOf(
  live: LiveView,
  { marginBps }: ConvertTerms,
  {
    market,
    side,
    wanted,
  }: { readonly market: Market; readonly side: 'buy' | 'sell'; readonly wanted: bigint },
): Command | undefined {
  const unit = notionalUnit(live.scale(market.id));
  const { priceTicks: index, isStale } = live.index(market.id);
  if (isStale || unit === undefined) return undefined;
  const bound = BigInt(side === 'buy' ? marginBps : -marginBps);
  const exact = BigInt(index) * (FULL_BPS + bound);
  // Towards the index.
  const price = side === 'buy' ? exact / FULL_BPS : (exact + FULL_BPS - 1n) / FULL_BPS;
  if (price === 0n) return undefined;
  const worthOfLot = price * unit;
  const quote = live.currency(market.quote);
  if (quote === undefined) return undefined;
  const lots = least(
    wanted / market.lotSize,
    (MOST_WORTH * 10n ** BigInt(quote.scale)) / worthOfLot,
    BigInt(market.maxQuantityLots),
    ...(side === 'buy'
      ? [live.balance(SYSTEM.convertDesk, 'spot', quote.id).available / worthOfLot]
      : []),
  );
  if (lots === 0n || lots * worthOfLot < market.minNotional) return undefined;
  return {
    kind: 'spot.place',
    user: SYSTEM.convertDesk,
    market: market.id,
    side,
    type: 'limit',
    timeInForce: 'ioc',
    postOnly: false,
    priceTicks: Number(price) as PriceTicks,
    quantityLots: Number(lots) as QuantityLots,
    selfTrade: 'expireTaker',
  };
}

function least(...values: readonly bigint[]): bigint {
  return values.reduce((low, value) => (value < low ? value : low));
}
