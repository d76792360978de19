import type { PlantedBug } from './planted-bug.ts';

const LOCKS = 'packages/core/src/earn/locks.ts';
const SAVINGS = 'packages/core/src/earn/savings.ts';
const CONVERSION_PRICE = 'packages/core/src/convert/conversion-price.ts';
const DESK = 'packages/core/src/convert/desk.ts';
const QUOTES = 'packages/core/src/convert/quotes.ts';
const LIQUIDATIONS = 'packages/core/src/loan/liquidations.ts';
const LOAN = 'packages/core/src/loan/loan.ts';
const LOAN_SUMS = 'packages/core/src/loan/loan-sums.ts';
const ROUND = 'packages/core/src/vote/round.ts';
const REBATES = 'packages/core/src/rebate/rebates.ts';
const ALLOTMENT = 'packages/core/src/sale/allotment.ts';
const DEBTS = 'packages/core/src/custody/debts.ts';
const LIVE_SALE = 'packages/core/src/sale/live-sale.ts';
const SALES = 'packages/core/src/sale/sales.ts';
const SALE_TERMS = 'packages/core/src/sale/sale-terms.ts';
const VOLUMES = 'packages/core/src/fee/volumes.ts';
const FEES = 'packages/core/src/ledger/fees.ts';

/** Bugs of earning, conversions, loans, fees, votes, rebates and token sales. */
export const PLANTED_IN_PRODUCTS: readonly PlantedBug[] = [
  {
    name: 'the interest of a day is paid twice',
    fromSeed: 9,
    edits: [
      {
        file: LOCKS,
        from: 'const amount = paid - lock.paid;',
        to: 'const amount = (paid - lock.paid) * 2n;',
      },
      {
        file: LOCKS,
        from: 'this.#ledger.holdAmount(lock.hold) === principal + paid,',
        to: 'true,',
      },
      {
        file: LOCKS,
        from: 'this.#ledger.holdAmount(lock.reserve) === interestOf(principal, ratePpb, days) - paid,',
        to: 'true,',
      },
    ],
  },
  {
    name: 'the fraction of a day is dropped',
    fromSeed: 74,
    edits: [
      {
        file: LOCKS,
        from: 'const paid = interestOf(principal, ratePpb, lock.paidDays);',
        to: 'const paid = lock.paid + interestOf(principal, ratePpb, 1);',
      },
      {
        file: LOCKS,
        from: 'paid === interestOf(principal, ratePpb, paidDays) &&',
        to: '',
      },
    ],
  },
  {
    name: 'a lock is sold beyond its source',
    seenBy: /L2/,
    edits: [
      {
        file: LOCKS,
        from: "< termInterest(product, amount) ? 'earn_unfunded' : undefined",
        to: "< 0n ? 'earn_unfunded' : undefined",
      },
    ],
  },
  {
    name: 'savings earn on the day that they come',
    fromSeed: 9,
    edits: [
      {
        file: SAVINGS,
        from: 'saving.pendingIndex = pool.index + BigInt(pool.ratePpb);',
        to: 'saving.pendingIndex = pool.index;',
      },
    ],
  },
  {
    name: 'savings that are lent are redeemed',
    fromSeed: 291,
    edits: [
      {
        file: SAVINGS,
        from: "if (amount > this.#idle(saving) || amount > this.#redeemable(saving)) return 'savings_lent';",
        to: '',
      },
    ],
  },
  {
    name: 'a quote is accepted twice',
    fromSeed: 9,
    edits: [
      {
        file: QUOTES,
        from: "if (live.hold === undefined) return 'quote_used';",
        to: '',
      },
      {
        file: QUOTES,
        from: "if (live?.hold === undefined) throw new InvariantError('V1', `quote ${id} is not open`);",
        to: 'if (live === undefined) return;',
      },
      {
        file: QUOTES,
        from: `this.#check(live);
    live.hold = undefined;
    this.#ledger.closeHold(hold);
    this.#desk.pay`,
        to: `live.hold = undefined;
    if (hold !== undefined) this.#ledger.closeHold(hold);
    this.#desk.pay`,
      },
    ],
  },
  {
    name: 'a stale book gives more than the index',
    fromSeed: 71,
    edits: [
      {
        file: CONVERSION_PRICE,
        from: 'walked === undefined ? capped : worseOf(walked, index) * towards(terms.marginBps);',
        to: 'walked === undefined ? capped : walked * towards(terms.marginBps);',
      },
      { file: DESK, from: 'isNoGift(legs, conversion),', to: 'true,' },
    ],
  },
  {
    name: 'collateral is sold at a stale price',
    fromSeed: 224,
    edits: [
      {
        file: LIQUIDATIONS,
        from: 'if (!isFresh(market, timeMs)) return;',
        to: 'if (market.indexTicks === 0) return;',
      },
      {
        file: LIQUIDATIONS,
        from: "this.#checks.check('N3', isFresh(market, timeMs),",
        to: "this.#checks.check('N3', true,",
      },
    ],
  },
  {
    name: 'collateral leaves beyond its ratio',
    fromSeed: 200,
    edits: [
      {
        file: LOAN,
        from: `return (
      priceProblem(market, timeMs) ??
      this.#worthProblem(market, debtOf(loan, timeMs), rest, loan.terms.initialBps)
    );`,
        to: 'return rest > 0n ? priceProblem(market, timeMs) : undefined;',
      },
    ],
  },
  {
    name: 'a tier counts what is traded today',
    edits: [{ file: VOLUMES, from: 'if (day < today &&', to: 'if (day <= today &&' }],
  },
  {
    name: 'a trade that costs nobody anything counts for a tier',
    edits: [
      {
        file: VOLUMES,
        from: 'if (trade.takerFee - trade.makerRebate <= ROUNDING && trade.makerFee <= ROUNDING) return;',
        to: '',
      },
    ],
  },
  {
    name: 'a rebate is more than its taker pays',
    fromSeed: 26,
    edits: [
      {
        file: FEES,
        from: 'const paidBps = Math.min(rebateBps, takerFeeBps - LEAST_KEPT_BPS);',
        to: 'const paidBps = takerFeeBps < 0 ? LEAST_KEPT_BPS : rebateBps;',
      },
      { file: FEES, from: "'F2', amount > 0n && amount <= taken,", to: "'F2', true," },
    ],
  },
  {
    name: 'a rebate is rounded up',
    fromSeed: 101,
    edits: [
      {
        file: FEES,
        from: '(received * bigintOf(paidBps)) / FULL_BPS;',
        to: '(received * bigintOf(paidBps) + 9_999n) / FULL_BPS;',
      },
      { file: FEES, from: "'F2', amount > 0n && amount <= taken,", to: "'F2', true," },
    ],
  },
  {
    name: 'inviters share a fee before its rebate',
    fromSeed: 212,
    edits: [{ file: FEES, from: 'return taken - amount;', to: 'return taken;' }],
  },
  {
    name: 'a vote that is changed counts twice',
    seenBy: /T1/,
    edits: [{ file: ROUND, from: 'this.#add(ballot.option, -1);', to: '' }],
  },
  {
    name: 'a rebate is paid of a trade among friends',
    edits: [{ file: REBATES, from: 'if (this.#members.areLinked(payer, other)) return;', to: '' }],
  },
  {
    name: 'a day of rebates is shared twice',
    fromSeed: 192,
    edits: [
      {
        file: REBATES,
        from: 'due.tally.removeAndPutLast(payer, [...dropped, ...shared]);',
        to: 'due.tally.removeAndPutLast(payer, dropped);',
      },
    ],
  },
  {
    name: "a closed market's price",
    fromSeed: 739,
    seenBy: /R1/,
    edits: [
      {
        file: REBATES,
        from: "if (status !== 'open' || !hasFreshIndex(market, timeMs)) continue;",
        to: "if (status === 'open' && !hasFreshIndex(market, timeMs)) continue;",
      },
    ],
  },
  {
    name: 'a sale allots a lot too many',
    seenBy: /A2/,
    edits: [
      { file: ALLOTMENT, from: 'slice(0, Number(spare))', to: 'slice(0, Number(spare) + 1)' },
    ],
  },
  {
    name: 'of equal remainders the later entry gets the lot',
    fromSeed: 6,
    edits: [
      {
        file: ALLOTMENT,
        from: 'if (values[a] === values[b]) return a - b;',
        to: 'if (values[a] === values[b]) return b - a;',
      },
    ],
  },
  {
    name: 'the cap of a person counts in the first round of a sale only',
    fromSeed: 430,
    seenBy: /A2/,
    edits: [
      {
        file: ALLOTMENT,
        from: 'while (commitments[order[capped]] * left > cap * weight) {',
        to: 'if (commitments[order[capped]] * left > cap * weight) {',
      },
    ],
  },
  {
    name: 'a commitment is refunded twice',
    edits: [
      {
        file: SALES,
        from: 'this.#ledger.closeHold(hold); sale.remove(entry);',
        to: 'this.#ledger.release(hold, this.#ledger.holdAmount(hold));',
      },
      { file: SALES, from: 'this.#ledger.holdAmount(hold) === committed &&', to: '' },
    ],
  },
  {
    name: 'bought coins are free before the cliff',
    seenBy: /A5/,
    fromSeed: 7,
    edits: [
      {
        file: SALE_TERMS,
        from: 'return cliffMs + (instalment - 1) * instalmentMs;',
        to: 'return cliffMs + (instalment - 2) * instalmentMs;',
      },
    ],
  },
  {
    name: 'more of a commitment is not held',
    seenBy: /A1/,
    edits: [{ file: SALES, from: 'this.#ledger.holdMore(known.hold, amount);', to: '' }],
  },
  {
    name: 'a person buys in a sale with two accounts',
    edits: [
      {
        file: LIVE_SALE,
        from: '(this.#accounts.get(person) ?? user) !== user || (own',
        to: '(own',
      },
    ],
  },
  {
    name: 'a crowd buys below its target',
    edits: [
      {
        file: LIVE_SALE,
        from: 'const isMissed = demand.demanded < target;',
        to: 'const isMissed = false;',
      },
    ],
  },
  {
    name: 'who owes stays in a sale',
    fromSeed: 177,
    edits: [
      {
        file: DEBTS,
        from: 'return (missing > 0n && this.#sales.collect(user, currency, missing)) || hasSaved;',
        to: 'return missing > 0n && hasSaved;',
      },
    ],
  },
  {
    name: 'collateral is offered where nobody bids',
    fromSeed: 801,
    edits: [
      {
        file: LIQUIDATIONS,
        from: 'if (this.#rules.offersToBids && lots > 0 && !this.#canSell(market, lowest)) return false;',
        to: '',
      },
    ],
  },
  {
    name: 'coins of the day are redeemed though they are lent',
    fromSeed: 100,
    edits: [
      { file: SAVINGS, from: 'return pending < free ? pending : free;', to: 'return pending;' },
    ],
  },
  {
    name: 'savings come beyond what their source pays',
    fromSeed: 49,
    edits: [
      {
        file: SAVINGS,
        from: '{ available, reserved }) - principal;',
        to: '{ available, reserved });',
      },
    ],
  },
  {
    name: 'a debt leaves locks alone',
    fromSeed: 100,
    edits: [{ file: LOCKS, from: 'if (left <= 0n) break;', to: 'break;' }],
  },
  {
    name: 'a lock is undone after its first midnight',
    fromSeed: 257,
    edits: [
      {
        file: LOCKS,
        from: 'timeMs < shanghaiMidnight(fromDay);',
        to: 'timeMs < shanghaiMidnight(fromDay + 1);',
      },
    ],
  },
  {
    name: 'a conversion forgets the other side of the book',
    fromSeed: 110,
    edits: [
      {
        file: CONVERSION_PRICE,
        from: "isBound ? book(market, isBuy ? 'sell' : 'buy', quantity, 'last') : undefined",
        to: 'undefined',
      },
    ],
  },
  {
    name: 'a conversion forgets the mark',
    fromSeed: 43,
    edits: [
      {
        file: CONVERSION_PRICE,
        from: '? worseOf(indexWorth(market, quantity), markWorth(market, quantity))',
        to: '? indexWorth(market, quantity)',
      },
    ],
  },
  {
    name: 'terms of loans forget their fee',
    fromSeed: 49,
    edits: [
      {
        file: LOAN_SUMS,
        from: 'const net = full - feeBps - takerFeeBps;',
        to: 'const net = full - takerFeeBps;',
      },
    ],
  },
];
