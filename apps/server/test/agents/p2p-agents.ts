import { APPEAL_REASONS } from '@meridian/core/p2p/p2p-commands';
import type { Deal } from '@meridian/core/p2p/p2p-events';
import { DAY_MS } from '@meridian/core/testing/p2p-scenario';
import { USDT, coins } from '@meridian/core/testing/scenario';
import type { Amount } from '@meridian/money/amount';
import { ad, GANG, take, type Gang, type P2pWorld } from './p2p-world.ts';

/** A move of the gang, with accounts and deals by chance. The core refuses forbidden moves. */
type Move = (world: P2pWorld) => void;

const dealsOf = (world: P2pWorld, is: (deal: Deal) => boolean): Deal[] =>
  [...world.deals.values()].filter(is);

/** An act on a deal that is open to it, or was lately. */
function onDeal(
  is: (deal: Deal, world: P2pWorld) => boolean,
  act: (deal: Deal, world: P2pWorld) => void,
): Move {
  return (world) => {
    const deals = dealsOf(world, (deal) => is(deal, world));
    if (deals.length > 0) act(world.random.pick(deals), world);
  };
}

const isGangs = (user: number): boolean => GANG.includes(user);
const named = ({ id, version }: Deal) => ({ deal: id, version });

const MOVES = {
  /** Takes an ad of somebody, of an accomplice too. */
  take: (world) => {
    const ads = [...world.ads.values()].filter(({ state }) => state === 'live');
    if (ads.length === 0) return;
    const quantity = coins(world.random.between(10, 300));
    world.try(take(world.random.pick(GANG), world.random.pick(ads), quantity));
  },
  takeWhole: (world) => {
    const ads = [...world.ads.values()].filter(({ state }) => state === 'live');
    if (ads.length > 0)
      world.try(take(world.random.pick(GANG), world.random.pick(ads), 0n as Amount));
  },
  publish: (world) => {
    const side = world.random.pick(['buy', 'sell'] as const);
    const priceTicks = world.random.between(5_7000_0000, 8_3000_0000);
    world.try(ad(world.random.pick(GANG), side, world.random.between(10, 2_000), { priceTicks }));
  },
  withdrawAd: (world) => {
    const ads = [...world.ads.values()].filter(({ user }) => isGangs(user));
    if (ads.length === 0) return;
    const { id, user } = world.random.pick(ads);
    world.try({ kind: 'p2p.withdrawAd', user, ad: id });
  },
  payTruly: onDeal(
    ({ buyer, state }) => isGangs(buyer) && state === 'unpaid',
    (deal, world) => world.payWithMoney(deal),
  ),
  markOnly: onDeal(
    ({ buyer, state }) => isGangs(buyer) && state === 'unpaid',
    (deal, world) => void world.try({ kind: 'p2p.pay', user: deal.buyer, ...named(deal) }),
  ),
  cancel: onDeal(
    ({ buyer, state }) => isGangs(buyer) && state === 'unpaid',
    (deal, world) => void world.try({ kind: 'p2p.cancel', user: deal.buyer, ...named(deal) }),
  ),
  /** Of an accomplice's deal, and of one whose money has come. */
  release: onDeal(
    ({ seller, state }) => isGangs(seller) && state === 'paid',
    (deal, world) => void world.try({ kind: 'p2p.release', user: deal.seller, ...named(deal) }),
  ),
  releaseAgain: onDeal(
    ({ seller, state }) => isGangs(seller) && state !== 'unpaid',
    (deal, world) => void world.try({ kind: 'p2p.release', user: deal.seller, ...named(deal) }),
  ),
  askCancel: onDeal(
    ({ seller, endedMs }) => isGangs(seller) && endedMs === 0,
    (deal, world) => void world.try({ kind: 'p2p.askCancel', user: deal.seller, ...named(deal) }),
  ),
  agree: onDeal(
    ({ buyer, isCancelAsked }) => isGangs(buyer) && isCancelAsked,
    (deal, world) =>
      void world.try({
        kind: 'p2p.answerCancel',
        user: deal.buyer,
        ...named(deal),
        accepts: true,
      }),
  ),
  extend: onDeal(
    ({ seller, state }) => isGangs(seller) && state === 'unpaid',
    (deal, world) =>
      void world.try({ kind: 'p2p.extend', user: deal.seller, ...named(deal), minutes: 60 }),
  ),
  /** True or not, before the end or after it, again and again. */
  appeal: onDeal(
    ({ buyer, seller, state }) => (isGangs(buyer) || isGangs(seller)) && state !== 'unpaid',
    (deal, world) => {
      const sides = (['buyer', 'seller'] as const).filter((side) => isGangs(deal[side]));
      const by = world.random.pick(sides);
      const reason = world.random.pick(APPEAL_REASONS[by]);
      world.try({ kind: 'p2p.appeal', user: deal[by], ...named(deal), reason });
    },
  ),
  answer: (world) => {
    for (const { id, by, deal: number, state } of world.appeals.values()) {
      const deal = world.deals.get(number);
      if (state !== 'open' || deal === undefined || world.random.chance(0.5)) continue;
      const user = by === 'buyer' ? deal.seller : deal.buyer;
      if (isGangs(user)) world.try({ kind: 'p2p.answerAppeal', user, appeal: id });
    }
  },
  withdrawAppeal: (world) => {
    for (const { id, by, deal: number, state } of world.appeals.values()) {
      const user = world.deals.get(number)?.[by] ?? 0;
      if (state === 'open' && isGangs(user) && world.random.chance(0.2))
        world.try({ kind: 'p2p.withdrawAppeal', user, appeal: id });
    }
  },
  /** Uses up the appeals of a deal whose money has come. */
  useUpAppeals: onDeal(
    ({ seller, state, appeal }) => isGangs(seller) && state === 'paid' && appeal === 0,
    ({ id, seller: user }, world) => {
      for (let time = 0; time < 4; time++) {
        const { outcome } = world.apply({
          ...{ kind: 'p2p.appeal', user, deal: id, version: 0, reason: 'notReceived' },
        } as const);
        if (!outcome.ok) return;
        world.try({ kind: 'p2p.withdrawAppeal', user, appeal: outcome.id ?? 0 });
      }
    },
  ),
  /** Brings coins where no appeal holds them, and back. */
  hide: (world) => {
    const user = world.random.pick(GANG);
    const [from, to] = world.random.pick([
      ['p2p', 'margin'],
      ['spot', 'margin'],
      ['margin', 'p2p'],
    ] as const);
    const amount = world.available(user, from) as Amount;
    world.try({ kind: 'custody.transfer', user, from, to, currency: USDT, amount });
  },
  postBond: (world) => {
    const user = world.random.pick(GANG);
    world.try({ kind: 'p2p.bond', user, currency: USDT, amount: coins(1_000) });
    world.try({ kind: 'p2p.merchant', user, isMerchant: true, operator: 9 });
  },
  returnBond: (world) => void world.try({ kind: 'p2p.returnBond', user: world.random.pick(GANG) }),
  deposit: (world) => world.deposit(world.random.pick(GANG), coins(world.random.between(100, 900))),
  reverse: (world) => world.reverse(),
  /** The house freezes one of them for a while. */
  freeze: (world) => {
    const isFrozen = world.random.chance(0.5);
    world.try({ kind: 'custody.freeze', user: world.random.pick(GANG), isFrozen });
  },
  holdBack: (world) => {
    const untilMs = world.timeMs + DAY_MS / 24;
    world.try({ kind: 'custody.holdBack', user: world.random.pick(GANG), untilMs });
  },
} satisfies Record<string, Move>;
type MoveName = keyof typeof MOVES;

/** Plays moves by chance, some of them more often. */
class Players implements Gang {
  readonly #moves: readonly MoveName[];

  constructor(often: Partial<Record<MoveName, number>>) {
    // Everything happens now and then, so that each scheme meets the others' moves.
    this.#moves = (Object.keys(MOVES) as MoveName[]).flatMap((name) =>
      Array.from({ length: often[name] ?? (RARE.has(name) ? 0 : 1) }, () => name),
    );
  }

  act(world: P2pWorld): void {
    for (let move = 0; move < 3; move++) MOVES[world.random.pick(this.#moves)](world);
  }
}

/** Moves that would take an account out of the game where the scheme is another. */
const RARE: ReadonlySet<MoveName> = new Set([
  'freeze',
  'holdBack',
  'reverse',
  'cancel',
  'hide',
  'useUpAppeals',
]);

export const GANGS: Readonly<Record<string, () => Gang>> = {
  'who deal with themselves and appeal': () =>
    new Players({
      publish: 4,
      take: 8,
      markOnly: 6,
      release: 4,
      appeal: 6,
      agree: 4,
      askCancel: 4,
    }),
  'who mark deals as paid that they have not paid': () =>
    new Players({ take: 12, markOnly: 12, appeal: 6, payTruly: 2, publish: 0 }),
  'who are paid and do not release': () =>
    new Players({ publish: 8, release: 1, appeal: 8, askCancel: 4, hide: 3 }),
  'who appeal when all is over, and hide what they have': () =>
    new Players({ take: 8, payTruly: 10, release: 6, appeal: 14, hide: 8 }),
  'who appeal and withdraw until nobody may appeal': () =>
    new Players({ publish: 6, useUpAppeals: 8, release: 0, askCancel: 0 }),
  'who cancel, extend and let deals expire': () =>
    new Players({ take: 10, takeWhole: 6, cancel: 8, extend: 6, withdrawAd: 4 }),
  'who take floating prices that are late': () =>
    new Players({ take: 10, takeWhole: 8, payTruly: 12, publish: 2 }),
  "who bring a merchant's bond to an accomplice": () =>
    new Players({
      postBond: 8,
      returnBond: 4,
      publish: 6,
      take: 8,
      markOnly: 6,
      appeal: 10,
      answer: 6,
    }),
  'whose deposits are taken back when they have sold them': () =>
    new Players({ deposit: 6, reverse: 4, publish: 6, take: 6, payTruly: 6, release: 8, hide: 2 }),
  'who are frozen in the middle of it': () =>
    new Players({
      freeze: 2,
      holdBack: 2,
      publish: 6,
      take: 6,
      payTruly: 6,
      markOnly: 4,
      release: 6,
      appeal: 4,
    }),
};
