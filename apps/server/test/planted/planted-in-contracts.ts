import type { PlantedBug } from './planted-bug.ts';

const SETTLEMENT = 'packages/core/src/margin/margin-settlement.ts';
const CHECKS = 'packages/core/src/margin/margin-checks.ts';
const CLOSES = 'packages/core/src/margin/margin-closes.ts';
const MARGIN = 'packages/core/src/margin/margin.ts';
const CLOSING_ORDER = 'packages/core/src/margin/closing-order.ts';
const ORDERS = 'packages/core/src/margin/margin-orders.ts';
const POSITION = 'packages/core/src/margin/position.ts';

/** Bugs of leveraged contracts. */
export const PLANTED_IN_CONTRACTS: readonly PlantedBug[] = [
  {
    name: 'a part of a position pays no nights',
    fromSeed: 24,
    edits: [
      {
        file: SETTLEMENT,
        from: 'const overnight = this.#takeNights(account, part, purseOf(account));',
        to: 'const overnight = 0n;',
      },
      {
        file: SETTLEMENT,
        from: '(moved.unpaid > 0n ? overnight <= nights : overnight === nights),',
        to: 'nights >= 0n,',
      },
    ],
  },
  {
    name: 'a part that is closed wins what the whole would',
    edits: [
      {
        file: SETTLEMENT,
        from: 'const profit = profitAt(part, market.indexTicks);',
        to: 'const profit = profitAt(position, market.indexTicks);',
      },
    ],
  },
  {
    name: 'the rest of a position keeps all of the margin',
    edits: [
      {
        file: POSITION,
        from: 'return (valueOf(left, position.entryTicks) + times - 1n) / times;',
        to: 'return left.lots > 0 ? position.margin : times;',
      },
    ],
  },
  {
    name: 'stops of an order are forgotten at its fill',
    fromSeed: 6,
    edits: [
      { file: ORDERS, from: '    addStops(market, position);\n', to: '' },
      { file: CHECKS, from: "checks.check('M7', isWatched,", to: "checks.check('M7', true," },
    ],
  },
  {
    name: 'stops of an order are judged by its price alone',
    fromSeed: 11,
    edits: [
      {
        file: ORDERS,
        from: 'if (!isNow || areStopsBeside(position, markTicks, position)) return undefined;',
        to: 'if (markTicks > 0) return undefined;',
      },
    ],
  },
  {
    name: 'a limit close fills at an index that is older',
    edits: [
      {
        file: MARGIN,
        from: 'if (isYounger(market, position.limitClose?.setAtMs ?? 0) && !isThin(market)) limited.add(position);',
        to: 'if (position.limitClose !== undefined && !isThin(market)) limited.add(position);',
      },
    ],
  },
  {
    name: 'a limit close sells at the print of one venue',
    fromSeed: 26,
    edits: [
      {
        file: MARGIN,
        from: 'if (isYounger(market, position.limitClose?.setAtMs ?? 0) && !isThin(market)) limited.add(position);',
        to: 'if (isYounger(market, position.limitClose?.setAtMs ?? 0)) limited.add(position);',
      },
    ],
  },
  {
    name: 'a limit close takes what its owner can take away',
    fromSeed: 26,
    edits: [
      {
        file: CLOSES,
        from: "if (this.#coverAt(position, market.indexTicks, lots) !== 'margin') {",
        to: "if (this.#coverAt(position, market.indexTicks, lots) === 'others') {",
      },
    ],
  },
  {
    name: 'a reduce-only order closes its own side',
    edits: [
      { file: CLOSING_ORDER, from: 'position.side === side ||', to: 'position.side !== side ||' },
    ],
  },
  {
    name: 'a reversal opens however far the price has moved',
    fromSeed: 78,
    edits: [
      {
        file: CLOSES,
        from: "const cannot = !isWithinSlippage ? 'slippage'",
        to: "const cannot = indexTicks < 0 ? 'slippage'",
      },
    ],
  },
  {
    name: 'the account pays for an isolated position',
    edits: [
      {
        file: SETTLEMENT,
        from: 'position?.isIsolated === true ? ownMargin(position)',
        to: 'position?.leverage === 0 ? ownMargin(position)',
      },
    ],
  },
  {
    name: 'a part is closed by a request that did not name it',
    edits: [
      {
        file: CLOSES,
        from: 'closingLots: lots,\n      cover: this.coverAsked',
        to: 'closingLots: position.lots,\n      cover: this.coverAsked',
      },
    ],
  },
];
