import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CALM,
  rememberRisk,
  riskLevel,
  isolatedRiskPercent,
  riskPercent,
  WARNING_PERCENT,
  DANGER_PERCENT,
  type RiskMemory,
} from './risk.ts';

const STANDING = { available: '0', margins: '100', profits: '0', maintained: '30' };

test.each([
  [{}, '30'],
  [{ profits: '-70' }, '100'],
  [{ profits: '-65' }, '85.71'],
  [{ available: '900' }, '3'],
  [{ profits: '-100' }, '999'],
  [{ profits: '-120' }, '999'],
  [{ margins: '0', maintained: '0' }, undefined],
  // A maintained sum has two decimals more than an amount.
  [{ margins: '100.00000001', maintained: '30.0000000030' }, '30'],
])('%j is a risk of %s %', (part, percent) =>
  expect(riskPercent({ ...STANDING, ...part })).toBe(percent),
);

// Half a coin with 100 of equity, of which 40 are left where it is liquidated.
const ISOLATED: Parameters<typeof isolatedRiskPercent>[0] = {
  ...{ side: 'long', quantity: '0.5', markPrice: '1000', liquidationPrice: '880' },
  ...{ freed: '100', nightFees: '0' },
};
test.each<[Partial<typeof ISOLATED>, string | undefined]>([
  [{}, '40'],
  [{ markPrice: '880', freed: '40' }, '100'],
  [{ nightFees: '25' }, '20'],
  [{ side: 'short', liquidationPrice: '1120' }, '40'],
  [{ freed: '0' }, '999'],
  [{ liquidationPrice: '' }, undefined],
])('an isolated position with %j is at a risk of %s %', (part, percent) =>
  expect(isolatedRiskPercent({ ...ISOLATED, ...part })).toBe(percent),
);

test('100 % is where the exchange liquidates', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 1, max: 99 }),
      (margins, profits, maintenance) => {
        const hundredths = BigInt(margins) * BigInt(maintenance);
        const risk = riskPercent({
          available: '0',
          margins: String(margins),
          profits: String(profits),
          maintained: `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`,
        });
        // The core: 100 x equity less margin x maintenance is below zero.
        const isLiquidated = 100n * BigInt(margins + profits) - hundredths < 0n;
        if (isLiquidated) expect(Number(risk)).toBeGreaterThanOrEqual(100);
        else expect(Number(risk)).toBeLessThanOrEqual(100);
      },
    ),
  );
});

test.each([
  [undefined, 'safe'],
  ['69.99', 'safe'],
  [WARNING_PERCENT, 'warning'],
  ['84.99', 'warning'],
  [DANGER_PERCENT, 'danger'],
  ['999', 'danger'],
] as const)('%s is %s', (percent, level) => expect(riskLevel(percent)).toBe(level));

test('a risk around a threshold is told once, and again after it was over', () => {
  const after = (percents: readonly (string | undefined)[]): string[] => {
    let memory: RiskMemory = CALM;
    return percents.map((percent) => (memory = rememberRisk(memory, percent)).worst);
  };
  expect(after(['50', '71', '69', '72', '86', '70', undefined, '59', '71'])).toEqual([
    ...['safe', 'warning', 'warning', 'warning', 'danger', 'danger', 'danger', 'safe'],
    'warning',
  ]);
});

test('what was dismissed stays so until the risk is over', () => {
  const dismissed: RiskMemory = { worst: 'warning', dismissed: 'warning' };
  expect(rememberRisk(dismissed, '75').dismissed).toBe('warning');
  expect(rememberRisk(dismissed, '65').dismissed).toBe('warning');
  expect(rememberRisk(dismissed, '40')).toEqual(CALM);
});
