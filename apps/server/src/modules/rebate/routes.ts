import { maskedAccount } from '@meridian/contract/account/masked-account';
import { REBATES_PER_PAGE } from '@meridian/contract/rebate/bounds';
import { rebateList, rebateSummary } from '@meridian/contract/rebate/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { UserId } from '@meridian/core/ids';
import type { SnapshotRebateRates } from '@meridian/core/rebate/rebate-snapshot';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import { accountsOf } from '../account/customer-search.ts';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { linesPage, totalsOf, type LineRow } from './queries.ts';

const DAY_MS = 86_400_000;

export interface RebateServices {
  readonly live: LiveView;
  readonly queries: Queries;
  readonly gate: ProjectionGate;
  readonly now: () => number;
  readonly identities: {
    /** Level 1 is not verified. */
    stateOf(user: UserId): Promise<{ readonly level: number }>;
  };
}

/** Shares of the fees of invitees. `/api/user/invitees` lists the invitees. */
export function registerRebateRoutes(gateway: CallRegistry, services: RebateServices): void {
  const { live, queries, gate } = services;
  gateway.registerCall(rebateSummary, ({ session }) => summary(services, session.user as UserId));
  gateway.registerCall(rebateList, async ({ input: { page = 1 }, session }) => {
    await gate.reached(live.seq);
    const user = session.user as UserId;
    const { rows, total } = await linesPage(queries, { user, page, limit: REBATES_PER_PAGE });
    const payers = rows.map(({ payer_id }) => Number(payer_id));
    const accounts = await accountsOf(queries, [...new Set(payers)]);
    const list = rows.map((row) => ({
      ...lineRow(live, row),
      account: maskedAccount(accounts.get(Number(row.payer_id)) ?? ''),
    }));
    return { list, total, page };
  });
}

/** The cells of a share that everybody sees. */
export function lineRow(live: LiveView, row: LineRow) {
  const { code = '', scale = 0 } = live.currency(row.currency) ?? {};
  return {
    id: Number(row.id),
    day: dayText(row.day),
    level: row.level,
    fees: formatDecimal(row.worth, scale),
    rate_bps: row.rate_bps,
    number: formatDecimal(row.amount, scale),
    currency_name: code,
    time: shanghaiTime(Number(row.time_ms)),
  };
}

/** A day of UTC as YYYY-MM-DD. @param day since the epoch */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

async function summary(
  { live, queries, gate, now, identities }: RebateServices,
  user: UserId,
): Promise<CallOutput<typeof rebateSummary>> {
  await gate.reached(live.seq);
  const timeMs = now();
  const present = live.rebate.ratesAt(timeMs);
  const next = live.rebate.ratesAfter(timeMs);
  const id = (present ?? next)?.currency ?? 0;
  const { code = '', scale = 0 } = live.currency(id) ?? {};
  const [{ levels, lastDay }, { level }] = await Promise.all([
    totalsOf(queries, user, id),
    identities.stateOf(user),
  ]);
  const text = (amount: bigint): string => formatDecimal(amount, scale);
  return {
    currency_name: code,
    rates_bps: ratesOf(present),
    next_rates_bps: next === undefined ? null : ratesOf(next),
    next_time: shanghaiTime((Math.floor(timeMs / DAY_MS) + 1) * DAY_MS),
    is_verified: level > 1,
    total: text(levels.reduce((sum, amount) => sum + amount, 0n)),
    last_day: text(lastDay),
    levels: levels.map(text),
  };
}

/** None where no fee is shared. */
function ratesOf(rates: SnapshotRebateRates | undefined): number[] {
  return rates?.ratesBps.some((rate) => rate > 0) === true ? [...rates.ratesBps] : [];
}
