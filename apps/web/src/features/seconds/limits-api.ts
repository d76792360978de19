import type {
  OwnLimits as WireOwnLimits,
  OwnLossLimit as WireLossLimit,
} from '@meridian/contract/seconds/calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import {
  changesAfterMs,
  type LossLimit,
  type NextLimit,
  type OwnLimits,
} from './model/own-limits.ts';

/** Later than the change, so that the answer has it. */
const MARGIN_MS = 500;
const LIMITS = [OWN, 'seconds', 'limits'] as const;

const fetchLimits = apiCall('GET /api/microtrade/limits');

/** Fetched again when a limit changes by itself. */
export const limitsQuery = queryOptions({
  queryKey: LIMITS,
  queryFn: async ({ signal }) => ownLimits(await fetchLimits({}, { signal })),
  refetchInterval: ({ state: { data } }) =>
    data === undefined ? false : changesAfterMs(data) + MARGIN_MS,
});

/** Undefined: no limit. */
export const setLossLimit = asking(
  moneyCall('POST /api/microtrade/loss_limit'),
  ({ currency, amount }: { readonly currency: number; readonly amount: string | undefined }) =>
    amount === undefined
      ? { currency_id: currency, none: '1' as const }
      : { currency_id: currency, number: amount },
);
export const setTimeLimit = asking(
  moneyCall('POST /api/microtrade/time_limit'),
  ({ minutes }: { readonly minutes: number | undefined }) =>
    minutes === undefined ? { none: '1' as const } : { minutes },
);
export const beginBreak = moneyCall('POST /api/microtrade/break');

/** Asks for the own limits again: after a change of one, and when a ticket has changed the loss. */
export function refreshLimits(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: LIMITS });
}

function ownLimits(row: WireOwnLimits): OwnLimits {
  const { limit, next, ends_ms } = row.minutes;
  return {
    losses: row.losses.map(lossLimit),
    minutes: {
      limit: limit ?? undefined,
      next: nextLimit(next),
      endsMs: ends_ms,
      isOver: ends_ms !== 0 && ends_ms <= row.now,
    },
    break:
      row.break === null
        ? undefined
        : {
            days: row.break.days,
            isExclusion: row.break.is_exclusion === 1,
            endsMs: row.break.ends_ms,
          },
    dayEndsMs: row.day_ends_ms,
    nowMs: row.now,
  };
}

function lossLimit(row: WireLossLimit): LossLimit {
  return {
    currencyId: row.currency_id,
    currency: row.currency_name,
    decimals: row.decimals,
    limit: row.limit ?? undefined,
    next: nextLimit(row.next),
    lost: row.lost,
    open: row.open,
    left: row.left ?? undefined,
  };
}

function nextLimit<T>(
  next: { readonly limit: T | null; readonly from_ms: number } | null,
): NextLimit<T> | undefined {
  return next === null ? undefined : { limit: next.limit ?? undefined, fromMs: next.from_ms };
}
