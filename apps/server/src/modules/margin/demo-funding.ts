import type { UserId } from '@meridian/core/ids';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import type { Command } from '@meridian/core/commands';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';

const USDT = 3;
const COIN = 10n ** 8n;
/** USDT from which the house pays profits of contracts. */
const HOUSE = 100_000_000n;
const DEMO_USER = 20_000n;

/** Demo mode only: funds the house's margin wallet, once. */
export async function fundMarginHouse(
  engine: Pick<Engine, 'submit'>,
  live: Pick<LiveView, 'balances'>,
): Promise<void> {
  if (!hasMoved(live, SYSTEM.house)) await pay(engine, 'ledger.deposit', SYSTEM.house, HOUSE);
}

/** Demo mode only: play money in a demo user's contract wallet, from the house, once. */
export async function fundMarginUser(
  engine: Pick<Engine, 'submit'>,
  live: Pick<LiveView, 'balances'>,
  user: UserId,
): Promise<void> {
  if (!hasMoved(live, user)) await pay(engine, 'ledger.credit', user, DEMO_USER);
}

function hasMoved(live: Pick<LiveView, 'balances'>, user: UserId): boolean {
  return live
    .balances(user)
    .some(({ wallet, currency }) => wallet === 'margin' && currency === USDT);
}

async function pay(
  engine: Pick<Engine, 'submit'>,
  kind: 'ledger.deposit' | 'ledger.credit',
  user: UserId,
  coins: bigint,
): Promise<void> {
  const wallet: Wallet = 'margin';
  const command: Command = {
    kind,
    user,
    wallet,
    currency: USDT,
    amount: (coins * COIN) as Amount,
    reference: 'demo-funding',
    key: `demo-margin-${user}`,
  };
  const { outcome } = await engine.submit(command);
  if (!outcome.ok) throw new Error(`the demo funding was refused: ${outcome.rejection}`);
}
