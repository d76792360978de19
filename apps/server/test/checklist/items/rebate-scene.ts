import { officeRebateFund, officeRebateRates } from '@meridian/contract/rebate/office';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { asOwner, type Input, type Recipes } from './recipes.ts';
import type { Scene } from './scene.ts';

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

/** Good calls about rebates. */
export const REBATE_RECIPES: Recipes = [
  [
    officeRebateRates,
    asOwner(() =>
      Promise.resolve({
        reason: 'A share for inviters.',
        currency: String(USDT),
        level_1_bps: '2000',
        level_2_bps: '1000',
        level_3_bps: '500',
      }),
    ),
  ],
  [officeRebateFund, asOwner(fundedHouse)],
];
