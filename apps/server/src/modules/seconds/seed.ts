import type { CurrencyId, UserId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Command } from '@meridian/core/commands';
import type {
  Duration,
  InsuranceOffer,
  SecondsTerms,
} from '@meridian/core/seconds/seconds-commands';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';

const COIN = 10n ** 8n;

/** The terms and the funding of a currency in the demo. Amounts in smallest units. */
interface DemoCurrency {
  readonly currency: CurrencyId;
  readonly amounts: readonly bigint[];
  /** Bounds of the shortest duration; longer ones take more. */
  readonly min: bigint;
  readonly max: bigint;
  readonly exposureCap: bigint;
  readonly house: bigint;
  readonly insurance: bigint;
  /** The amount that a demo user gets in the seconds wallet. */
  readonly user: bigint;
}

const DEMO_CURRENCIES: readonly DemoCurrency[] = [
  {
    currency: 3,
    amounts: [10n * COIN, 50n * COIN, 100n * COIN, 500n * COIN, 1_000n * COIN],
    min: 10n * COIN,
    max: 5_000n * COIN,
    exposureCap: 500_000n * COIN,
    house: 20_000_000n * COIN,
    insurance: 1_000_000n * COIN,
    user: 10_000n * COIN,
  },
  {
    currency: 1,
    amounts: [COIN / 1_000n, COIN / 200n, COIN / 100n, COIN / 20n],
    min: COIN / 1_000n,
    max: COIN / 10n,
    exposureCap: 10n * COIN,
    house: 300n * COIN,
    insurance: 20n * COIN,
    user: COIN / 2n,
  },
];

/** Seconds, profit in basis points, and the largest stake as a multiple of the shortest one's. */
const DEMO_DURATIONS = [
  [30, 8_000, 1n],
  [60, 8_300, 2n],
  [120, 8_600, 4n],
  [300, 9_000, 10n],
] as const;

/**
 * By how much the quotes of an open price are younger than its ticket. It covers venues that run
 * behind the leading one, and clocks of venues that are wrong; docs/decisions/0007 has the
 * measurements.
 */
export const START_OPEN_DELAY_MS = 500;
/**
 * Venues that an index must be made of to open a ticket: prices of a demo may be simulated. Where
 * they are not, the office's form proposes three.
 */
const START_MIN_SOURCES = 1;

/**
 * Demo mode only: offers seconds contracts and an insurance on every market that is marked for
 * them, and funds the accounts that pay for them. Listed terms stay as they are: an operator may
 * have changed them since.
 */
export async function seedSeconds(engine: Pick<Engine, 'submit'>, live: LiveView): Promise<void> {
  const commands: Command[] = [];
  for (const demo of DEMO_CURRENCIES) {
    const { currency, house, insurance } = demo;
    if (live.currency(currency) === undefined) continue;
    for (const market of live.markets()) {
      if (market.hasSeconds === true && !live.seconds.hasTerms(market.id, currency))
        commands.push({ kind: 'seconds.terms', terms: termsOf(demo, market.id) });
    }
    if (!live.seconds.offers().some((offer) => offer.currency === currency))
      commands.push({ kind: 'seconds.listInsurance', offer: offerOf(demo) });
    const fund = { kind: 'ledger.deposit', currency, reference: 'demo-funding' } as const;
    if (!hasMoved(live, SYSTEM.house, 'seconds', currency))
      commands.push({ ...fund, user: SYSTEM.house, wallet: 'seconds', amount: house as Amount });
    if (!hasMoved(live, SYSTEM.insurance, 'spot', currency))
      commands.push({
        ...fund,
        user: SYSTEM.insurance,
        wallet: 'spot',
        amount: insurance as Amount,
      });
  }
  const answers = await Promise.all(commands.map((command) => engine.submit(command)));
  for (const { outcome } of answers) {
    if (!outcome.ok)
      throw new Error(`the seconds contracts of the demo were refused: ${outcome.rejection}`);
  }
}

/** Demo mode only: play money in a demo user's seconds wallet, from the house, once. */
export async function fundSecondsUser(
  engine: Pick<Engine, 'submit'>,
  live: LiveView,
  user: UserId,
): Promise<void> {
  for (const { currency, user: amount } of DEMO_CURRENCIES) {
    if (hasMoved(live, user, 'seconds', currency)) continue;
    const { outcome } = await engine.submit({
      kind: 'ledger.credit',
      user,
      wallet: 'seconds',
      currency,
      amount: amount as Amount,
      reference: 'demo-welcome',
      key: `demo-seconds-${currency}`,
    });
    if (!outcome.ok) throw new Error(`the demo funding was refused: ${outcome.rejection}`);
  }
}

function hasMoved(live: LiveView, user: number, wallet: string, currency: CurrencyId): boolean {
  return live
    .balances(user)
    .some((account) => account.wallet === wallet && account.currency === currency);
}

function termsOf(
  { currency, amounts, min, max, exposureCap }: DemoCurrency,
  market: number,
): SecondsTerms {
  const durations = DEMO_DURATIONS.map(([seconds, payoutBps, times]): Duration => ({
    seconds,
    payoutBps,
    minStake: min as Amount,
    maxStake: (max * times) as Amount,
  }));
  return {
    market,
    currency,
    feeBps: 200,
    amounts: amounts as readonly Amount[],
    durations,
    exposureCap: exposureCap as Amount,
    isOpen: true,
    openDelayMs: START_OPEN_DELAY_MS,
    minSources: START_MIN_SOURCES,
  };
}

/** The terms of the demo on a market for stakes in USDT. */
export function demoSecondsTerms(market: number): SecondsTerms {
  return termsOf(DEMO_CURRENCIES[0] as DemoCurrency, market);
}

/** A day: 15 % of the insured amount, and a fifth of each loss is paid. */
function offerOf({ currency, min, max }: DemoCurrency): InsuranceOffer {
  const bounds = { minInsured: (min * 10n) as Amount, maxInsured: (max * 2n) as Amount };
  return {
    id: currency,
    currency,
    premiumBps: 1_500,
    coverBps: 2_000,
    ...bounds,
    days: 1,
    isOpen: true,
  };
}
