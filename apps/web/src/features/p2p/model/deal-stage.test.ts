import { describe, expect, test } from 'vitest';
import type { Deal } from './deal.ts';
import {
  actsOf,
  appealableFromMs,
  extensionsOf,
  isPartyHidden,
  isReleaseLate,
  payeeFields,
  payeeViewOf,
  stageOf,
  stepsOf,
  turnsAtMs,
} from './deal-stage.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const OPENED_MS = 1_800_000_000_000;
const DUE_MS = OPENED_MS + 15 * MINUTE_MS;
const PAYEE = {
  realName: '王小明',
  bankName: 'ICBC',
  bankAccount: '6222000012345678',
  wechatAccount: '',
  alipayAccount: '',
};

const UNPAID: Deal = {
  id: 17,
  adId: 3,
  side: 'buy',
  state: 'unpaid',
  version: 1,
  coinId: 2,
  coin: 'USDT',
  quantity: '100',
  price: '7.05',
  money: '705.00',
  way: 'bank',
  wayName: 'Bank transfer',
  openedAt: '2027-01-15 16:00:00',
  openedMs: OPENED_MS,
  payDueMs: DUE_MS,
  releaseDueMs: 0,
  endedMs: 0,
  appealUntilMs: 0,
  endedBy: '',
  isCancelAsked: false,
  appealId: 0,
  isOwnAd: false,
  traderId: 9,
  traderName: '王*',
  traderPhone: '13800000000',
  traderRealName: '王小明',
  payee: PAYEE,
  payerName: 'Ana Pérez',
};
const RELEASE_DUE_MS = DUE_MS + 20 * MINUTE_MS;
const PAID: Deal = { ...UNPAID, state: 'paid', releaseDueMs: RELEASE_DUE_MS };
/** The end of a deal for the side that may appeal it. */
const ENDED = { endedMs: DUE_MS, appealUntilMs: DUE_MS + 7 * DAY_MS } as const;
const CANCELLED: Deal = { ...UNPAID, ...ENDED, state: 'cancelled', endedBy: 'timer' };
const COMPLETED: Deal = { ...PAID, ...ENDED, state: 'completed', endedBy: 'seller' };
const sold = (deal: Deal): Deal => ({ ...deal, side: 'sell' });

describe('the stage of a deal', () => {
  test.each([
    [UNPAID, DUE_MS - 1, 'unpaid'],
    [UNPAID, DUE_MS, 'overdue'],
    [PAID, DUE_MS + DAY_MS, 'paid'],
    [{ ...PAID, appealId: 4 }, DUE_MS, 'appeal'],
    [COMPLETED, DUE_MS, 'completed'],
    [{ ...COMPLETED, endedBy: 'ruling' }, DUE_MS, 'ruled'],
    [CANCELLED, DUE_MS, 'expired'],
    [{ ...CANCELLED, endedBy: 'buyer' }, DUE_MS, 'cancelled'],
    [{ ...CANCELLED, endedBy: 'both' }, DUE_MS, 'calledOff'],
    [{ ...CANCELLED, endedBy: 'ruling' }, DUE_MS, 'refunded'],
  ] as const)('case %#', (deal, nowMs, stage) => {
    expect(stageOf(deal, nowMs)).toBe(stage);
  });

  test('a step that is awaited is not named as one that is done', () => {
    const steps = [UNPAID, PAID, COMPLETED].map((deal) =>
      stepsOf(stageOf(deal, OPENED_MS), deal.state),
    );
    expect(steps).toEqual([
      { steps: ['placed', 'awaitPayment', 'release'], done: 1 },
      { steps: ['placed', 'paid', 'awaitRelease'], done: 2 },
      { steps: ['placed', 'paid', 'released'], done: 3 },
    ]);
    expect(stepsOf('expired', 'cancelled').steps).toEqual([]);
    expect(stepsOf('appeal', 'cancelled').steps).toEqual([]);
    expect(stepsOf('overdue', 'unpaid').steps).toEqual([]);
  });

  test('nobody is invited to pay to an account once the deal is paid, or over', () => {
    const views = (side: Deal['side']) => [
      payeeViewOf('unpaid', { side, state: 'unpaid' }),
      payeeViewOf('overdue', { side, state: 'unpaid' }),
      payeeViewOf('paid', { side, state: 'paid' }),
      payeeViewOf('appeal', { side, state: 'paid' }),
      payeeViewOf('appeal', { side, state: 'cancelled' }),
      payeeViewOf('completed', { side, state: 'completed' }),
      payeeViewOf('ruled', { side, state: 'completed' }),
    ];
    const none = undefined;
    expect(views('buy')).toEqual(['pay', none, 'paid', 'paid', none, none, none]);
    expect(views('sell')).toEqual(['receive', none, 'receive', 'receive', none, none, none]);
  });
});

describe('what a side may do', () => {
  test.each([
    ['the buyer of an unpaid deal', UNPAID, OPENED_MS, ['pay', 'cancel']],
    [
      'the buyer who is asked',
      { ...UNPAID, isCancelAsked: true },
      OPENED_MS,
      ['pay', 'cancel', 'answerCancel'],
    ],
    ['the buyer who is late', UNPAID, DUE_MS, []],
    ['the buyer who has just paid', PAID, RELEASE_DUE_MS - 1, []],
    ['the buyer who has waited', PAID, RELEASE_DUE_MS, ['appeal']],
    ['the buyer of a completed deal', { ...COMPLETED, appealUntilMs: 0 }, DUE_MS, []],
    ['the buyer after a division', { ...COMPLETED, endedBy: 'ruling' }, DUE_MS, ['appeal']],
    ['the buyer of a cancelled deal', CANCELLED, DUE_MS, ['appeal']],
    ['the buyer eight days later', CANCELLED, DUE_MS + 7 * DAY_MS, []],
    ['the seller of an unpaid deal', sold(UNPAID), OPENED_MS, ['extend', 'askCancel']],
    ['the seller who has asked', sold({ ...UNPAID, isCancelAsked: true }), OPENED_MS, ['extend']],
    ['the seller of a paid deal', sold(PAID), DUE_MS, ['release', 'askCancel', 'appeal']],
    ['the seller of a completed deal', sold(COMPLETED), DUE_MS, ['appeal']],
    ['the seller of a cancelled deal', sold({ ...CANCELLED, appealUntilMs: 0 }), DUE_MS, []],
    ['the seller in an appeal', sold({ ...PAID, appealId: 4 }), DUE_MS, ['release', 'askCancel']],
  ] as const)('%s', (_, deal, nowMs, acts) => {
    expect(actsOf(deal, nowMs)).toEqual(acts);
  });

  test('the time to pay is never extended beyond a day after the order', () => {
    expect(extensionsOf(sold(UNPAID), OPENED_MS)).toEqual([15, 30, 60, 120]);
    const late = sold({ ...UNPAID, payDueMs: OPENED_MS + DAY_MS - 30 * MINUTE_MS });
    expect(extensionsOf(late, OPENED_MS)).toEqual([15, 30]);
    expect(extensionsOf(UNPAID, OPENED_MS)).toEqual([]);
  });
});

test('the page turns when the time to pay or to release is over', () => {
  expect(turnsAtMs(UNPAID, OPENED_MS)).toBe(DUE_MS);
  expect(turnsAtMs(UNPAID, DUE_MS)).toBe(0);
  expect(turnsAtMs(PAID, DUE_MS)).toBe(RELEASE_DUE_MS);
  expect(turnsAtMs(sold(PAID), DUE_MS)).toBe(RELEASE_DUE_MS);
  expect(turnsAtMs(sold(PAID), RELEASE_DUE_MS)).toBe(0);
  expect(appealableFromMs({ ...PAID, appealId: 1 }, DUE_MS)).toBe(0);
  expect(turnsAtMs(COMPLETED, DUE_MS)).toBe(0);
});

test('the seller is late when the time to release of a paid deal is over', () => {
  expect(isReleaseLate(PAID, RELEASE_DUE_MS - 1)).toBe(false);
  expect(isReleaseLate(PAID, RELEASE_DUE_MS)).toBe(true);
  expect(isReleaseLate(UNPAID, RELEASE_DUE_MS)).toBe(false);
  expect(isReleaseLate(COMPLETED, RELEASE_DUE_MS)).toBe(false);
});

test('the two sides see each other until 30 days after the end', () => {
  expect(isPartyHidden(COMPLETED, DUE_MS + 30 * DAY_MS - 1)).toBe(false);
  expect(isPartyHidden(COMPLETED, DUE_MS + 30 * DAY_MS)).toBe(true);
  expect(isPartyHidden(PAID, DUE_MS + 40 * DAY_MS)).toBe(false);
});

test('an account shows the fields that it has', () => {
  expect(payeeFields(PAYEE).map(({ name }) => name)).toEqual([
    'realName',
    'bankName',
    'bankAccount',
  ]);
});
