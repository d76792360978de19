import {
  BREAK_DAYS,
  breakBegin,
  EXCLUSION_DAYS,
  lossLimitSet,
  MOST_LIMIT_MINUTES,
  ownLimits,
  timeLimitSet,
} from '@meridian/contract/seconds/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { UserId } from '@meridian/core/ids';
import { DAY_MS, limitAt, utcDay, type OwnLimit } from '@meridian/core/seconds/own-limit';
import type { SecondsCommand } from '@meridian/core/seconds/seconds-commands';
import type { Access } from '../../gateway/access.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { originOf } from '../account/device.ts';
import type { SecurityLog } from '../account/security-log.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { SecondsServices } from './routes.ts';
import { submit } from './submit-command.ts';
import { lossLimitRow } from './translate.ts';

const MINUTE_MS = 60_000;

export interface LimitServices extends SecondsServices {
  readonly access: Pick<Access, 'requireStepUp'>;
  readonly securityLog: Pick<SecurityLog, 'record'>;
}

/**
 * The limits that customers set themselves on seconds contracts, and breaks. They hold in the core;
 * a thief with the session cannot loosen one at once, and begins no break without a step-up.
 */
export function registerLimitRoutes(gateway: CallRegistry, services: LimitServices): void {
  const { live } = services;
  gateway.registerCall(ownLimits, ({ session }) => shown(services, session.user as UserId));
  gateway.registerCall(lossLimitSet, (context) => {
    const { input } = context;
    const currency = listedCurrency(live, input.currency_id, 'currency_id');
    const isNone = isRemoval(input.number, input.none, 'number');
    return set(services, context, {
      kind: 'seconds.limitLoss',
      user: context.session.user as UserId,
      currency: currency.id,
      ...(isNone ? {} : { amount: amountOf(input.number ?? '', currency, 'number') }),
      ...keyOf(context.idempotencyKey),
    });
  });
  gateway.registerCall(timeLimitSet, (context) => {
    const { input } = context;
    const isNone = isRemoval(input.minutes, input.none, 'minutes');
    return set(services, context, {
      kind: 'seconds.limitTime',
      user: context.session.user as UserId,
      ...(isNone
        ? {}
        : { minutes: wholeWithin(input.minutes ?? 0, [1, MOST_LIMIT_MINUTES], 'minutes') }),
      ...keyOf(context.idempotencyKey),
    });
  });
  gateway.registerCall(breakBegin, (context) => begin(services, context));
}

/** Refuses neither and both: a field that was left blank must not remove a limit. */
function isRemoval(value: unknown, none: '1' | undefined, field: string): boolean {
  if (value === undefined && none === undefined) throw new Refusal('field_missing', { field });
  if (value !== undefined && none !== undefined)
    throw new Refusal('input_invalid', { field: 'none' });
  return none !== undefined;
}

async function set(
  services: LimitServices,
  context: CallContext<typeof lossLimitSet | typeof timeLimitSet>,
  command: SecondsCommand & { readonly kind: 'seconds.limitLoss' | 'seconds.limitTime' },
): Promise<string> {
  const { live, securityLog } = services;
  const { user } = command;
  await submit(services, command);
  const own = live.seconds.ownLimits(user);
  const nextAtMs =
    command.kind === 'seconds.limitTime'
      ? own.minutes.nextAtMs
      : (own.losses.find(({ currency }) => currency === command.currency)?.limit.nextAtMs ?? 0);
  if (nextAtMs <= live.timeMs) return textOf(context.language, 'answer.seconds.limitSet');
  await securityLog.record(user, 'seconds_limit_loosened', originOf(context));
  return textOf(context.language, 'answer.seconds.limitWaits', { from: shanghaiTime(nextAtMs) });
}

async function begin(
  services: LimitServices,
  context: CallContext<typeof breakBegin>,
): Promise<string> {
  const { live, access, securityLog } = services;
  const { input, session, idempotencyKey, language } = context;
  const user = session.user as UserId;
  if (!BREAK_DAYS.some((days) => days === input.days))
    throw new Refusal('input_invalid', { field: 'days' });
  // Nobody takes it back: a thief with the session alone must not begin it.
  await access.requireStepUp(session);
  const days = input.days;
  await submit(services, { kind: 'seconds.beginBreak', user, days, ...keyOf(idempotencyKey) });
  await securityLog.record(user, 'seconds_break_begun', originOf(context));
  const until = shanghaiTime(live.seconds.ownLimits(user).breakEndsMs);
  return textOf(language, 'answer.seconds.breakBegun', { until });
}

function shown({ live, now }: LimitServices, user: UserId): CallOutput<typeof ownLimits> {
  const nowMs = Math.max(now(), live.timeMs);
  const { losses, minutes, startedMs, breakDays, breakEndsMs } = live.seconds.ownLimits(user);
  const limited = losses.map(({ currency }) => currency);
  const offered = live.seconds.terms().map(({ currency }) => currency);
  const most = limitAt(minutes, nowMs);
  const isStarted = startedMs !== 0 && utcDay(startedMs) === utcDay(nowMs);
  return {
    losses: [...new Set([...offered, ...limited])]
      .sort((a, b) => a - b)
      .map((currency) => lossLimitRow(live, user, { currency, nowMs })),
    minutes: {
      limit: most,
      next: waiting(minutes, nowMs),
      ends_ms: most === null || !isStarted ? 0 : startedMs + most * MINUTE_MS,
    },
    break:
      breakEndsMs <= nowMs
        ? null
        : {
            days: breakDays,
            is_exclusion: breakDays >= EXCLUSION_DAYS ? 1 : 0,
            ends_ms: breakEndsMs,
          },
    day_ends_ms: (utcDay(nowMs) + 1) * DAY_MS,
    now: nowMs,
  };
}

function waiting(
  { next, nextAtMs }: OwnLimit<number>,
  nowMs: number,
): CallOutput<typeof ownLimits>['minutes']['next'] {
  return nextAtMs <= nowMs ? null : { limit: next, from_ms: nextAtMs };
}
