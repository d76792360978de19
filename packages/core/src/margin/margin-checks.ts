import type { InvariantChecks } from '../invariants.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import type { MarginAccount } from './margin-account.ts';
import type { MarginMarket } from './margin-market.ts';
import {
  areStopsApart,
  entryAt,
  liquidationMark,
  ownMargin,
  valueOf,
  type Position,
} from './position.ts';

interface ChecksParts {
  readonly ledger: Ledger;
  readonly checks: InvariantChecks;
}

/**
 * M1, M2, M6, M7: the hold of a position, and that its market watches for every price that it waits
 * for.
 */
export function checkPosition(
  position: Position,
  market: MarginMarket,
  { ledger, checks }: ChecksParts,
): void {
  const { id, status, margin, fee, hold, entryTicks } = position;
  const isOpen = status === 'open';
  checks.check('M1', isOpen || status === 'waiting', `position ${id} is kept although it is over`);
  const value = isOpen
    ? valueOf(position, entryTicks)
    : (entryAt(position, position.heldTicks)?.value ?? 0n);
  checks.check(
    'M2',
    isMarginRight(position, value),
    `the margin of position ${id} is not its value by its leverage`,
  );
  ledger.checkOwner(hold, id, 'position');
  checks.check(
    'M2',
    ledger.holdAmount(hold) === (isOpen ? ownMargin(position) : margin + fee),
    `position ${id} does not hold its margin`,
  );
  const days = isOpen ? position.nightDay - shanghaiDay(position.openedAtMs) : 0;
  checks.check('M6', position.nights <= days, `position ${id} has more nights than days`);
  checkWaiting(position, market, checks);
}

function checkWaiting(
  position: Position,
  { pending, closing, changing }: MarginMarket,
  checks: InvariantChecks,
): void {
  const { id, status, takeProfitTicks, stopLossTicks, nextStops, closingAtMs, cover, closingFor } =
    position;
  const { lots, closingLots, limitClose } = position;
  const isLimited =
    limitClose === undefined || (isOpenLots(limitClose.lots, lots) && status === 'open');
  const isOpen = status === 'open';
  const isChanging =
    nextStops !== undefined || position.takenBackAtMs > 0 || position.removal !== undefined;
  checks.check(
    'M1',
    changing.has(position) === isChanging,
    `what changes of position ${id} waits for no price`,
  );
  checks.check('M7', areStopsApart(position), `no price lies between the stops of position ${id}`);
  checks.check(
    'M7',
    nextStops === undefined || areStopsApart({ ...position, ...nextStops }),
    `no price lies between the next stops of position ${id}`,
  );
  const isPending = !isOpen && position.priceTicks === 0;
  const isWatched =
    position.first.place >= 0 === (isOpen ? takeProfitTicks > 0 : !isPending) &&
    position.second.place >= 0 === (isOpen && stopLossTicks > 0);
  checks.check(
    'M1',
    pending.has(position) === isPending && closing.has(position) === (isOpen && closingAtMs > 0),
    `position ${id} waits for prices in the wrong place`,
  );
  checks.check(
    'M1',
    closingAtMs > 0 || (cover === 'margin' && closingFor === 'closed'),
    `position ${id} has the cover of a close and is not to be closed`,
  );
  checks.check(
    'M1',
    (closingAtMs > 0 ? isOpenLots(closingLots, lots) : closingLots === 0) && isLimited,
    `position ${id} is to close ${closingLots} and ${limitClose?.lots} of its ${lots} lots`,
  );
  checks.check(
    'M1',
    position.reverseTicks > 0 === (closingFor === 'reversed'),
    `position ${id} is reversed by a close that does not say so`,
  );
  checkIsolated(position, checks);
  checks.check(
    'M1',
    position.third.place >= 0 === (limitClose !== undefined),
    `nobody watches the price that closes position ${id}`,
  );
  checks.check('M7', isWatched, `nobody watches the prices of position ${id}`);
}

/** M2 and M5: nothing is added to a cross margin, and an isolated one is watched. */
function checkIsolated(position: Position, checks: InvariantChecks): void {
  const { id, isIsolated, status, added, removal, fourth } = position;
  const isOwn = isIsolated && status === 'open';
  checks.check(
    'M2',
    added >= 0n && (isOwn || (added === 0n && removal === undefined)),
    `position ${id} has an added margin and is not isolated`,
  );
  const mark = isOwn ? liquidationMark(position) : undefined;
  checks.check(
    'M5',
    fourth.place >= 0 === (mark !== undefined) && (mark === undefined || fourth.ticks === mark),
    `nobody watches the mark that liquidates position ${id}`,
  );
}

function isOpenLots(some: number, lots: number): boolean {
  return some > 0 && some <= lots;
}

/** M2 and M4: an account holds its margins, and owes insurance nothing once it has no position. */
export function checkAccount(account: MarginAccount, { ledger, checks }: ChecksParts): void {
  const { user, owing, open, waiting, slot } = account;
  checks.check(
    'M4',
    owing === 0n || (owing > 0n && open.size > 0),
    `user ${user} owes insurance ${owing} and has ${open.size} positions`,
  );
  let held = account.margins;
  for (const { margin, fee } of waiting.values()) held += margin + fee;
  for (const position of account.isolated.values()) held += ownMargin(position);
  checks.check(
    'M2',
    ledger.held(slot) === held && account.isSummedRight(),
    `margins of user ${user} are not what is held`,
  );
}

/** M2: value / leverage, rounded up by less than a unit. */
export function isMarginRight({ margin, leverage }: Position, value: bigint): boolean {
  const times = BigInt(leverage);
  return margin * times >= value && (margin - 1n) * times < value;
}
