import type { PlantedBug } from './planted-bug.ts';
import { PLANTED_IN_CONTRACTS } from './planted-in-contracts.ts';
import { PLANTED_IN_PRODUCTS } from './planted-in-products.ts';

const SEQUENCER = 'apps/server/src/engine/sequencer.ts';
const CLOCK = 'apps/server/src/engine/engine-clock.ts';
const FEED = 'apps/server/src/engine/projector-feed.ts';
const REPLAY = 'apps/server/src/projector/event-replay.ts';
const HOST = 'apps/server/src/engine/engine-host.ts';
const JOURNAL = 'apps/server/src/journal/postgres-journal.ts';
const READ_JOURNAL = 'apps/server/src/journal/read-journal.ts';
const RECOVERY = 'apps/server/src/engine/recovery.ts';
const PROJECTOR = 'apps/server/src/projector/projector.ts';
const SPOT = 'packages/core/src/spot/spot.ts';
const OPEN_ORDERS = 'packages/core/src/spot/open-orders.ts';
const BOOK = 'packages/core/src/spot/order-book.ts';
const PLACE = 'packages/core/src/spot/order-checks.ts';
const BOUNDS = 'packages/core/src/catalog/price-bounds.ts';
const FEES = 'packages/core/src/ledger/fees.ts';
const LEDGER = 'packages/core/src/ledger/ledger.ts';
const PAYMENTS = 'packages/core/src/ledger/payments.ts';
const APPROVAL_TIERS = 'packages/core/src/custody/approval-tiers.ts';
const WITHDRAWALS = 'packages/core/src/custody/withdrawals.ts';
const OUTFLOWS = 'packages/core/src/custody/outflow-history.ts';
const RESTRAINTS = 'packages/core/src/custody/restraints.ts';
const EXCHANGE = 'packages/core/src/exchange.ts';
const KEYS = 'packages/core/src/idempotency.ts';
const MARGIN = 'packages/core/src/margin/margin.ts';
const SECONDS = 'packages/core/src/seconds/seconds.ts';
const OWN_LIMIT = 'packages/core/src/seconds/own-limit.ts';
const P2P = 'packages/core/src/p2p/p2p.ts';
const DEALS = 'packages/core/src/p2p/deals.ts';
const APPEALS = 'packages/core/src/p2p/appeals.ts';
const MERCHANTS = 'packages/core/src/p2p/merchants.ts';
const MARGIN_SETTLEMENT = 'packages/core/src/margin/margin-settlement.ts';
const MARGIN_MARKET = 'packages/core/src/margin/margin-market.ts';
/** Of the races of the marketplace. */
const P2P_SEEDS = 25;
const CLOSING_ORDER = 'packages/core/src/margin/closing-order.ts';

/**
 * Bugs that a later change might introduce. The simulator must find each of them: a green swarm
 * means something only while it does. If an assertion of the core would fire at once, the bug
 * disables it too, so that the oracles have to find it.
 */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'reply before commit',
    edits: [
      {
        file: SEQUENCER,
        from: '    const startMs = performance.now();\n',
        to: '    const startMs = performance.now();\n    this.#publisher.durable(batch.applied, batch.tickets, 0);\n',
      },
      {
        file: SEQUENCER,
        from: '      this.#publisher.durable(batch.applied, batch.tickets, commitMs);\n',
        to: '      if (commitMs < 0) return;\n',
      },
      { file: HOST, from: 'if (lastSeq > journal.head.seq) throw', to: 'if (lastSeq < 0) throw' },
    ],
  },
  {
    name: 'a failed commit counts as done',
    edits: [
      {
        file: SEQUENCER,
        from: '      (error: unknown) => this.#halt(error),\n    );',
        to: '      () => this.#committed(batch, performance.now() - startMs),\n    );',
      },
    ],
  },
  {
    name: 'event before durable',
    edits: [
      {
        file: SEQUENCER,
        from: '      batch.entries.push({ timeMs, payload });\n',
        to: '      batch.entries.push({ timeMs, payload });\n      this.#publisher.durable(batch.applied.slice(-1), batch.tickets.slice(-1), 0);\n',
      },
      {
        file: SEQUENCER,
        from: '      this.#publisher.durable(batch.applied, batch.tickets, commitMs);\n',
        to: '      if (commitMs < 0) return;\n',
      },
      { file: HOST, from: 'if (lastSeq > journal.head.seq) throw', to: 'if (lastSeq < 0) throw' },
    ],
  },
  {
    name: 'a refusal is told before what it was decided on',
    edits: [
      {
        file: SEQUENCER,
        from: 'if (this.#inFlight !== undefined || batch.applied.length > 0 || batch.unchanged.length === 0) return false;',
        to: 'if (batch.applied.length > 0 || batch.unchanged.length === 0) return false;',
      },
      {
        file: HOST,
        from: 'if (decidedOn > journal.head.seq) throw',
        to: 'if (decidedOn < 0) throw',
      },
    ],
  },
  {
    name: 'a refusal keeps its key',
    edits: [
      {
        file: EXCHANGE,
        from: 'this.#rules.countsOnlyChanges ? this.#isChange(command, outcome) :',
        to: '',
      },
    ],
  },
  {
    name: 'applied is not what is journaled',
    fromSeed: 16,
    edits: [
      {
        file: SEQUENCER,
        from: 'this.#apply(payload, timeMs)',
        to: 'this.#exchange.apply(waiting.command, timeMs)',
      },
    ],
  },
  {
    name: 'time runs backwards with the clock',
    edits: [
      {
        file: SEQUENCER,
        from: 'const timeMs = this.#time.read();',
        to: 'const timeMs = this.#clock.nowMs();',
      },
      {
        file: SEQUENCER,
        from: 'if (timeMs < this.#exchange.timeMs || passedMs < leastMs || passedMs > mostMs)',
        to: 'if (passedMs + leastMs + mostMs === 0.1)',
      },
    ],
  },
  {
    name: 'a step of the clock is believed',
    edits: [
      {
        file: SEQUENCER,
        from: 'const timeMs = this.#time.read();',
        to: 'const timeMs = Math.max(this.#clock.nowMs(), this.#exchange.timeMs);',
      },
      {
        file: SEQUENCER,
        from: 'if (timeMs < this.#exchange.timeMs || passedMs < leastMs || passedMs > mostMs)',
        to: 'if (passedMs + leastMs + mostMs === 0.1)',
      },
    ],
  },
  {
    name: 'time stands still while the clock is wrong',
    edits: [
      {
        file: CLOCK,
        from: '      this.#stepMs = stepMs;\n      this.#sinceMs = expectedMs;',
        to: '      this.#stepMs = stepMs;',
      },
    ],
  },
  {
    name: 'a fenced engine writes on',
    fromSeed: 16,
    edits: [
      {
        file: JOURNAL,
        from: 'if (inserted !== entries.length) throw',
        to: 'if (inserted === -1) throw',
      },
    ],
  },
  {
    name: 'hash chain not checked',
    fromSeed: 20,
    edits: [
      {
        file: READ_JOURNAL,
        from: 'if (!this.#chain.isHead(hashes, index * HASH_BYTES)) throw',
        to: 'if (this.#chain.isHead(hashes, index * HASH_BYTES) === undefined) throw',
      },
      {
        file: READ_JOURNAL,
        from: 'if (!verifier.hash.equals(head.hash)) throw',
        to: 'if (verifier.hash.length !== head.hash.length) throw',
      },
    ],
  },
  {
    name: 'snapshot newer than the read models',
    edits: [{ file: RECOVERY, from: '    if (seq > projectedSeq) continue;\n', to: '' }],
  },
  {
    name: 'recovery forgets to project',
    edits: [
      {
        file: RECOVERY,
        from: 'if (applied.seq > projectedSeq) missing.push(applied);',
        to: 'if (applied.seq > projectedSeq + 1) missing.push(applied);',
      },
    ],
  },
  {
    name: 'recovery replays one command too few',
    edits: [
      {
        file: RECOVERY,
        from: '      const applied = replay(exchange, entry, comparison);\n',
        to: '      if (entry === page.at(-1) && page.length > 50) continue;\n      const applied = replay(exchange, entry, comparison);\n',
      },
    ],
  },
  {
    name: 'the rules are forgotten by the snapshot',
    edits: [
      { file: EXCHANGE, from: '      rules: this.#rules.version,\n', to: '      rules: 1,\n' },
    ],
  },
  {
    name: 'projection outside its transaction',
    edits: [{ file: PROJECTOR, from: "    await this.#client.query('begin');\n", to: '' }],
  },
  {
    name: 'projector tells a position that it has not reached',
    edits: [
      {
        file: PROJECTOR,
        from: '    this.#seq = last.seq;\n    this.#onPosition(last.seq);',
        to: '    this.#seq = last.seq;\n    this.#onPosition(last.seq + 1);',
      },
    ],
  },
  {
    name: 'live feed goes on with a gap',
    fromSeed: 5,
    edits: [
      {
        file: FEED,
        from: '      for (const applied of kept) this.#post(applied);\n',
        to: '      for (const applied of kept.slice(1)) this.#post(applied);\n',
      },
    ],
  },
  {
    name: 'replica is not where the projector is',
    edits: [
      {
        file: REPLAY,
        from: 'projectedSeq: afterSeq, project',
        to: 'projectedSeq: afterSeq + 1, project',
      },
    ],
  },
  {
    name: 'projector takes repeats',
    edits: [
      {
        file: PROJECTOR,
        from: '      if (applied.seq === expected) batch.push(applied);',
        to: '      batch.push(applied);',
      },
    ],
  },
  {
    name: 'idempotency keys not in the snapshot',
    edits: [{ file: EXCHANGE, from: 'keys: this.#keys.snapshot()', to: 'keys: []' }],
  },
  {
    name: 'idempotency key of any user',
    edits: [
      {
        file: KEYS,
        from: 'this.#remembered.get(nameOf(user, key))',
        to: '[...this.#remembered.values()].find((entry) => entry.key === key && entry.user !== user) ?? this.#remembered.get(nameOf(user, key))',
      },
    ],
  },
  {
    name: 'transfer ids missing from the snapshot',
    edits: [
      {
        file: EXCHANGE,
        from: '      transfers: this.#transfers.snapshot(),',
        to: '      transfers: {},',
      },
    ],
  },
  {
    name: 'a transfer takes effect as often as it is sent',
    seenBy: /invariant L10/,
    // Seed 1 refuses the second payment for want of money, before it takes effect.
    fromSeed: 2,
    edits: [
      {
        file: EXCHANGE,
        from: '    if (this.#transfers.has(transfer)) return',
        to: '    if (timeMs < 0) return',
      },
    ],
  },
  {
    name: 'hold not released on a partial cancel',
    edits: [
      {
        file: SPOT,
        from: '    this.#ledger.closeHold(pool.hold[slot]);',
        to: '    if (pool.filledLots[slot] === 0 || cancelledLots === 0) this.#ledger.closeHold(pool.hold[slot]);',
      },
    ],
  },
  {
    name: "fee rounded to the user's favour",
    edits: [
      {
        file: FEES,
        from: '(amount * bigintOf(feeBps) + 9_999n) / FULL_BPS',
        to: '(amount * bigintOf(feeBps)) / FULL_BPS',
      },
      {
        file: FEES,
        from: 'const excess = fee * FULL_BPS - exact;',
        to: 'const excess = exact - exact;',
      },
    ],
  },
  {
    name: 'maker pays the fee of a taker',
    edits: [
      {
        file: SPOT,
        from: 'makerGets, Math.max(makerFeeBps, 0), undefined);',
        to: 'makerGets, takerFeeBps, undefined);',
      },
    ],
  },
  {
    name: 'FIFO broken',
    edits: [
      {
        file: BOOK,
        from: '    return levels.length === 0 ? NONE : this.#head[levels.slots[levels.length - 1]];',
        to: '    return levels.length === 0 ? NONE : this.#tail[levels.slots[levels.length - 1]];',
      },
    ],
  },
  {
    name: 'self-trade allowed',
    edits: [
      {
        file: SPOT,
        from: '      if (pool.user[maker] === pool.user[slot]) {\n        const stop',
        to: '      if (pool.user[maker] === -1) {\n        const stop',
      },
      {
        file: SPOT,
        from: "if (this.#pool.user[maker] === this.#pool.user[slot]) throw new InvariantError('B8'",
        to: "if (this.#pool.user[maker] === -1) throw new InvariantError('B8'",
      },
    ],
  },
  {
    name: 'market order ignores its cap',
    edits: [
      {
        file: BOUNDS,
        from: '  if (slippageBps === 0) return',
        to: '  if (slippageBps >= 0) return',
      },
    ],
  },
  {
    name: 'overflow at 2^53',
    fromSeed: 8,
    edits: [
      {
        file: PLACE,
        from: 'return product <= Number.MAX_SAFE_INTEGER ? bigintOf(product)',
        to: 'return product <= Infinity ? bigintOf(product)',
      },
    ],
  },
  {
    name: 'anybody cancels anybody',
    edits: [
      {
        file: SPOT,
        from: "if (slot === NONE || this.#pool.user[slot] !== command.user) return refused('order_not_found');",
        to: "if (slot === NONE) return refused('order_not_found');",
      },
    ],
  },
  {
    name: 'post-only takes',
    edits: [
      {
        file: SPOT,
        from: "    if (command.postOnly && bestTicks !== 0 && isWithin(side, bestTicks, taker.limit)) return refused('post_only_would_take');\n",
        to: '',
      },
    ],
  },
  {
    name: 'fill-or-kill fills a part',
    edits: [
      {
        file: SPOT,
        from: "    if (command.timeInForce === 'fok' && !this.#canFillWhole(taker, hold)) return refused('fill_or_kill_unfilled');\n",
        to: '',
      },
    ],
  },
  {
    name: 'snapshot misses resting sells',
    edits: [
      {
        file: OPEN_ORDERS,
        from: '    for (const side of [BUY, SELL] as const) {\n      for (const slot of bookOf(market.settings.id).orders(side)) {\n        rows.push',
        to: '    for (const side of [BUY] as const) {\n      for (const slot of bookOf(market.settings.id).orders(side)) {\n        rows.push',
      },
    ],
  },
  {
    name: 'open orders counted once too often',
    edits: [
      {
        file: SPOT,
        from: '    this.#traders.openOrders[this.#pool.trader[slot]]--;\n    this.#end(slot, reason, true);',
        to: "    if (reason !== 'filled') this.#traders.openOrders[this.#pool.trader[slot]]--;\n    this.#end(slot, reason, true);",
      },
    ],
  },
  {
    name: 'a trade keeps the fraction of its fee',
    seenBy: /invariant B7/,
    edits: [
      {
        file: FEES,
        from: '    if (excess > 0n) {',
        to: '    if (excess > FULL_BPS) {',
      },
      {
        file: LEDGER,
        from: "if (this.#imbalance[currency] !== 0n) throw new InvariantError('L1'",
        to: "if (this.#touchedCount < 0) throw new InvariantError('L1'",
      },
    ],
  },
  {
    name: 'a hold in the name of another order',
    seenBy: /invariant L5/,
    edits: [
      {
        file: SPOT,
        from: 'const hold = this.#ledger.hold(account, amount, order);',
        to: 'const hold = this.#ledger.hold(account, amount, order + 1);',
      },
    ],
  },
  {
    name: 'house gives what it has not got',
    seenBy: /invariant L9/,
    edits: [
      {
        file: PAYMENTS,
        from: "    if (from === SYSTEM.house && left < 0n) return 'house_insufficient';\n",
        to: '',
      },
      {
        file: LEDGER,
        from: 'available < 0n && this.#owner[account] !== SYSTEM.outside',
        to: 'available < 0n && this.#owner[account] > SYSTEM.house',
      },
    ],
  },
  {
    name: 'the best position is liquidated first',
    fromSeed: 19,
    edits: [{ file: CLOSING_ORDER, from: '(profit > least ||', to: '(profit < least ||' }],
  },
  {
    name: 'profits of contracts come from the wrong wallet',
    edits: [
      {
        file: MARGIN_SETTLEMENT,
        from: "SYSTEM.house, 'margin', currency)",
        to: "SYSTEM.house, 'spot', currency)",
      },
    ],
  },
  {
    name: 'a profit is paid twice',
    seenBy: /invariant M3/,
    edits: [
      {
        file: MARGIN_SETTLEMENT,
        from: "this.#ledger.post(account.slot, paid, 'profit', id, '')",
        to: "this.#ledger.post(account.slot, 2n * paid, 'profit', id, '')",
      },
    ],
  },
  {
    name: 'an order fills at an index that is older',
    edits: [
      {
        file: MARGIN_MARKET,
        from: 'return listed.indexQuotedAtMs > sinceMs +',
        to: 'return listed.indexQuotedAtMs >= 0 * sinceMs *',
      },
    ],
  },
  {
    name: 'margin that backs losses may leave',
    fromSeed: 133,
    edits: [{ file: MARGIN, from: 'return amount > account.free ?', to: 'return amount < 0n ?' }],
  },
  {
    name: 'ticket settled a tick early',
    edits: [
      {
        file: SECONDS,
        from: 'let id = this.#timers.takeBefore(timeMs); id >= 0; id = this.#timers.takeBefore(timeMs)',
        to: 'let id = this.#timers.takeBefore(timeMs + 400); id >= 0; id = this.#timers.takeBefore(timeMs + 400)',
      },
      {
        file: SECONDS,
        from: 'ticket !== undefined && ticket.dueMs < timeMs',
        to: 'ticket !== undefined',
      },
    ],
  },
  {
    name: 'ratio read at settlement',
    fromSeed: 79,
    edits: [
      {
        file: SECONDS,
        from: "if (result === 'won') this.#payProfit(ticket);",
        to: "if (result === 'won') this.#payProfit({ ...ticket, profit: profitOf(stake, this.#offered.get(offerKey(market, currency))?.terms.durations.find(({ seconds }) => seconds === ticket.seconds) ?? ticket) });",
      },
    ],
  },
  {
    name: 'open tickets are no loss yet',
    fromSeed: 37,
    edits: [
      {
        file: SECONDS,
        from: 'const open = this.#heldBy(user, currency);',
        to: 'const open = 0n;',
      },
    ],
  },
  {
    name: 'a raised limit of the own loss holds at once',
    fromSeed: 6,
    edits: [{ file: OWN_LIMIT, from: 'if (!isLooser) return', to: 'if (timeMs > 0) return' }],
  },
  {
    name: 'the timer cancels a paid deal',
    withinSeeds: P2P_SEEDS,
    edits: [
      {
        file: DEALS,
        from: "if (deal?.state !== 'unpaid') continue;",
        to: 'if (deal === undefined || deal.endedMs !== 0) continue;',
      },
      {
        file: DEALS,
        from: "'paid cancelled': ['ruling', 'both']",
        to: "'paid cancelled': ['ruling', 'both', 'timer']",
      },
    ],
  },
  {
    name: 'the coins of a deal are released twice',
    withinSeeds: P2P_SEEDS,
    edits: [
      {
        file: DEALS,
        from: "if (deal.state !== 'paid') return MOVED_ON[deal.state];",
        to: "if (deal.state !== 'paid' && deal.endedBy !== 'seller') return MOVED_ON[deal.state];",
      },
      {
        file: DEALS,
        from: "'paid completed': ['seller', 'ruling'],",
        to: "'paid completed': ['seller', 'ruling'], 'completed completed': ['seller'],",
      },
      {
        file: DEALS,
        from: '    deal.hold = undefined;\n    return hold as HoldSlot;',
        to: 'return hold as HoldSlot;',
      },
    ],
  },
  {
    name: 'a ruling after a release',
    withinSeeds: P2P_SEEDS,
    edits: [
      { file: P2P, from: '    this.#appeals.settle(deal);\n', to: '' },
      {
        file: APPEALS,
        from: 'isAfterEnd === (deal.endedMs !== 0),',
        to: 'isAfterEnd || deal.endedMs >= 0,',
      },
    ],
  },
  {
    name: 'an act on a deal as it was before',
    withinSeeds: P2P_SEEDS,
    edits: [
      {
        file: DEALS,
        from: 'if (act.version === 0 || deal.version === act.version) return deal;',
        to: 'if (deal.version >= act.version) return deal;',
      },
    ],
  },
  {
    name: 'one operator decides about much',
    fromSeed: 55,
    edits: [
      {
        file: APPEALS,
        from: 'first.operator !== second.operator &&',
        to: '',
      },
    ],
  },
  {
    name: 'a cut bond keeps the mark',
    fromSeed: 496,
    edits: [
      {
        file: MERCHANTS,
        from: 'trader.isMerchant &&= this.#isBonded(user);',
        to: 'trader.isMerchant = bond.amount > 0n;',
      },
    ],
  },
  {
    name: 'parts of a withdrawal do not add up',
    fromSeed: 248,
    edits: [
      {
        file: APPROVAL_TIERS,
        from: 'return worth + worthBelow(1) >= oneApprovalFrom',
        to: 'return worth >= oneApprovalFrom',
      },
    ],
  },
  {
    name: 'a withdrawal under review keeps nothing else in',
    edits: [
      {
        file: WITHDRAWALS,
        from: '.some((each) => each.isReviewed &&',
        to: '.some((each) => each.worth < 0n && each.isReviewed &&',
      },
    ],
  },
  {
    name: 'a new address waits for nobody',
    edits: [
      {
        file: WITHDRAWALS,
        from: 'waitsUntilMs: isNew && waitMs > 0 ? timeMs + waitMs : 0',
        to: 'waitsUntilMs: isNew && waitMs < 0 ? timeMs + waitMs : 0',
      },
    ],
  },
  {
    name: 'a frozen account lets leave what was agreed before',
    fromSeed: 83,
    edits: [
      {
        file: RESTRAINTS,
        from: "    if (restraint?.isFrozen === true) return 'account_frozen';\n",
        to: '',
      },
    ],
  },
  {
    name: 'a day begins when something is asked for',
    fromSeed: 5,
    edits: [
      {
        file: OUTFLOWS,
        from: 'name !== except && (leftMs === 0 || leftMs > timeMs - DAY_MS)',
        to: 'name !== except && leftMs > timeMs - DAY_MS',
      },
    ],
  },
  ...PLANTED_IN_CONTRACTS,
  ...PLANTED_IN_PRODUCTS,
];
