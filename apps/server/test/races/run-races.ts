/** For tests: races of each pair of acts on a real server, of takers, of people with the timer. */
import {
  adWithdraw,
  dealAnswerCancel,
  dealAskCancel,
  dealCancel,
  dealDetail,
  dealExtend,
  dealPay,
  dealRelease,
  dealTake,
  ownDeals,
  p2pCoins,
} from '@meridian/contract/p2p/calls';
import { setTimeout as delay } from 'node:timers/promises';
import { auditJournal } from '../crash/journal-audit.ts';
import { bring, LATE_PAIRS, meet, PAIRS, type Meeting, type Pair } from './deal-races.ts';
import { SMALL, USDT, type Person, type RealMarket, type Seller } from './real-market.ts';

const LANES = 8;
const BUYERS = 20;
const COINS = 30_000;
const STEP_UP_EACH = 200;
/** The time to pay is longer than the time after which a buyer may appeal. */
const PAY_MINUTES = 20;
/** Until the first deal expires, when the server is started again. */
const UNTIL_DUE_MS = 60_000;
/** The timer looks now and then: acts come from just before a deal's time to a while after it. */
const EARLIEST_MS = 300;
const LATEST_MS = 1_500;
const STEPS = 40;

export interface Races {
  readonly races: number;
  /** Results that no order of the two acts explains. */
  readonly wrong: readonly string[];
  /** Counts of the answers to losers, by answer. */
  readonly told: ReadonlyMap<string, number>;
}

class Tally implements Races {
  races = 0;
  readonly wrong: string[] = [];
  readonly told = new Map<string, number>();

  count(wrong: string | undefined, told: string): void {
    this.races++;
    if (wrong !== undefined) this.wrong.push(wrong);
    if (told !== '') this.told.set(told, (this.told.get(told) ?? 0) + 1);
  }
}

/** Everybody who took part: the sum of their coins stays the same. */
type Crowd = Person[];

/** Whether the seller may withdraw an appeal about a deal that has ended: three a month are all. */
function isLimited({ scene, one, other }: Pair): boolean {
  return scene.startsWith('completed') && [one, other].includes('withdraw');
}

/** Races each pair of acts so many times. */
export async function racePairs(market: RealMarket, each: number, crowd: Crowd): Promise<Races> {
  const tally = new Tally();
  // Pairs take turns, so that different races go on at once.
  const total = PAIRS.length * each;
  let next = 0;
  const lane = async (): Promise<void> => {
    const newSeller = async (): Promise<Seller> => {
      const one = await market.seller(COINS);
      crowd.push(one);
      return one;
    };
    const seller = await newSeller();
    const buyers: { readonly person: Person; cancels: number }[] = [];
    while (next < total) {
      const turn = next++;
      if (turn % STEP_UP_EACH === 0) await market.stepUp();
      const pair = PAIRS[turn % PAIRS.length];
      if (pair === undefined) return;
      // A buyer with three cancellations on one day may take no further ad.
      let buyer = buyers.find(({ cancels }) => cancels < 2);
      if (buyer === undefined) {
        const more = await market.people(BUYERS);
        crowd.push(...more);
        buyers.push(...more.map((person) => ({ person, cancels: 0 })));
        buyer = buyers.find(({ cancels }) => cancels < 2);
      }
      if (buyer === undefined) return;
      const meeting = await bring(market, pair, {
        seller: isLimited(pair) ? await newSeller() : seller,
        buyer: buyer.person,
      });
      const { wrong, lost, isCancelled } = await meet(meeting);
      if (isCancelled) buyer.cancels++;
      tally.count(wrong, lost);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return tally;
}

/** Races two takers for the last rest of an ad, and a taker with the owner who withdraws it. */
export async function raceAds(market: RealMarket, each: number, crowd: Crowd): Promise<Races> {
  const tally = new Tally();
  const seller = await market.seller(COINS);
  const buyers = await market.people(2);
  const [one = seller, other = seller] = buyers;
  crowd.push(seller, ...buyers);
  for (let round = 0; round < each; round++) {
    if (round % STEP_UP_EACH === 0) await market.stepUp();
    const rest = { id: await market.publish(seller, SMALL), number: `${SMALL}` };
    const takes = await Promise.all(
      [one, other].map((person) => market.verdict(dealTake, rest, person)),
    );
    tally.count(
      [...takes].sort().join() === 'accepted,quantity_out_of_limits'
        ? undefined
        : `two took the rest of an ad: ${takes.join(' and ')}`,
      takes.find((answer) => answer !== 'accepted') ?? '',
    );
    await endAll(market, seller, [one, other]);
    const whole = { id: await market.publish(seller, SMALL), number: `${SMALL}` };
    const [taken = '', withdrawn = ''] = await Promise.all([
      market.verdict(dealTake, whole, one),
      market.verdict(adWithdraw, { id: whole.id }, seller),
    ]);
    const isTold = taken === 'accepted' || taken === 'ad_not_found';
    tally.count(
      isTold && withdrawn === 'accepted'
        ? undefined
        : `an ad was taken and withdrawn: ${taken} and ${withdrawn}`,
      taken === 'accepted' ? '' : taken,
    );
    const ended = await endAll(market, seller, [one]);
    if (ended !== (taken === 'accepted' ? 1 : 0))
      tally.count(`a taker was answered ${taken}, and has ${ended} deals`, '');
  }
  return tally;
}

/** Pays and releases all open deals. @returns the number of these deals */
async function endAll(
  market: RealMarket,
  seller: Seller,
  buyers: readonly Person[],
): Promise<number> {
  let count = 0;
  for (const buyer of buyers) {
    const { data } = await market.ask(ownDeals, { is_sure: '0' }, buyer);
    for (const { id } of data) {
      await market.ask(dealPay, { id }, buyer);
      await market.ask(dealRelease, { id }, seller);
      count++;
    }
  }
  return count;
}

const BESIDE_THE_TIMER = {
  pay: { call: dealPay, fields: {}, state: 3, by: '' },
  cancel: { call: dealCancel, fields: {}, state: 2, by: 'buyer' },
  extend: { call: dealExtend, fields: { minutes: 15 }, state: 0, by: '' },
  agree: { call: dealAnswerCancel, fields: { accepts: '1' }, state: 2, by: 'both' },
} as const;
type Beside = keyof typeof BESIDE_THE_TIMER;

interface Expiring {
  readonly id: number;
  readonly act: Beside;
  readonly buyer: Person;
  readonly seller: Seller;
  readonly version: number;
  readonly dueMs: number;
}

/** Deals that wait for the time: unpaid ones until they expire, paid ones until they are late. */
export interface Timed {
  readonly expiring: readonly Expiring[];
  readonly late: readonly Meeting[];
}

/** Opens the deals that meet the time, and starts the server again shortly before that. */
export async function openTimed(market: RealMarket, each: number, crowd: Crowd): Promise<Timed> {
  const seller = await market.seller(COINS, PAY_MINUTES);
  const acts = Object.keys(BESIDE_THE_TIMER) as Beside[];
  const cancelling = await market.people(acts.length * each);
  const paying = await market.people(each);
  crowd.push(seller, ...cancelling, ...paying);
  const expiring: Expiring[] = [];
  const late: Meeting[] = [];
  const jobs = [
    ...cancelling.map((buyer, place) => async () => {
      const act = acts[place % acts.length] ?? 'pay';
      const id = await market.taken(seller, buyer, SMALL);
      if (act === 'agree') await market.ask(dealAskCancel, { id }, seller);
      const { pay_time_ms: dueMs, version } = await market.ask(dealDetail, { id }, buyer);
      expiring.push({ id, act, buyer, seller, version, dueMs });
    }),
    ...paying.flatMap((buyer) =>
      LATE_PAIRS.map((pair) => async () => {
        late.push(await bring(market, pair, { seller, buyer }));
      }),
    ),
  ];
  await inTurn(jobs);
  const first = Math.min(...expiring.map(({ dueMs }) => dueMs));
  await market.startLater(Math.max(0, first - market.nowMs - UNTIL_DUE_MS));
  return { expiring, late };
}

/** Acts at the moment at which a deal expires, and acts on deals that are late. */
export async function raceTimed(
  market: RealMarket,
  { expiring, late }: Timed,
): Promise<{ readonly timer: Races; readonly late: Races }> {
  const [timer, lates] = [new Tally(), new Tally()];
  const waiting = expiring.map((deal) => besideTheTimer(market, deal, timer));
  await inTurn(
    late.map((meeting) => async () => {
      const { wrong, lost } = await meet(meeting);
      lates.count(wrong, lost);
    }),
  );
  await Promise.all(waiting);
  return { timer, late: lates };
}

async function besideTheTimer(
  market: RealMarket,
  { id, act, buyer, seller, version, dueMs }: Expiring,
  tally: Tally,
): Promise<void> {
  const { call, fields, state, by } = BESIDE_THE_TIMER[act];
  await delay(dueMs + (id % STEPS) * (LATEST_MS / STEPS) - EARLIEST_MS - market.nowMs);
  const who = act === 'extend' ? seller : buyer;
  const answer = await market.verdict(call, { id, version, ...fields }, who);
  const seen = await market.ask(dealDetail, { id }, buyer);
  const isFirst = answer === 'accepted' && seen.is_sure === state && seen.ended_by === by;
  const isLate = answer === 'deal_cancelled' && seen.is_sure === 2 && seen.ended_by === 'timer';
  tally.count(
    isFirst || isLate
      ? undefined
      : `${act} beside the timer was answered ${answer}; the deal is ${seen.is_sure} by ${seen.ended_by}`,
    isFirst ? `${act} was first` : 'the timer was first',
  );
  if (seen.is_sure === 0) await market.ask(dealPay, { id }, buyer);
  if (seen.is_sure === 0 || seen.is_sure === 3) await market.ask(dealRelease, { id }, seller);
}

/** Some at once. */
async function inTurn(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < jobs.length) await jobs[next++]?.();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/**
 * Checks after all races that no coin came or went and that the journal replays to the same state.
 * @returns the faults
 */
export async function auditRaces(market: RealMarket, crowd: readonly Person[]): Promise<string[]> {
  // Sellers alone were given coins.
  const before = BigInt(crowd.filter((person) => 'ad' in person).length * COINS) * 10n ** 8n;
  const wrong: string[] = [];
  const coin = (await market.ask(p2pCoins, {})).find(({ currency_id }) => currency_id === USDT);
  if (coin?.escrow !== '0' || coin.open_deals !== 0)
    wrong.push(`${coin?.escrow} coins are held for ${coin?.open_deals} deals`);
  const sum = await market.coinsOf(crowd);
  if (sum !== before) wrong.push(`the people had ${before} units, and have ${sum}`);
  await market.stop();
  const audit = await auditJournal(market.dataDir, [], []);
  if (audit.replayedHash !== audit.storedHash)
    wrong.push(`the journal replays to ${audit.replayedHash}, stored is ${audit.storedHash}`);
  return [...wrong, ...audit.projections];
}
