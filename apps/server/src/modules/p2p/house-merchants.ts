import type { Side } from '@meridian/core/catalog/side';
import type { Command } from '@meridian/core/commands';
import type { UserId } from '@meridian/core/ids';
import {
  PAYMENT_WAYS,
  type AdId,
  type AdTerms,
  type PaymentMethod,
} from '@meridian/core/p2p/p2p-commands';
import { MAX_PRICE_TICKS } from '@meridian/core/p2p/p2p-commands-check';
import type { Deal } from '@meridian/core/p2p/p2p-events';
import type { Amount } from '@meridian/money/amount';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { Rounds, type Runner } from '../../rounds.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { Secrets } from '../../secrets.ts';
import type { LiveView } from '../live-view.ts';
import { startingCurrency } from '../market/starting-catalog.ts';
import { ensureHouseAccounts } from './house-accounts.ts';
import { Payees } from './payees.ts';
import { keepTexts } from './queries.ts';
import { DEMO_BOND } from './seed.ts';

const LOOK_MS = 500;
/** How long a merchant takes to pay, and to find a payment. */
const PAYS_AFTER_MS = 3_000;
const RELEASES_AFTER_MS = 5_000;
const COIN = 10n ** 8n;
const PAY_MINUTES = 15;
const VERIFIED = 1;

/** Distance of a merchant's prices from the reference, by merchant, in basis points. */
const SPREADS = [30, 50, 80] as const;
const SIDES: readonly Side[] = ['sell', 'buy'];
const USDT = startingCurrency('USDT');

/**
 * The offer of an ad by coin, in smallest units. Its total also sizes the merchant's p2p wallet.
 */
const OFFERS = (
  [
    ['USDT', { total: 50_000n * COIN, min: 10n * COIN, max: 6_500n * COIN }],
    ['BTC', { total: COIN, min: COIN / 5_000n, max: COIN / 20n }],
    ['ETH', { total: 20n * COIN, min: COIN / 200n, max: COIN }],
  ] as const
).map(([code, offer]) => ({ currency: startingCurrency(code), ...offer }));
/** A merchant's wallet holds this many ads' worth when it is filled, and half of it at least. */
const ADS_IN_WALLET = 4n;

const TEXTS = {
  remark: 'A merchant of the demo: play money only, no payment is made. Answers by itself.',
  autoReply: 'This demo merchant pays after three seconds and releases after five.',
};

interface HouseMerchantsParts {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly fields: SealedFields;
  readonly secrets: Secrets;
  readonly warn: (text: string) => void;
}

/**
 * Demo mode only: three merchants of the house, who buy and sell each coin of the demo and answer
 * by themselves, so that one visitor alone sees a deal through. They do all by the commands of
 * customers, but for the mark, which the first operator gives; the house pays their coins. An
 * operator's change to them stays until the next start.
 */
export class HouseMerchants implements Runner {
  readonly rounds: Rounds;
  readonly #parts: HouseMerchantsParts;
  readonly #payees: Payees;
  #users: readonly UserId[] | undefined;
  /** The newest ad of each merchant, coin and side. */
  readonly #ads = new Map<string, AdId>();

  constructor(parts: HouseMerchantsParts) {
    this.#parts = parts;
    this.#payees = new Payees(parts);
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`the demo's merchants stand still: ${trouble}`),
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
    const { live } = this.#parts;
    this.#users ??= await ensureHouseAccounts(this.#parts);
    for (const deal of [...live.p2p.deals()]) await this.#answer(deal, this.#users);
    for (const [place, user] of this.#users.entries()) {
      await this.#fill(user);
      await this.#becomeMerchant(user);
      for (const offer of OFFERS)
        for (const side of SIDES) await this.#offer(user, side, offer, SPREADS[place] ?? 0);
    }
  }

  /** Of a deal with a merchant: pays, releases, answers a wish to call it off. */
  async #answer(deal: Deal, users: readonly UserId[]): Promise<void> {
    const { timeMs } = this.#parts.live;
    const { id, version, state, buyer, seller, appeal, isCancelAsked } = deal;
    if (appeal !== 0) return;
    const act = { deal: id, version };
    const isBuying = users.includes(buyer);
    if (isBuying && isCancelAsked) {
      // A mark "paid" that is taken back counts against the buyer.
      const accepts = state === 'unpaid';
      await this.#try({ kind: 'p2p.answerCancel', user: buyer, ...act, accepts });
    } else if (isBuying && state === 'unpaid' && timeMs >= deal.openedMs + PAYS_AFTER_MS)
      await this.#try({ kind: 'p2p.pay', user: buyer, ...act });
    else if (
      users.includes(seller) &&
      state === 'paid' &&
      timeMs >= deal.paidMs + RELEASES_AFTER_MS
    )
      await this.#try({ kind: 'p2p.release', user: seller, ...act });
  }

  /** Fills a wallet up that is half empty. */
  async #fill(user: UserId): Promise<void> {
    const { live } = this.#parts;
    for (const { currency, total } of OFFERS) {
      const { available } = live.balance(user, 'p2p', currency);
      const full = ADS_IN_WALLET * total;
      if (live.p2p.termsOf(currency) === undefined || available >= full / 2n) continue;
      await this.#try({
        kind: 'ledger.credit',
        user,
        wallet: 'p2p',
        currency,
        amount: (full - available) as Amount,
        reference: 'demo-funding',
      });
    }
  }

  /** Posts the bond, once, and has the mark granted. */
  async #becomeMerchant(user: UserId): Promise<void> {
    const { live, queries } = this.#parts;
    if ((live.p2p.trader(user)?.bond ?? null) !== null) return;
    const wanted = live.p2p.termsOf(USDT)?.merchantBond ?? 0n;
    if (wanted === 0n) return;
    const operator = await queries
      .selectFrom('operators')
      .select('id')
      .orderBy('id')
      .executeTakeFirst();
    if (operator === undefined) return;
    const amount = (wanted > DEMO_BOND ? wanted : DEMO_BOND) as Amount;
    await this.#try({ kind: 'p2p.bond', user, currency: USDT, amount });
    const grant = { user, isMerchant: true, operator: Number(operator.id) };
    await this.#try({ kind: 'p2p.merchant', ...grant });
  }

  /** Publishes an ad where there is none, or only a rest of one. */
  async #offer(
    user: UserId,
    side: Side,
    offer: (typeof OFFERS)[number],
    spreadBps: number,
  ): Promise<void> {
    const { live } = this.#parts;
    const { currency, total } = offer;
    const trader = live.p2p.trader(user);
    const isStopped = (trader?.restrictedUntilMs ?? 0) > live.timeMs;
    if (live.p2p.termsOf(currency)?.isOpen !== true || isStopped) return;
    const slot = `${user} ${currency} ${side}`;
    const present = live.p2p.adsOf(user).find((ad) => ad.currency === currency && ad.side === side);
    if (present !== undefined) {
      this.#ads.set(slot, present.id);
      if (present.surplus * 4n < total)
        await this.#try({ kind: 'p2p.withdrawAd', user, ad: present.id });
      return;
    }
    if (await this.#isRemoved(this.#ads.get(slot))) return;
    const id = await this.#try({
      kind: 'p2p.publish',
      user,
      side,
      currency,
      total: total as Amount,
      terms: await this.#terms(user, side, offer, spreadBps),
      level: VERIFIED,
    });
    if (id > 0) this.#ads.set(slot, id);
  }

  /** Whether an operator took the last ad away, or the tables do not know yet how it ended. */
  async #isRemoved(ad: AdId | undefined): Promise<boolean> {
    if (ad === undefined) return false;
    const row = await this.#parts.queries
      .selectFrom('p2p_ads')
      .select('state')
      .where('id', '=', BigInt(ad))
      .executeTakeFirst();
    return row === undefined || row.state === 'live' || row.state === 'removed';
  }

  async #terms(
    user: UserId,
    side: Side,
    { min, max }: (typeof OFFERS)[number],
    spreadBps: number,
  ): Promise<AdTerms> {
    const ways = PAYMENT_WAYS;
    const methods: readonly PaymentMethod[] =
      side === 'sell'
        ? await this.#payees.of(user, { ways, waitMs: 0 })
        : ways.map((way) => ({ id: 0, way }));
    return {
      priceTicks: 0,
      offsetBps: side === 'sell' ? spreadBps : -spreadBps,
      minTicks: 1,
      maxTicks: MAX_PRICE_TICKS,
      minQuantity: min as Amount,
      maxQuantity: max as Amount,
      methods,
      payMinutes: PAY_MINUTES,
      takers: { level: 0, registeredDays: 0, completedDeals: 0, completionBps: 0 },
      hours: [],
      code: '',
      texts: await keepTexts(this.#parts.queries, user, TEXTS),
    };
  }

  /**
   * Refusals are left alone: a visitor or an operator was faster, and the next round looks again.
   * @returns the id in the core's answer, 0 without one
   */
  async #try(command: Command): Promise<number> {
    const { outcome } = await this.#parts.engine.submit(command);
    return outcome.ok ? (outcome.id ?? 0) : 0;
  }
}
