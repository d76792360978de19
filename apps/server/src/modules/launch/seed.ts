import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';

const COIN = 10n ** 8n;
const DAY_MS = 86_400_000;
/** The coin of the demo, which has no market yet. */
const DEMO_COIN = { id: 12, code: 'MRD', scale: 8 } as const;
/** Its plan, in whole coins and USDT. Its help page says the same. */
export const DEMO_PLAN = {
  planned: '100000000',
  start_price: '0.25',
  issued: 40_000_000n,
} as const;
const ISSUED = (DEMO_PLAN.issued * COIN) as Amount;

interface DemoParts {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly now: () => number;
}

/**
 * Demo mode only: lists a coin, issues the first 40,000,000 of it to the house, and introduces it
 * beside one that is not listed yet. Once: afterwards they are the operators'.
 */
export async function seedLaunch({ engine, live, queries, now }: DemoParts): Promise<void> {
  const { count } = await queries
    .selectFrom('launch_coins')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  if (count > 0n) return;
  if (live.currency(DEMO_COIN.id) === undefined)
    await make(engine, { kind: 'currency.list', currency: DEMO_COIN });
  const isDemoCoin = live.currency(DEMO_COIN.id)?.code === DEMO_COIN.code;
  if (isDemoCoin && live.balance(SYSTEM.outside, 'spot', DEMO_COIN.id).available === 0n)
    await make(engine, {
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'spot',
      currency: DEMO_COIN.id,
      amount: ISSUED,
      reference: 'demo-funding',
    });
  const midnight = Math.floor(now() / DAY_MS) * DAY_MS;
  const at = (days: number): Date => new Date(midnight + days * DAY_MS);
  // The help page that is the white paper of the demo's coin.
  const paper = '/components/noticeDetail?id=1023';
  await queries
    .insertInto('launch_coins')
    .values([
      {
        ...{ name: 'Meridian coin', currency: isDemoCoin ? BigInt(DEMO_COIN.id) : null, place: 1 },
        ...{ planned: DEMO_PLAN.planned, start_price: DEMO_PLAN.start_price },
        ...{ start_at: at(-3), end_at: at(27) },
        ...{ paper, is_shown: true },
      },
      {
        ...{ name: 'Harbour coin', currency: null, place: 2 },
        ...{ planned: '21000000', start_price: '1.2', start_at: at(14), end_at: at(44) },
        ...{ paper, is_shown: true },
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function make(engine: Pick<Engine, 'submit'>, command: Command): Promise<void> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok) throw new Error(`the new coins of the demo were refused: ${outcome.rejection}`);
}
