import type { CurrencyId, UserId } from '@meridian/core/ids';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import type { Command } from '@meridian/core/commands';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';

/** What is known of balances (the live view). */
interface KnownBalances {
  balances(user: UserId): readonly { readonly wallet: Wallet; readonly currency: CurrencyId }[];
}

const USDT = 3;
const COIN = 10n ** 8n;
/** What the house pays profits of contracts from. */
const HOUSE = 100_000_000n;
const DEMO_USER = 20_000n;

/** Demo mode only: funds the house's margin wallet, once. */
export async function fundMarginHouse(
  engine: Pick<Engine, 'submit'>,
  known: KnownBalances,
): Promise<void> {
  if (!hasMoved(known, SYSTEM.house)) await pay(engine, 'ledger.deposit', SYSTEM.house, HOUSE);
}

/** Demo mode only: play money in a demo user's contract wallet, from the house, once. */
export async function fundMarginUser(
  engine: Pick<Engine, 'submit'>,
  known: KnownBalances,
  user: UserId,
): Promise<void> {
  if (!hasMoved(known, user)) await pay(engine, 'ledger.credit', user, DEMO_USER);
}

function hasMoved(known: KnownBalances, user: UserId): boolean {
  return known
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
