import type { Command } from '@meridian/core/commands';
import type { Outcome } from '@meridian/core/outcome';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type {
  MarginCommand,
  MarginTerms,
  OpenPosition,
} from '@meridian/core/margin/margin-commands';
import type { Rejection } from '@meridian/core/rejections';
import { accountName, because, type Cause, type OracleLedger } from '../../naive-ledger.ts';
import { areOtherThanSeen, areSeen } from '../../naive-margin-commands.ts';
import { isTrader, isWholeNumber } from '../../naive-rules.ts';

/** The part of a market that margin uses. */
export interface NaiveIndex {
  readonly id: number;
  readonly base: number;
  readonly quote: number;
  readonly tickSize: bigint;
  readonly indexMaxAgeMs: number;
  readonly indexTicks: number;
  readonly indexTimeMs: number;
}

export interface NaiveMarginCatalog {
  readonly scaleOf: (currency: number) => number | undefined;
  readonly marketOf: (id: number) => NaiveIndex | undefined;
}

interface NaivePosition {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  readonly currency: number;
  readonly isLong: boolean;
  readonly leverage: bigint;
  readonly lots: number;
  readonly priceTicks: number;
  readonly unit: bigint;
  readonly terms: MarginTerms;
  readonly placedAtMs: number;
  status: 'waiting' | 'open' | 'over';
  openedAtMs: number;
  indexTicks: number;
  entryTicks: number;
  margin: bigint;
  fee: bigint;
  takeProfit: number;
  stopLoss: number;
  nights: number;
  nightDay: number;
}

const BPS = 10_000n;
const LARGEST_TICKS = 9_007_199_254_740_991n;

/** The rules of margin a second time: one list of positions, and a full scan at each price. */
export class FirstMargin {
  readonly #ledger: OracleLedger;
  readonly #catalog: NaiveMarginCatalog;
  readonly #terms = new Map<number, MarginTerms>();
  readonly #positions: NaivePosition[] = [];
  /** Events of positions since the last reading. */
  #log: string[] = [];

  constructor(ledger: OracleLedger, catalog: NaiveMarginCatalog) {
    this.#ledger = ledger;
    this.#catalog = catalog;
  }

  /** Its whole state, for the oracle of the later rules. */
  handOver() {
    return { terms: this.#terms, positions: this.#positions };
  }

  apply(command: MarginCommand, timeMs: number): Outcome {
    const answer = this.#dispatch(command, timeMs);
    if (typeof answer === 'string') return { ok: false, rejection: answer };
    return answer === undefined
      ? { ok: true }
      : { ok: true, id: answer.id, status: answer.status === 'open' ? 'filled' : 'open' };
  }

  isMalformed(command: Command): boolean {
    return command.kind.startsWith('margin.') && !isWellFormed(command as MarginCommand);
  }

  takeLog(): string[] {
    const log = this.#log;
    this.#log = [];
    return log;
  }

  /** Waiting and open positions. */
  positions(): {
    id: number;
    user: number;
    market: number;
    status: string;
    isLong: boolean;
    lots: number;
    entryTicks: number;
  }[] {
    return this.#alive();
  }

  /** Whether an amount may be transferred out of the margin wallet. */
  mayLeave(user: number, currency: number, amount: bigint, timeMs: number): Rejection | undefined {
    const open = this.#open(user, currency);
    if (open.some(({ market }) => this.#isStale(market, timeMs))) return 'index_stale';
    return open.length > 0 && amount > this.#free(user, currency) ? 'margin_in_use' : undefined;
  }

  onClock(timeMs: number): void {
    const day = dayOf(timeMs);
    for (const position of this.#alive()) {
      if (position.status !== 'open' || position.nightDay >= day) continue;
      position.nights++;
      position.nightDay = day;
      if (position.terms.overnightBps > 0)
        this.#log.push(`night ${position.id} ${overnightOf(position)}`);
    }
  }

  onPrices(markets: readonly number[], timeMs: number): void {
    this.onClock(timeMs);
    const isHere = ({ market }: NaivePosition): boolean => markets.includes(market);
    const reached = this.#alive().filter(
      (each) => each.status === 'waiting' && isHere(each) && this.#isReached(each),
    );
    const stopped = this.#alive().filter(
      (each) => each.status === 'open' && isHere(each) && this.#stopOf(each) !== undefined,
    );
    for (const position of reached) this.#fill(position, timeMs);
    for (const position of stopped) {
      const reason = this.#stopOf(position);
      if (position.status === 'open' && reason !== undefined) this.#close(position, reason);
    }
    const owners = new Map(
      this.#alive().map(
        ({ user, currency }) => [`${user}/${currency}`, { user, currency }] as const,
      ),
    );
    for (const { user, currency } of [...owners.values()].sort(
      (a, b) => a.user - b.user || a.currency - b.currency,
    ))
      this.#liquidate(user, currency);
  }

  #dispatch(command: MarginCommand, timeMs: number): Rejection | NaivePosition | undefined {
    if (!isWellFormed(command)) return 'malformed';
    switch (command.kind) {
      // Younger than these rules.
      case 'margin.reduce':
      case 'margin.reverse':
      case 'margin.addMargin':
      case 'margin.removeMargin':
        return 'malformed';
      case 'margin.terms': {
        const market = this.#catalog.marketOf(command.terms.market);
        if (market === undefined) return 'market_unknown';
        if (this.#unit(market, command.terms) === undefined) return 'market_grid_invalid';
        this.#terms.set(market.id, { ...command.terms, leverages: [...command.terms.leverages] });
        return undefined;
      }
      case 'margin.open':
        return this.#place(command, timeMs);
      case 'margin.closeAll': {
        const chosen = this.#alive()
          .filter(
            ({ user, status, isLong }) =>
              user === command.user &&
              status === 'open' &&
              (command.which === 'all' || isLong === (command.which === 'long')),
          )
          .filter(
            ({ currency }) => command.currency === undefined || currency === command.currency,
          );
        if (chosen.length === 0) return 'position_not_found';
        if (chosen.some(({ market }) => this.#isStale(market, timeMs))) return 'index_stale';
        for (const position of sorted(chosen, (each) => -this.#profit(each)))
          if (position.status === 'open') this.#close(position, 'closed');
        return undefined;
      }
      default: {
        const position = this.#alive().find(
          ({ id, user }) => id === command.position && user === command.user,
        );
        if (position === undefined) return 'position_not_found';
        if (command.kind === 'margin.cancel') {
          if (position.status !== 'waiting') return 'position_not_waiting';
          this.#drop(position, 'cancelled');
          return undefined;
        }
        if (position.status !== 'open') return 'position_not_open';
        if (command.kind === 'margin.stops')
          return this.#setStops(position, command.takeProfitTicks, command.stopLossTicks);
        if (this.#isStale(position.market, timeMs)) return 'index_stale';
        this.#close(position, 'closed');
        return undefined;
      }
    }
  }

  #place(command: OpenPosition, timeMs: number): Rejection | NaivePosition {
    const terms = this.#terms.get(command.market);
    const market = this.#catalog.marketOf(command.market);
    if (terms === undefined || market === undefined) return 'market_unknown';
    if (!terms.isOpen) return 'market_closed';
    if (areOtherThanSeen(command, terms)) return 'margin_terms_changed';
    if (!terms.leverages.includes(command.leverage)) return 'leverage_not_offered';
    if (!isWholeNumber(command.lots, terms.minLots) || command.lots > terms.maxLots)
      return 'quantity_invalid';
    if (
      command.type === 'market' ? command.priceTicks !== 0 : !isWholeNumber(command.priceTicks, 1)
    )
      return 'price_invalid';
    if (market.indexTicks === 0) return 'index_unavailable';
    if (this.#isStale(market.id, timeMs)) return 'index_stale';
    const isLong = command.side === 'long';
    const unit = this.#unit(market, terms) ?? 0n;
    const position: NaivePosition = {
      ...{
        id: this.#positions.length + 1,
        user: command.user,
        market: market.id,
        currency: market.quote,
        isLong,
        leverage: BigInt(command.leverage),
      },
      ...{
        lots: command.lots,
        priceTicks: command.priceTicks === 0 ? 0 : command.priceTicks,
        unit,
        terms,
        placedAtMs: timeMs,
        status: 'waiting',
        openedAtMs: 0,
        indexTicks: 0,
        entryTicks: 0,
      },
      ...{ margin: 0n, fee: 0n, takeProfit: 0, stopLoss: 0, nights: 0, nightDay: 0 },
    };
    const isNow = command.type === 'market' || this.#isReached(position);
    const cost = costAt(position, isNow ? market.indexTicks : command.priceTicks);
    if (cost === undefined) return 'notional_too_large';
    const ownPositions = this.#alive().filter(
      ({ user, currency }) => user === command.user && currency === market.quote,
    );
    if (ownPositions.length >= 200) return 'too_many_open_orders';
    if (ownPositions.some((each) => each.status === 'open' && this.#isStale(each.market, timeMs)))
      return 'index_stale';
    const obstacle = isNow
      ? this.#obstacle(position, cost)
      : this.#free(position.user, position.currency) < cost.margin + cost.fee
        ? 'margin'
        : undefined;
    if (obstacle !== undefined)
      return obstacle === 'margin' ? 'balance_insufficient' : 'exposure_reached';
    this.#positions.push(position);
    if (isNow) this.#enter(position, timeMs);
    else {
      Object.assign(position, cost);
      this.#hold(position, cost.margin + cost.fee);
      this.#log.push(`wait ${position.id} ${cost.entryTicks}`);
    }
    return position;
  }

  #fill(position: NaivePosition, timeMs: number): void {
    this.#hold(position, -(position.margin + position.fee));
    const cost = costAt(position, this.#index(position.market).indexTicks);
    position.status = 'over';
    const obstacle = cost === undefined ? 'margin' : this.#obstacle(position, cost);
    if (obstacle === undefined) this.#enter(position, timeMs);
    else this.#log.push(`drop ${position.id} ${obstacle}`);
  }

  /** The reason why a position cannot be opened now. */
  #obstacle(
    position: NaivePosition,
    { value, margin, fee, entryTicks }: Cost,
  ): 'margin' | 'exposure' | undefined {
    const { user, currency, market, isLong } = position;
    const exposure = this.#alive()
      .filter((each) => each.status === 'open' && each.market === market && each.isLong === isLong)
      .reduce((sum, each) => sum + valueAt(each, each.entryTicks), 0n);
    if (exposure + value > (this.#terms.get(market)?.exposureCap ?? 0n)) return 'exposure';
    if (this.#free(user, currency) < margin + fee) return 'margin';
    const after = { ...position, entryTicks, margin };
    const equity = this.#equity(user, currency) - fee + this.#profit(after);
    const needed = [...this.#open(user, currency), after].reduce(
      (sum, each) => sum + each.margin * BigInt(each.terms.maintenancePercent),
      0n,
    );
    return equity * 100n < needed ? 'margin' : undefined;
  }

  #enter(position: NaivePosition, timeMs: number): void {
    const { indexTicks } = this.#index(position.market);
    const cost = costAt(position, indexTicks);
    if (cost === undefined) throw new Error('a position is entered at no price');
    const { entryTicks, margin, fee } = cost;
    Object.assign(position, {
      entryTicks,
      margin,
      fee,
      indexTicks,
      status: 'open',
      openedAtMs: timeMs,
      nightDay: dayOf(timeMs),
    });
    this.#hold(position, margin);
    this.#takeFee(position, {
      fee,
      exact: cost.value * BigInt(position.terms.feeBps),
      cause: because('fee', position.id, 'position'),
    });
    this.#log.push(`open ${position.id} ${entryTicks}`);
  }

  #setStops(position: NaivePosition, takeProfit: number, stopLoss: number): Rejection | undefined {
    const better = (ticks: number): boolean =>
      position.isLong ? ticks > position.entryTicks : ticks < position.entryTicks;
    const worse = (ticks: number): boolean => ticks !== position.entryTicks && !better(ticks);
    if ((takeProfit !== 0 && !better(takeProfit)) || (stopLoss !== 0 && !worse(stopLoss)))
      return 'stop_on_wrong_side';
    Object.assign(position, {
      takeProfit: takeProfit === 0 ? 0 : takeProfit,
      stopLoss: stopLoss === 0 ? 0 : stopLoss,
    });
    return undefined;
  }

  #liquidate(user: number, currency: number): void {
    const isBelow = (): boolean =>
      this.#equity(user, currency) * 100n <
      this.#open(user, currency).reduce(
        (sum, each) => sum + each.margin * BigInt(each.terms.maintenancePercent),
        0n,
      );
    if (isBelow()) this.#dropAll(user, currency, 'liquidation');
    while (isBelow()) {
      const [worst] = sorted(this.#open(user, currency), (each) => this.#profit(each));
      if (worst === undefined) return;
      this.#close(worst, 'liquidated');
    }
  }

  /**
   * A position's loss beyond its own margin is paid by other orders and positions of the account:
   * first from the holds of the orders, then from the money that closing the positions frees.
   */
  #close(position: NaivePosition, reason: string): void {
    const { user, currency } = position;
    const isShort = (): boolean =>
      this.#available(user, currency) + position.margin + this.#profit(position) < 0n;
    if (isShort()) this.#dropAll(user, currency, 'cover');
    while (isShort()) {
      const freed = (each: NaivePosition): bigint =>
        each.margin + this.#profit(each) - overnightOf(each);
      const [best] = sorted(
        this.#open(user, currency).filter((each) => each !== position && freed(each) > 0n),
        (each) => -freed(each),
      );
      if (best === undefined) break;
      this.#settle(best, 'cover');
    }
    this.#settle(position, reason);
  }

  #settle(position: NaivePosition, reason: string): void {
    const { id, user, currency } = position;
    const wallet = accountName(user, 'margin', currency);
    const house = accountName(SYSTEM.house, 'margin', currency);
    const insurance = accountName(SYSTEM.insurance, 'spot', currency);
    this.#hold(position, -position.margin);
    position.status = 'over';
    let due = this.#profit(position);
    if (due >= 0n) {
      let paid = 0n;
      for (const payer of [house, insurance])
        paid += this.#take(payer, due - paid, because('profit', id));
      this.#give(wallet, paid, because('profit', id));
      due -= paid;
    } else {
      due = -due;
      const lost = this.#take(wallet, due, because('loss', id));
      const covered = this.#take(insurance, due - lost, because('badDebt', id));
      this.#give(house, lost, because('loss', id));
      this.#give(house, covered, because('badDebt', id));
      due -= lost + covered;
    }
    const night = overnightOf(position);
    const available = this.#available(user, currency);
    const exact =
      valueAt(position, position.entryTicks) *
      BigInt(position.nights) *
      BigInt(position.terms.overnightBps);
    if (night <= available)
      this.#takeFee(position, { fee: night, exact, cause: because('overnight', id) });
    else
      this.#give(
        accountName(SYSTEM.fees, 'spot', currency),
        this.#take(wallet, available, because('overnight', id)),
        because('overnight', id),
      );
    this.#log.push(`close ${id} ${reason} ${due}`);
  }

  #dropAll(user: number, currency: number, reason: string): void {
    for (const position of this.#alive())
      if (position.user === user && position.currency === currency && position.status === 'waiting')
        this.#drop(position, reason);
  }

  #drop(position: NaivePosition, reason: string): void {
    this.#hold(position, -(position.margin + position.fee));
    position.status = 'over';
    this.#log.push(`drop ${position.id} ${reason}`);
  }

  #isReached({ market, isLong, priceTicks }: NaivePosition): boolean {
    const { indexTicks } = this.#index(market);
    return isLong ? indexTicks <= priceTicks : indexTicks >= priceTicks;
  }

  #stopOf({
    market,
    isLong,
    takeProfit,
    stopLoss,
  }: NaivePosition): 'takeProfit' | 'stopLoss' | undefined {
    const { indexTicks } = this.#index(market);
    if (takeProfit !== 0 && (isLong ? indexTicks >= takeProfit : indexTicks <= takeProfit))
      return 'takeProfit';
    return stopLoss !== 0 && (isLong ? indexTicks <= stopLoss : indexTicks >= stopLoss)
      ? 'stopLoss'
      : undefined;
  }

  #equity(user: number, currency: number): bigint {
    return this.#open(user, currency).reduce(
      (sum, each) => sum + each.margin + this.#profit(each) - overnightOf(each),
      this.#available(user, currency),
    );
  }

  /** Available, less the losses of open positions. */
  #free(user: number, currency: number): bigint {
    const profits = this.#open(user, currency).reduce(
      (sum, each) => sum + this.#profit(each) - overnightOf(each),
      0n,
    );
    const free = this.#available(user, currency) + (profits < 0n ? profits : 0n);
    return free < 0n ? 0n : free;
  }

  #profit(position: NaivePosition): bigint {
    const moved = BigInt(this.#index(position.market).indexTicks) - BigInt(position.entryTicks);
    return (position.isLong ? moved : -moved) * BigInt(position.lots) * position.unit;
  }

  #alive(): NaivePosition[] {
    return this.#positions.filter(({ status }) => status !== 'over');
  }

  #open(user: number, currency: number): NaivePosition[] {
    return this.#positions.filter(
      (each) => each.status === 'open' && each.user === user && each.currency === currency,
    );
  }

  #isStale(id: number, timeMs: number): boolean {
    const { indexTimeMs, indexMaxAgeMs } = this.#index(id);
    return timeMs > indexTimeMs + indexMaxAgeMs;
  }

  #index(id: number): NaiveIndex {
    const market = this.#catalog.marketOf(id);
    if (market === undefined) throw new Error(`market ${id} is not listed`);
    return market;
  }

  #unit({ base, tickSize }: NaiveIndex, { lotSize }: MarginTerms): bigint | undefined {
    const coin = 10n ** BigInt(this.#catalog.scaleOf(base) ?? 0);
    return (tickSize * lotSize) % coin === 0n ? (tickSize * lotSize) / coin : undefined;
  }

  #available(user: number, currency: number): bigint {
    return this.#ledger.balance(accountName(user, 'margin', currency)).available;
  }

  #hold({ user, currency }: NaivePosition, amount: bigint): void {
    this.#ledger.post(accountName(user, 'margin', currency), -amount, amount);
  }

  /**
   * @returns the part of the amount that was available
   */
  #take(from: string, most: bigint, cause: Cause): bigint {
    const { available } = this.#ledger.balance(from);
    const part = available < most ? available : most;
    this.#give(from, -part, cause);
    return part;
  }

  #give(to: string, amount: bigint, cause: Cause): void {
    if (amount !== 0n) this.#ledger.post(to, amount, 0n, cause);
  }

  /**
   * @param exact in ten-thousandths of a unit: the part below a unit goes to `rounding`
   */
  #takeFee(
    { user, currency }: NaivePosition,
    { fee, exact, cause }: { fee: bigint; exact: bigint; cause: Cause },
  ): void {
    if (fee === 0n) return;
    const whole = exact / BPS;
    this.#give(accountName(user, 'margin', currency), -fee, cause);
    this.#give(accountName(SYSTEM.fees, 'spot', currency), whole, cause);
    this.#give(accountName(SYSTEM.rounding, 'spot', currency), fee - whole, cause);
  }
}

interface Cost {
  readonly entryTicks: number;
  readonly value: bigint;
  readonly margin: bigint;
  readonly fee: bigint;
}

function costAt(position: NaivePosition, indexTicks: number): Cost | undefined {
  const { isLong, terms, leverage } = position;
  const index = BigInt(indexTicks);
  const entry = isLong
    ? roundUp(index * (BPS + BigInt(terms.spreadBps)), BPS)
    : (index * (BPS - BigInt(terms.spreadBps))) / BPS;
  if (entry === 0n || entry > LARGEST_TICKS) return undefined;
  const value = valueAt(position, Number(entry));
  if (value >= 1n << 62n) return undefined;
  return {
    entryTicks: Number(entry),
    value,
    margin: roundUp(value, leverage),
    fee: roundUp(value * BigInt(terms.feeBps), BPS),
  };
}

function valueAt({ lots, unit }: NaivePosition, ticks: number): bigint {
  return BigInt(ticks) * BigInt(lots) * unit;
}

function overnightOf(position: NaivePosition): bigint {
  return roundUp(
    valueAt(position, position.entryTicks) *
      BigInt(position.nights) *
      BigInt(position.terms.overnightBps),
    BPS,
  );
}

function roundUp(value: bigint, by: bigint): bigint {
  return value % by === 0n ? value / by : value / by + 1n;
}

/** Lowest first, the oldest of equals. */
function sorted(
  positions: readonly NaivePosition[],
  by: (position: NaivePosition) => bigint,
): NaivePosition[] {
  return positions
    .map((position) => ({ position, rank: by(position) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.position.id - b.position.id))
    .map(({ position }) => position);
}

function dayOf(timeMs: number): number {
  return Math.floor((timeMs + 28_800_000) / 86_400_000);
}

function isWellFormed(command: MarginCommand): boolean {
  if (command.kind === 'margin.terms') return isTerms(command.terms);
  if (!isTrader(command.user)) return false;
  if (command.kind === 'margin.closeAll')
    return (
      ['all', 'long', 'short'].includes(command.which) &&
      (command.currency === undefined ||
        (isWholeNumber(command.currency, 1) && command.currency < 1_024))
    );
  if (command.kind === 'margin.open') {
    const isWorded =
      ['long', 'short'].includes(command.side) && ['market', 'limit'].includes(command.type);
    return (
      isWorded && areSeen(command) && isWholeNumber(command.market, 1) && command.market < 65_536
    );
  }
  if (command.kind === 'margin.reduce' || !isWholeNumber(command.position, 1)) return false;
  return (
    command.kind !== 'margin.stops' ||
    (isWholeNumber(command.takeProfitTicks, 0) && isWholeNumber(command.stopLossTicks, 0))
  );
}

function isTerms(terms: MarginTerms): boolean {
  if (typeof terms !== 'object' || terms === null) return false;
  const { market, leverages, lotSize, minLots, maxLots, exposureCap, maintenancePercent } = terms;
  const isUpTo = (value: unknown, low: number, high: number): boolean =>
    isWholeNumber(value, low) && (value as number) <= high;
  const isAmount = (value: unknown, low: bigint): boolean =>
    typeof value === 'bigint' && value >= low && value < 1n << 62n;
  const isList =
    Array.isArray(leverages) &&
    leverages.length > 0 &&
    leverages.length <= 20 &&
    leverages.every(
      (each, index) =>
        isUpTo(each, 1, 1_000) && (index === 0 || each > (leverages[index - 1] ?? 0)),
    );
  const isRated =
    [terms.spreadBps, terms.feeBps, terms.overnightBps].every((bps) => isUpTo(bps, 0, 1_000)) &&
    isUpTo(maintenancePercent, 1, 100);
  return (
    isList &&
    isRated &&
    isUpTo(market, 1, 65_535) &&
    isAmount(lotSize, 1n) &&
    isAmount(exposureCap, 0n) &&
    isUpTo(maxLots, 1, 2 ** 36) &&
    isUpTo(minLots, 1, maxLots) &&
    typeof terms.isOpen === 'boolean'
  );
}
