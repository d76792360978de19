import type { Command } from '@meridian/core/commands';
import type { UserId } from '@meridian/core/ids';
import { SYSTEM, WALLETS } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { isPlayMarket, PLAY_ID } from '../market/play-money.ts';

type Submitter = Pick<Engine, 'submit'>;

/**
 * The house's account that receives play money: the core pays holds only to trading accounts, and
 * this one is the house's.
 */
const COLLECTOR = SYSTEM.demoMaker;
/** Commands that are submitted together. */
const AT_ONCE = 500;

/**
 * Cancels the waiting orders in play money and closes its positions at the index.
 * @returns whether none is left: with a stale index positions stay open until it is fresh again
 */
export async function closePlayPositions(engine: Submitter, live: LiveView): Promise<boolean> {
  const all = [...live.margin.all()]
    .filter(({ market }) => isPlayMarket(market))
    .sort((a, b) => a.id - b.id);
  const waiting = all.filter(({ status }) => status === 'waiting');
  const open = all.filter(({ status }) => status === 'open');
  // Orders and positions that ended meanwhile, by a stop, a liquidation or their owner, are
  // refused, which does no harm.
  await submitAll(
    engine,
    waiting.map(({ id, user }) => ({ kind: 'margin.cancel', user, position: id })),
  );
  await submitAll(
    engine,
    open.map(({ id, user }) => ({ kind: 'margin.close', user, position: id })),
  );
  return ![...live.margin.all()].some(({ market }) => isPlayMarket(market));
}

/**
 * Moves users' play money from the margin wallets, where it can be traded, into the spot wallets,
 * where it cannot be used.
 */
export async function emptyPlayWallets(
  engine: Submitter,
  live: LiveView,
  users: readonly UserId[],
): Promise<boolean> {
  const transfers = users.flatMap((user) =>
    WALLETS.filter((wallet) => wallet !== 'spot').flatMap((wallet): Command[] => {
      const { available } = live.balance(user, wallet, PLAY_ID);
      return available === 0n
        ? []
        : [
            {
              kind: 'custody.transfer',
              user,
              from: wallet,
              to: 'spot',
              currency: PLAY_ID,
              amount: available,
            },
          ];
    }),
  );
  await submitAll(engine, transfers);
  return users.every((user) =>
    WALLETS.every(
      (wallet) => wallet === 'spot' || live.balance(user, wallet, PLAY_ID).available === 0n,
    ),
  );
}

/**
 * Returns the play money in a user's spot wallet to the house. The key makes a hold requested
 * before a crash the same hold; each refused try has a key of its own, because the core remembers
 * refusals too.
 * @returns `refused` while withdrawals are paused or the user is in debt, `held` if that began in
 *   between: the money stays where it cannot be used. `stuck`: it is held by an escrow whose number
 *   is lost
 */
export async function returnPlayMoney(
  engine: Submitter,
  live: LiveView,
  { user, key }: { user: UserId; key: string },
): Promise<'returned' | 'refused' | 'held' | 'stuck'> {
  const { available, held } = live.balance(user, 'spot', PLAY_ID);
  const amount = (available + held) as Amount;
  if (amount === 0n) return 'returned';
  const { outcome } = await engine.submit({
    kind: 'custody.hold',
    user,
    currency: PLAY_ID,
    amount,
    key,
  });
  if (!outcome.ok)
    return available === 0n && outcome.rejection === 'balance_insufficient' ? 'stuck' : 'refused';
  const paid = await engine.submit({
    kind: 'custody.payHold',
    escrow: outcome.id ?? 0,
    recipient: COLLECTOR,
  });
  return paid.outcome.ok || paid.outcome.rejection === 'escrow_not_found' ? 'returned' : 'held';
}

async function submitAll(engine: Submitter, commands: readonly Command[]): Promise<void> {
  for (let index = 0; index < commands.length; index += AT_ONCE)
    await Promise.all(
      commands.slice(index, index + AT_ONCE).map((command) => engine.submit(command)),
    );
}
