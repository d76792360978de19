import type { Accepted, Outcome } from '@meridian/core/outcome';
import type { Applied, Event, EventType } from '@meridian/core/events';
import { WALLETS } from '@meridian/core/ledger/accounts';
import { REJECTIONS } from '@meridian/core/rejections';
import type { Amount } from '@meridian/money/amount';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchPacker, unpackBatch } from './batch-codec.ts';

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const market = fc.integer({ min: 1, max: 1000 });
const lots = fc.nat(Number.MAX_SAFE_INTEGER);
const amount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) as Arbitrary<Amount>;
const side = fc.constantFrom('buy', 'sell');
const text = fc.constantFrom('', 'funding', 'simulated', 'a text, with “signs”');
const loan = fc.record({ id, user: id, pledged: amount, principal: amount, interestPpb: amount });
const ofOrder = { order: id, user: id, market, side, priceTicks: lots };

/** The type requires every type of event. */
const EVENTS: { [Type in EventType]: Arbitrary<Event> } = {
  posted: fc.record({
    type: fc.constant('posted'),
    user: id,
    wallet: fc.constantFrom(...WALLETS),
    currency: market,
    reason: fc.constantFrom(
      'deposit',
      'credit',
      'hold',
      'release',
      'trade',
      'fee',
      'transfer',
      'inSite',
      'withdrawal',
      'reversal',
      'shortage',
      'repayment',
      'chainCost',
      'ticket',
      'premium',
      'claim',
      'profit',
      'loss',
      'overnight',
      'badDebt',
      'claimReserve',
      'liquidationFee',
      'p2pDeal',
      'p2pRuling',
      'p2pBond',
    ),
    available: amount,
    held: amount,
    availableAfter: amount,
    heldAfter: amount,
    subject: lots,
    reference: text,
  }),
  transferMade: fc.record({
    type: fc.constant('transferMade'),
    kind: fc.constantFrom('payment', 'adjustment', 'prize', 'deal', 'cost'),
    number: id,
  }),
  accountFrozen: fc.record({
    type: fc.constant('accountFrozen'),
    user: id,
    isFrozen: fc.boolean(),
  }),
  outflowsHeldBack: fc.record({ type: fc.constant('outflowsHeldBack'), user: id, untilMs: id }),
  orderPlaced: fc
    .record({
      type: fc.constant('orderPlaced'),
      ...ofOrder,
      orderType: fc.constantFrom('limit', 'market'),
      quantityLots: lots,
      timeInForce: fc.constantFrom('gtc', 'ioc', 'fok'),
      postOnly: fc.boolean(),
      selfTrade: fc.constantFrom('expireTaker', 'expireMaker', 'expireBoth', 'decrement'),
      clientOrderId: fc.constantFrom(undefined, 'mine-1', 'mine-2'),
    })
    .map(({ clientOrderId, ...placed }) =>
      clientOrderId === undefined ? placed : { ...placed, clientOrderId },
    ),
  orderRested: fc.record({ type: fc.constant('orderRested'), ...ofOrder, remainingLots: lots }),
  orderReduced: fc.record({
    type: fc.constant('orderReduced'),
    ...ofOrder,
    reducedLots: lots,
    remainingLots: lots,
  }),
  orderClosed: fc.record({
    type: fc.constant('orderClosed'),
    ...ofOrder,
    reason: fc.constantFrom(
      'filled',
      'cancelled',
      'ioc',
      'selfTrade',
      'slippage',
      'band',
      'hold',
      'decrement',
      'outOfBand',
      'operator',
      'debt',
    ),
    cancelledLots: lots,
    wasResting: fc.boolean(),
  }),
  traded: fc.record({
    type: fc.constant('traded'),
    trade: id,
    market,
    priceTicks: lots,
    quantityLots: lots,
    notional: amount,
    takerSide: side,
    makerOrder: id,
    takerOrder: id,
    makerUser: id,
    takerUser: id,
    makerFee: amount,
    takerFee: amount,
    makerRemainingLots: lots,
  }),
  indexPriceSet: fc.record({
    type: fc.constant('indexPriceSet'),
    market,
    priceTicks: lots,
    source: text,
    quotedAtMs: lots,
    sources: lots,
    markTicks: lots,
  }),
  currencyListed: fc.record({
    type: fc.constant('currencyListed'),
    currency: fc.record({ id: market, code: fc.constant('USDT'), scale: fc.constant(8) }),
  }),
  networkListed: fc.record({
    type: fc.constant('networkListed'),
    network: fc.record({ id: market, fee: amount }),
  }) as unknown as Arbitrary<Event>,
  depositCredited: fc.record({
    type: fc.constant('depositCredited'),
    network: market,
    transaction: text,
    output: lots,
    user: id,
    currency: market,
    amount,
  }),
  depositReversed: fc.record({
    type: fc.constant('depositReversed'),
    network: market,
    transaction: text,
    output: lots,
    user: id,
    currency: market,
    amount,
    recovered: amount,
    covered: amount,
    unbacked: amount,
  }),
  withdrawalRequested: fc.record({
    type: fc.constant('withdrawalRequested'),
    withdrawal: id,
    user: id,
    network: market,
    currency: market,
    amount,
    fee: amount,
    address: text,
    recipient: id,
    worth: amount,
    dayLimit: amount,
    approvalsNeeded: fc.nat(2),
  }),
  withdrawalApproved: fc.record({
    type: fc.constant('withdrawalApproved'),
    withdrawal: id,
    operator: id,
    approvals: fc.nat(2),
  }),
  approvalsRaised: fc.record({
    type: fc.constant('approvalsRaised'),
    withdrawal: id,
    worth: amount,
    approvalsNeeded: fc.nat(2),
  }),
  withdrawalMoved: fc.record({
    type: fc.constant('withdrawalMoved'),
    withdrawal: id,
    user: id,
    status: fc.constantFrom('approved', 'signed', 'settled'),
    transaction: text,
  }),
  escrowHeld: fc.record({
    type: fc.constant('escrowHeld'),
    escrow: id,
    user: id,
    currency: market,
    worth: amount,
    dayLimit: amount,
  }),
  escrowEnded: fc.record({ type: fc.constant('escrowEnded'), escrow: id, recipient: id }),
  withdrawalsPaused: fc.record({
    type: fc.constant('withdrawalsPaused'),
    currency: market,
    isPaused: fc.boolean(),
  }),
  loanOfferListed: fc.record({
    type: fc.constant('loanOfferListed'),
    offer: fc.record({ id: market, min: amount, max: amount }),
  }) as unknown as Arbitrary<Event>,
  loanChanged: fc.record({
    type: fc.constant('loanChanged'),
    cause: fc.constantFrom('borrowed', 'repaid', 'calmed'),
    amount,
    interest: amount,
    loan,
  }) as unknown as Arbitrary<Event>,
  loanWarned: fc.record({
    type: fc.constant('loanWarned'),
    warning: fc.nat(3),
    markTicks: lots,
    debt: amount,
    loan,
  }) as unknown as Arbitrary<Event>,
  loanLiquidated: fc.record({
    type: fc.constant('loanLiquidated'),
    order: id,
    offered: amount,
    sold: amount,
    proceeds: amount,
    fee: amount,
    interest: amount,
    repaid: amount,
    markTicks: lots,
    loan,
  }) as unknown as Arbitrary<Event>,
  loanLost: fc.record({
    type: fc.constant('loanLost'),
    byInsurance: amount,
    bySource: amount,
    byHouse: amount,
    missing: amount,
    loan,
  }) as unknown as Arbitrary<Event>,
  marginTermsSet: fc.record({
    type: fc.constant('marginTermsSet'),
    terms: fc.record({ market, exposureCap: amount }),
  }) as unknown as Arbitrary<Event>,
  marginOrderPlaced: fc.record({
    type: fc.constant('marginOrderPlaced'),
    position: id,
    user: id,
    market,
    side: fc.constantFrom('long', 'short'),
    leverage: lots,
    lots,
    priceTicks: lots,
    entryTicks: lots,
    unit: amount,
    margin: amount,
    fee: amount,
  }),
  marginOrderCancelled: fc.record({
    type: fc.constant('marginOrderCancelled'),
    position: id,
    user: id,
    market,
    reason: fc.constantFrom('cancelled', 'margin'),
  }),
  positionOpened: fc.record({
    type: fc.constant('positionOpened'),
    position: id,
    user: id,
    market,
    side: fc.constantFrom('long', 'short'),
    leverage: lots,
    lots,
    indexTicks: lots,
    entryTicks: lots,
    value: amount,
    margin: amount,
    fee: amount,
    maintenancePercent: fc.nat(100),
    unit: amount,
  }),
  stopsSet: fc.record({
    type: fc.constant('stopsSet'),
    position: id,
    user: id,
    market,
    takeProfitTicks: lots,
    stopLossTicks: lots,
  }),
  overnightAccrued: fc.record({
    type: fc.constant('overnightAccrued'),
    position: id,
    user: id,
    market,
    overnight: amount,
  }),
  positionClosed: fc.record({
    type: fc.constant('positionClosed'),
    position: id,
    user: id,
    market,
    reason: fc.constantFrom('closed', 'liquidated'),
    closeTicks: lots,
    profit: amount,
    overnight: amount,
    badDebt: amount,
    insured: amount,
    unpaid: amount,
    liquidationFee: amount,
  }),
  positionClosing: fc.record({
    type: fc.constant('positionClosing'),
    position: id,
    user: id,
    market,
  }),
  positionCloseEnded: fc.record({
    type: fc.constant('positionCloseEnded'),
    position: id,
    user: id,
    market,
    reason: fc.constantFrom('cancelled', 'timeout'),
  }),
  houseDebtChanged: fc.record({
    type: fc.constant('houseDebtChanged'),
    position: id,
    user: id,
    currency: market,
    paid: amount,
    owed: amount,
  }),
  badDebt: fc.record({
    type: fc.constant('badDebt'),
    position: id,
    user: id,
    currency: market,
    amount,
    insured: amount,
    house: amount,
  }),
  p2pTermsListed: fc.record({
    type: fc.constant('p2pTermsListed'),
    terms: fc.record({ currency: market, minFiat: amount }),
  }) as unknown as Arbitrary<Event>,
  fiatRateSet: fc.record({ type: fc.constant('fiatRateSet'), currency: market, priceTicks: lots }),
  adChanged: fc.record({
    type: fc.constant('adChanged'),
    ad: fc.record({ id, total: amount, terms: fc.record({ hours: fc.constant([[0, 60]]) }) }),
  }) as unknown as Arbitrary<Event>,
  dealChanged: fc.record({
    type: fc.constant('dealChanged'),
    cause: fc.constantFrom('opened', 'paid'),
    deal: fc.record({ id, quantity: amount }),
  }) as unknown as Arbitrary<Event>,
  appealChanged: fc.record({
    type: fc.constant('appealChanged'),
    appeal: fc.record({ id, amount }),
  }) as unknown as Arbitrary<Event>,
  traderChanged: fc.record({
    type: fc.constant('traderChanged'),
    trader: fc.record({ user: id, bond: fc.record({ amount }) }),
  }) as unknown as Arbitrary<Event>,
  traderBlocked: fc.record({
    type: fc.constant('traderBlocked'),
    user: id,
    other: id,
    isBlocked: fc.boolean(),
  }),
  secondsTermsListed: fc.record({
    type: fc.constant('secondsTermsListed'),
    terms: fc.record({ market, exposureCap: amount }),
  }) as unknown as Arbitrary<Event>,
  ticketOpened: fc.record({
    type: fc.constant('ticketOpened'),
    ticket: id,
    user: id,
    market,
    stake: amount,
    dueMs: lots,
  }) as unknown as Arbitrary<Event>,
  ticketStarted: fc.record({
    type: fc.constant('ticketStarted'),
    ticket: id,
    user: id,
    market,
    openTick: id,
    openTicks: lots,
  }),
  ticketClosed: fc.record({
    type: fc.constant('ticketClosed'),
    ticket: id,
    user: id,
    market,
    result: fc.constantFrom('won', 'void'),
    profit: amount,
  }) as unknown as Arbitrary<Event>,
  insuranceListed: fc.record({
    type: fc.constant('insuranceListed'),
    offer: fc.record({ id: market, minInsured: amount }),
  }) as unknown as Arbitrary<Event>,
  policyBought: fc.record({
    type: fc.constant('policyBought'),
    policy: id,
    user: id,
    offer: market,
    currency: market,
    insured: amount,
    premium: amount,
    coverBps: market,
    endsMs: lots,
  }),
  claimPaid: fc.record({
    type: fc.constant('claimPaid'),
    policy: id,
    user: id,
    currency: market,
    loss: amount,
    amount,
    owed: amount,
  }),
  owedClaimPaid: fc.record({
    type: fc.constant('owedClaimPaid'),
    policy: id,
    user: id,
    currency: market,
    amount,
    owed: amount,
  }),
  policyEnded: fc.record({
    type: fc.constant('policyEnded'),
    policy: id,
    user: id,
    currency: market,
    reason: fc.constantFrom('gain', 'expired', 'cancelled'),
  }),
  marketListed: fc.constant({
    type: 'marketListed',
    market: { id: 1, base: 1, quote: 3, tickSize: 1_000_000n },
  } as unknown as Event),
};

const status = fc.constantFrom<NonNullable<Accepted['status']>>(
  'open',
  'filled',
  'partlyFilled',
  'cancelled',
);
const outcome: Arbitrary<Outcome> = fc.oneof(
  fc.record(
    {
      ok: fc.constant(true),
      order: id,
      id,
      status,
      filledLots: lots,
      filledNotional: amount,
      cancelled: lots,
    },
    { requiredKeys: ['ok'] },
  ) as Arbitrary<Accepted>,
  fc.record({ ok: fc.constant(false), rejection: fc.constantFrom(...REJECTIONS) }),
);
const applied: Arbitrary<Applied> = fc.record({
  seq: id,
  timeMs: lots,
  outcome,
  events: fc.array(fc.oneof(...Object.values(EVENTS)), { maxLength: 20 }),
});

describe('a packed batch', () => {
  it('is the batch again on the other side', () => {
    const packer = new BatchPacker();
    fc.assert(
      fc.property(fc.array(applied, { maxLength: 20 }), (batch) => {
        expect(unpackBatch(structuredClone(packer.pack(batch)))).toEqual(batch);
      }),
    );
  });

  it('may be larger than any before, and stays as it was when the next is packed', () => {
    const packer = new BatchPacker();
    const [one] = fc.sample(applied, 1) as [Applied];
    const large = Array.from({ length: 5000 }, () => one);
    const packed = packer.pack(large);
    expect(packer.pack(large)).toBe(packed);
    packer.pack(fc.sample(applied, 50));
    expect(unpackBatch(packed)).toEqual(large);
  });
});
