import { demoFaucet } from '@meridian/contract/demo/calls';
import { walletChange, walletDetail, walletLog } from '@meridian/contract/wallet/calls';
import { officeAdjustmentDecide, officeAdjustmentPropose } from '@meridian/contract/wallet/office';
import { asNewcomer, asOwner, asTrader, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

/** Good calls about wallets, adjustments and the faucet. */
export const WALLET_RECIPES: Recipes = [
  [
    walletChange,
    asTrader(() => ({
      number: '1',
      currency_id: '3',
      from_field: 'change',
      to_field: 'lever',
    })),
  ],
  [walletDetail, asTrader(() => ({ currency: '3' }))],
  [walletLog, asTrader(() => ({ type: '2', currency: '3' }))],
  [demoFaucet, asNewcomer(() => ({}))],
  [
    officeAdjustmentPropose,
    asOwner(({ alice }) => ({
      user: String(alice.user),
      wallet: 'spot',
      currency: '3',
      amount: '1',
      reason: 'A refund',
    })),
  ],
  [
    officeAdjustmentDecide,
    asOwner(async (scene) => ({ id: String(await adjustment(scene)), approved: '1' })),
  ],
];

/** Moves 500 USDT out of the spot wallet, and refreshes the index, since a stale one is refused. */
export async function bring(customer: Customer, to_field: 'lever' | 'micro'): Promise<void> {
  await customer.ask(walletChange, {
    number: '500',
    currency_id: 3,
    from_field: 'change',
    to_field,
  });
  await customer.scene.tick();
}

async function adjustment(scene: Scene): Promise<number> {
  const { id } = await scene.operator('second owner').ask(officeAdjustmentPropose, {
    user: scene.alice.user,
    wallet: 'spot',
    currency: 3,
    amount: '1',
    reason: 'A refund',
  });
  return id;
}
