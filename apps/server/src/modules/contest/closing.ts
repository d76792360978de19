import type { Command } from '@meridian/core/commands';
import type { UserId } from '@meridian/core/ids';
import { SYSTEM, WALLETS } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../../live/live-view.ts';
import { isPlayMarket, PLAY_ID } from '../../live/play-money.ts';

type Submitter = Pick<Engine, 'submit'>;

/**
 * The account of the house that play money goes back to: the core pays holds to accounts that
 * trade, and this one is the house's.
 */
const COLLECTOR = SYSTEM.demoMaker;
/** Commands that are given to the engine together. */
const AT_ONCE = 500;

/**
 * Cancels the orders that wait in play money and closes its positions at the index.
 * @returns whether nothing is left: a stale index leaves positions open until it is fresh again
 */
export async function closePlayPositions(engine: Submitter, live: LiveView): Promise<boolean> {
  const all = [...live.margin.all()]
    .filter(({ market }) => isPlayMarket(market))
    .sort((a, b) => a.id - b.id);
  const waiting = all.filter(({ status }) => status === 'waiting');
  const open = all.filter(({ status }) => status === 'open');
  // What a stop, a liquidation or its owner ended meanwhile is refused, and gone.
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
 * Takes the play money of users out of the margin wallets, where it is traded with, into the spot
 * wallets, where nothing can be done with it.
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
 * Gives the play money in a user's spot wallet to the house. The key makes a hold that was asked
 * for before a crash the same hold; each refused try has a key of its own, because the core
 * remembers refusals too.
 * @returns `refused` where withdrawals stand still or the user is in debt, `held` where that began
 * in between: the money stays where nothing can be done with it. `stuck`: it is held for a hold
 * whose number nobody knows any more
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
