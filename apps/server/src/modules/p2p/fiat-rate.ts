import { FIAT_PRICE_SCALE } from '@meridian/core/p2p/p2p-commands';
import { parseDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';
import { Rounds, type Runner } from '../../rounds.ts';
import type { LiveView } from '../live-view.ts';
import { startingCurrency } from '../market/starting-catalog.ts';

const LOOK_MS = 5_000;
/** The core uses a price for a day, so that a restart or two in between do not matter. */
const REPEAT_MS = 3_600_000;
const USDT = startingCurrency('USDT');

interface FiatRateParts {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  /** CNY for one USDT, undefined while payments have no valid price. */
  readonly payments: { rate(): Promise<string | undefined> };
  readonly warn: (text: string) => void;
}

/**
 * Gives the marketplace the price of payments, CNY for one USDT: at the start, when it changes, and
 * before the core takes the last one for too old. Without a valid price it says nothing, and
 * floating ads rest once the last one is a day old.
 */
export class FiatRateFeed implements Runner {
  readonly rounds: Rounds;
  readonly #parts: FiatRateParts;

  constructor(parts: FiatRateParts) {
    this.#parts = parts;
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`the marketplace has no new price of CNY: ${trouble}`),
    });
  }

  start(): void {
    this.rounds.start();
    void this.rounds.runOnce();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  async #round(): Promise<void> {
    const { engine, live, payments } = this.#parts;
    const rate = await payments.rate();
    if (rate === undefined) return;
    const parsed = parseDecimal(rate, FIAT_PRICE_SCALE);
    if (!parsed.ok) throw new Error(`${rate} is no price`);
    const priceTicks = Number(parsed.units);
    const known = live.p2p.rate;
    const isKnown = known.currency === USDT && known.priceTicks === priceTicks;
    if (isKnown && live.timeMs - known.timeMs < REPEAT_MS) return;
    const { outcome } = await engine.submit({ kind: 'p2p.rate', currency: USDT, priceTicks });
    if (!outcome.ok) throw new Error(outcome.rejection);
  }
}
