import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { UserId } from '../ids.ts';
import { refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay, shanghaiMidnight } from '../timers/shanghai-day.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import * as wellFormed from './convert-commands-check.ts';
import type { EndPlan, PlanId, StartPlan } from './convert-commands.ts';
import type { Conversion, ConvertEvent, Plan, PlanSkip } from './convert-events.ts';
import type { SnapshotConvert } from './convert-snapshot.ts';
import type { Desk } from './desk.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Plans that a user may have. */
const MOST_PLANS = 10;
/** Plans that run in one command. */
const MOST_DUE = 100;
/** A time that comes later than this was missed. An hour lets 360,000 plans of one minute run. */
const MISSED_AFTER_MS = 3_600_000;

/**
 * Owns the recurring purchases. A time of a plan converts at the price of its moment, or is skipped
 * with a reason; a time that was missed, because no server ran, is one of those.
 */
export class Plans {
  readonly #events: EventSink<ConvertEvent>;
  readonly #rules: Rules;
  readonly #desk: Desk;
  readonly #mayBegin: (user: UserId) => boolean;
  readonly #plans = new Map<PlanId, Plan>();
  readonly #timers = new TimerHeap();
  #nextPlan = 1;

  constructor(
    parts: AreaParts<ConvertEvent> & {
      readonly desk: Desk;
      readonly mayBegin: (user: UserId) => boolean;
    },
  ) {
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#desk = parts.desk;
    this.#mayBegin = parts.mayBegin;
  }

  start(command: StartPlan, timeMs: number): Outcome {
    if (!wellFormed.isPlan(command)) return refused('malformed');
    const { user, from, to, amount, everyDays, minute, maxSpreadBps } = command;
    const conversion = this.#desk.price({ from, to, side: 'from', amount }, timeMs);
    if (typeof conversion === 'string') return refused(conversion);
    const count = [...this.#plans.values()].filter((plan) => plan.user === user).length;
    if (count >= MOST_PLANS) return refused('plans_too_many');
    const id = this.#nextPlan++;
    const today = shanghaiMidnight(shanghaiDay(timeMs)) + minute * MINUTE_MS;
    const nextMs = today > timeMs ? today : today + DAY_MS;
    const plan: Plan = { id, user, from, to, amount, everyDays, minute, maxSpreadBps, nextMs };
    this.#keep(plan);
    this.#events.list.push({ type: 'planStarted', plan });
    return { ok: true, id };
  }

  end(command: EndPlan): Rejection | undefined {
    if (!wellFormed.isPlanEnd(command)) return 'malformed';
    const plan = this.#plans.get(command.plan);
    if (plan === undefined || plan.user !== command.user) return 'plan_not_found';
    this.#plans.delete(plan.id);
    this.#timers.remove(plan.id);
    this.#events.list.push({ type: 'planEnded', plan });
    return undefined;
  }

  /** Runs the plans that are due, at most so many that no command is long. */
  onTime(timeMs: number): void {
    for (let count = 0; count < MOST_DUE;) {
      const id = this.#timers.takeBefore(timeMs + 1);
      if (id < 0) return;
      const plan = this.#plans.get(id);
      if (plan === undefined) continue;
      this.#run(plan, timeMs);
      count++;
    }
  }

  snapshot(): Pick<SnapshotConvert, 'nextPlan' | 'plans'> {
    return {
      nextPlan: this.#nextPlan,
      plans: [...this.#plans.values()]
        .sort((a, b) => a.id - b.id)
        .map(({ amount, ...plan }) => ({ ...plan, amount: amount.toString() })),
    };
  }

  restore({ nextPlan, plans }: Pick<SnapshotConvert, 'nextPlan' | 'plans'>): void {
    this.#nextPlan = nextPlan;
    for (const row of plans) {
      const { id, user, from, to, everyDays, minute, maxSpreadBps, nextMs } = row;
      const amount = BigInt(row.amount) as Amount;
      this.#keep({ id, user, from, to, amount, everyDays, minute, maxSpreadBps, nextMs });
    }
  }

  #keep(plan: Plan): void {
    this.#plans.set(plan.id, plan);
    this.#timers.add(plan.nextMs, plan.id);
  }

  #run(plan: Plan, timeMs: number): void {
    const periodMs = plan.everyDays * DAY_MS;
    const periods = Math.floor((timeMs - plan.nextMs) / periodMs) + 1;
    const later: Plan = { ...plan, nextMs: plan.nextMs + periods * periodMs };
    this.#keep(later);
    const found = this.#conversionOf(plan, timeMs);
    const conversion = typeof found === 'string' ? null : found;
    if (conversion !== null) {
      this.#desk.count(conversion.to, conversion.received, timeMs);
      this.#desk.pay(plan.user, conversion, plan.id, 'plan');
    }
    this.#events.list.push({
      type: 'planRan',
      plan: later,
      dueMs: plan.nextMs,
      conversion,
      skipped: typeof found === 'string' ? found : null,
    });
  }

  #conversionOf(
    { user, from, to, amount, maxSpreadBps, nextMs }: Plan,
    timeMs: number,
  ): Conversion | PlanSkip {
    const isMissed = timeMs - nextMs > MISSED_AFTER_MS;
    if (isMissed && this.#rules.skipsMissedTimes) return 'missed';
    if (!this.#mayBegin(user)) return 'stopped';
    const conversion = this.#desk.price({ from, to, side: 'from', amount }, timeMs);
    if (typeof conversion === 'string') return skipFor(conversion);
    if (conversion.spreadBps > maxSpreadBps) return 'spread';
    if (!this.#desk.hasFunds(user, conversion)) return 'balance';
    return this.#desk.problem(conversion, timeMs) === undefined ? conversion : 'limit';
  }
}

function skipFor(rejection: Rejection): PlanSkip {
  if (rejection === 'index_stale' || rejection === 'index_unavailable') return 'price';
  return rejection === 'convert_closed' || rejection === 'market_closed' ? 'closed' : 'limit';
}
