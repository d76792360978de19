import { notionalUnit } from '@meridian/money/market-scale';
import type { AreaParts } from '../area-parts.ts';
import type { ListedMarket, Listings } from '../catalog/listings.ts';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import { MarginAccount } from './margin-account.ts';
import { checkAccount, checkPosition } from './margin-checks.ts';
import { decodeTerms, encodeTerms } from './margin-commands-check.ts';
import type { MarginTerms, PositionId, PositionSide } from './margin-commands.ts';
import type { MarginEvent } from './margin-events.ts';
import {
  addStops,
  count,
  newMarginMarket,
  watchIsolated,
  watchLimitClose,
  watchOrder,
  type MarginMarket,
} from './margin-market.ts';
import type { SnapshotMargin, SnapshotPosition } from './margin-snapshot.ts';
import {
  encodePosition,
  newPosition,
  ownMargin,
  sizeOf,
  valueOf,
  type Position,
} from './position.ts';

const CURRENCIES = 1024;

/**
 * Owns the markets, accounts, orders and positions of contracts, and their rows in a snapshot.
 * Promises M1 and the sums of M2. Decides nothing about them.
 */
export class MarginBook {
  /** Accounts below maintenance that no price reaches. */
  readonly unmoved = new Set<MarginAccount>();
  readonly #parts: AreaParts<MarginEvent>;
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #markets = new Map<MarketId, MarginMarket>();
  readonly #accounts = new Map<number, MarginAccount>();
  readonly #positions = new Map<PositionId, Position>();
  #nextPosition = 1;

  constructor(parts: AreaParts<MarginEvent>) {
    this.#parts = parts;
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
  }

  /** Id of the next order. */
  get nextPosition(): PositionId {
    return this.#nextPosition;
  }

  /**
   * Offers a market, or changes its terms.
   * @returns why it cannot be offered
   */
  offer(terms: MarginTerms): Rejection | undefined {
    const listed = this.#listings.market(terms.market);
    if (listed === undefined) return 'market_unknown';
    const unit = this.#unitOf(listed, terms);
    if (unit === undefined) return 'market_grid_invalid';
    const known = this.#markets.get(terms.market);
    if (known === undefined) this.#markets.set(terms.market, newMarginMarket(listed, terms, unit));
    else Object.assign(known, { terms, unit });
    return undefined;
  }

  market(id: MarketId): MarginMarket | undefined {
    return this.#markets.get(id);
  }

  markets(): Iterable<MarginMarket> {
    return this.#markets.values();
  }

  positions(): Iterable<Position> {
    return this.#positions.values();
  }

  /** Keeps a new order. */
  add(position: Position): void {
    this.#positions.set(position.id, position);
    this.#nextPosition++;
  }

  /** The account, if it ever traded. */
  knownAccount(user: UserId, currency: CurrencyId): MarginAccount | undefined {
    return this.#accounts.get(accountKey(user, currency));
  }

  /**
   * A position of the user. Another user's id is answered like an unknown id (no existence oracle).
   */
  find({ user, position }: { user: UserId; position: PositionId }): Position | undefined {
    const found = this.#positions.get(position);
    return found?.user === user ? found : undefined;
  }

  /** The account, made if there is none. Opens no ledger account: snapshots omit an empty one. */
  account(user: UserId, currency: CurrencyId): MarginAccount {
    const key = accountKey(user, currency);
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    const account = new MarginAccount({
      user,
      currency,
      ledger: this.#ledger,
      unmoved: this.unmoved,
    });
    this.#accounts.set(key, account);
    return account;
  }

  accountOf({ user, market }: Position): MarginAccount {
    return this.account(user, market.settings.quote);
  }

  /** The user's accounts, by currency. */
  accountsOf(user: UserId): MarginAccount[] {
    const currencies = new Set(
      [...this.#markets.values()].map(({ listed }) => listed.settings.quote),
    );
    return [...currencies]
      .sort((a, b) => a - b)
      .flatMap((currency) => this.#accounts.get(accountKey(user, currency)) ?? []);
  }

  accountsIn(markets: readonly MarginMarket[]): MarginAccount[] {
    if (markets.length === 0) return [];
    return [...this.#accounts.values()].filter((account) =>
      markets.some(({ terms }) => account.isIn(terms.market)),
    );
  }

  marketOf({ id, market }: Position): MarginMarket {
    const found = this.#markets.get(market.settings.id);
    if (found === undefined) throw new Error(`position ${id} is in no margin market`);
    return found;
  }

  /** Goes to the next state (M1); an ended position is forgotten. */
  move(position: Position, to: Position['status']): void {
    const isNext =
      to === 'open' ? position.status === 'waiting' : to === 'ended' && position.status !== 'ended';
    this.#checks.check(
      'M1',
      isNext,
      `position ${position.id} goes from ${position.status} to ${to}`,
    );
    position.status = to;
    if (to === 'ended') this.#positions.delete(position.id);
  }

  /**
   * Full scan: M2, M5, M7, the sums of accounts and exposures, and that each waiting order and stop
   * is in the heap of its price.
   */
  verify(): void {
    const exposure = new Map<MarginMarket, Record<PositionSide, bigint>>();
    const sizes = new Map<MarginMarket, Record<PositionSide, bigint>>();
    let waiting = 0;
    for (const position of this.#positions.values()) {
      const market = this.marketOf(position);
      const sums = exposure.get(market) ?? { long: 0n, short: 0n };
      exposure.set(market, sums);
      const size = sizes.get(market) ?? { long: 0n, short: 0n };
      sizes.set(market, size);
      if (position.status === 'open') {
        sums[position.side] += valueOf(position, position.entryTicks);
        size[position.side] += sizeOf(position);
      } else waiting++;
      checkPosition(position, market, this.#parts);
    }
    for (const market of this.#markets.values()) {
      const { long, short } = exposure.get(market) ?? { long: 0n, short: 0n };
      this.#checks.check(
        'M2',
        market.exposure.long === long && market.exposure.short === short,
        `exposure of market ${market.terms.market} is not the sum of its positions`,
      );
      const size = sizes.get(market) ?? { long: 0n, short: 0n };
      this.#checks.check(
        'M2',
        market.sizes.long === size.long && market.sizes.short === size.short,
        `sizes of market ${market.terms.market} are not the sum of its positions`,
      );
      waiting -= market.orders.long.size + market.orders.short.size + market.pending.size;
    }
    this.#checks.check('M1', waiting === 0, 'an order waits without a trigger');
    for (const account of this.#accounts.values()) checkAccount(account, this.#parts);
  }

  snapshot(): Omit<SnapshotMargin, 'debts'> {
    return {
      nextPosition: this.#nextPosition,
      terms: [...this.#markets.values()]
        .map(({ terms }) => encodeTerms(terms))
        .sort((a, b) => a.market - b.market),
      positions: [...this.#positions.values()].map(encodePosition).sort((a, b) => a.id - b.id),
      dead: [...this.#markets.values()]
        .filter(({ bounds }) => bounds.isDead)
        .map(({ terms }) => terms.market)
        .sort((a, b) => a - b),
      owing: [...this.#accounts.values()]
        .filter(({ owing }) => owing > 0n)
        .sort(byOwner)
        .map(({ user, currency, owing }) => ({ user, currency, owing: owing.toString() })),
    };
  }

  restore(snapshot: Omit<SnapshotMargin, 'debts'>): void {
    this.#nextPosition = snapshot.nextPosition;
    for (const row of snapshot.terms) {
      if (this.offer(decodeTerms(row)) !== undefined)
        throw new Error(`margin market ${row.market} of the snapshot is not listed`);
    }
    for (const id of snapshot.dead) (this.#markets.get(id) as MarginMarket).bounds.isDead = true;
    for (const row of snapshot.positions) this.#restorePosition(row);
    for (const { user, currency, owing } of snapshot.owing)
      this.account(user, currency).owing = BigInt(owing);
    for (const account of this.#accounts.values()) account.bind();
  }

  #restorePosition(row: SnapshotPosition): void {
    const market = this.#markets.get(row.market);
    if (market === undefined)
      throw new Error(`position ${row.id} of the snapshot is in no margin market`);
    const { market: _market, status, margin, fee, unit, ...fields } = row;
    const position: Position = Object.assign(
      newPosition({ ...fields, unit: BigInt(unit), market: market.listed }),
      { status, margin: BigInt(margin), fee: BigInt(fee) },
    );
    const {
      openedAtMs,
      indexTicks,
      entryTicks,
      takeProfitTicks,
      stopLossTicks,
      closingAtMs,
      cover,
      closingFor,
      takenBackAtMs,
      nights,
      nightDay,
      closingLots,
      reverseTicks,
    } = row;
    const nextStops = row.nextStops ?? undefined;
    const limitClose = row.limitClose ?? undefined;
    const added = BigInt(row.added);
    const removal =
      row.removal === null ? undefined : { ...row.removal, amount: BigInt(row.removal.amount) };
    Object.assign(position, {
      openedAtMs,
      indexTicks,
      entryTicks,
      takeProfitTicks,
      stopLossTicks,
      nextStops,
      closingAtMs,
      cover,
      closingFor,
      takenBackAtMs,
      nights,
      nightDay,
      closingLots,
      limitClose,
      reverseTicks,
      added,
      removal,
    });
    if (nextStops !== undefined || takenBackAtMs > 0 || removal !== undefined)
      market.changing.add(position);
    const account = this.account(row.user, market.listed.settings.quote);
    const held = status === 'open' ? ownMargin(position) : position.margin + position.fee;
    position.hold = this.#ledger.restoreHold(account.slot, held, row.id, 'position');
    this.#positions.set(row.id, position);
    if (status === 'waiting') {
      account.waiting.set(row.id, position);
      watchOrder(market, position);
      return;
    }
    account.add(position, market.bounds);
    count(market, position, 1n);
    if (closingAtMs > 0) market.closing.add(position);
    addStops(this.marketOf(position), position);
    watchLimitClose(this.marketOf(position), position);
    watchIsolated(this.marketOf(position), position);
  }

  #unitOf(
    { settings: { base, quote, tickSize } }: ListedMarket,
    { lotSize }: MarginTerms,
  ): bigint | undefined {
    const scaleOf = (currency: CurrencyId): number => this.#listings.currency(currency)?.scale ?? 0;
    return notionalUnit({
      baseScale: scaleOf(base),
      quoteScale: scaleOf(quote),
      tickSize,
      lotSize,
    });
  }
}

/** The order in which accounts are examined. */
export function byOwner(a: MarginAccount, b: MarginAccount): number {
  return a.user - b.user || a.currency - b.currency;
}

function accountKey(user: UserId, currency: CurrencyId): number {
  return user * CURRENCIES + currency;
}
