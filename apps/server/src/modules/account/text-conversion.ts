import { CODE_RULES } from '@meridian/contract/account/calls';
import { Gauge, type Registry } from 'prom-client';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Rounds } from '../../rounds.ts';

const LOOK_MS = 60_000;
const DAY_MS = 86_400_000;
/** Fewer texts in a day prove nothing. */
const LEAST_TEXTS = 20;
/** One in so many must be used. Genuine registrations use nearly all. */
const ONE_IN = 4;

/** Text messages with codes of the last day to the numbers of a calling code. */
export interface Conversion {
  readonly area_code: string;
  readonly sent: number;
  readonly used: number;
}

/**
 * Watches the share of used codes among those sent as text messages. A fraudster who is paid for
 * texts to numbers of their own requests many and types none: the alarm `text_codes_44` reports
 * that for numbers that begin with +44.
 */
export class TextConversion {
  readonly rounds: Rounds;
  readonly #queries: Queries;
  readonly #nowMs: () => number;
  #conversions: readonly Conversion[] = [];
  #show: (conversions: readonly Conversion[]) => void = () => undefined;

  constructor(
    queries: Queries,
    { warn, nowMs = Date.now }: { warn: (text: string) => void; nowMs?: () => number },
  ) {
    this.#queries = queries;
    this.#nowMs = nowMs;
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => warn(`text messages: ${trouble}`),
    });
  }

  /** Calling codes whose texts are rarely used. */
  get alarms(): string[] {
    return this.#conversions
      .filter(({ sent, used }) => sent >= LEAST_TEXTS && used * ONE_IN < sent)
      .map(({ area_code }) => `text_codes_${area_code}`);
  }

  /** Registers the last measured values. */
  measure(registry: Registry): void {
    const gauge = (name: 'sent' | 'used') => {
      return new Gauge({
        name: `text_codes_${name}`,
        help: `Codes by text message of the last day that can be used no more, by calling code: ${name}`,
        labelNames: ['area_code'],
        registers: [registry],
      });
    };
    const [sent, used] = [gauge('sent'), gauge('used')];
    this.#show = (conversions) => {
      for (const each of [sent, used]) each.reset();
      for (const { area_code, ...counts } of conversions) {
        sent.set({ area_code }, counts.sent);
        used.set({ area_code }, counts.used);
      }
    };
  }

  async #round(): Promise<void> {
    const nowMs = this.#nowMs();
    const [from, to] = [new Date(nowMs - DAY_MS), new Date(nowMs - CODE_RULES.minutes * 60_000)];
    const { rows } = await sql<Conversion>`
      select area_code, count(*)::int as sent, count(used_at)::int as used from verification_codes
      where area_code <> '' and created_at > ${from} and created_at <= ${to} group by area_code order by area_code`.execute(
      this.#queries,
    );
    this.#conversions = rows;
    this.#show(rows);
  }
}
