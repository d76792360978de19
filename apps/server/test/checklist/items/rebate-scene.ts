import { officeRebateFund, officeRebateRates } from '@meridian/contract/rebate/office';
import type { Call } from '@meridian/contract/schema/call';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import type { Scene } from './scene.ts';

type Input = Readonly<Record<string, string>>;

const USDT = 3;

/** Money of the house that can go to the account of rebates. */
async function fundedHouse({ exchange: { engine } }: Scene): Promise<Input> {
  await engine.submit({
    kind: 'ledger.deposit',
    user: SYSTEM.house,
    wallet: 'spot',
    currency: USDT,
    amount: (100n * 10n ** 8n) as Amount,
    reference: 'test',
  });
  return {
    reason: 'Rebates of this month.',
    currency: String(USDT),
    direction: 'in',
    amount: '10',
  };
}

/** A good input of each call of operators about rebates. */
export const REBATE_OFFICE_CALLS: readonly (readonly [
  call: Call,
  input: (scene: Scene) => Promise<Input>,
])[] = [
  [
    officeRebateRates,
    () =>
      Promise.resolve({
        reason: 'A share for inviters.',
        currency: String(USDT),
        level_1_bps: '2000',
        level_2_bps: '1000',
        level_3_bps: '500',
      }),
  ],
  [officeRebateFund, fundedHouse],
];
