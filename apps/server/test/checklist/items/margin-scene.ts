import {
  marginAdd,
  marginCancel,
  marginClose,
  marginCloseMany,
  marginDeal,
  marginPositions,
  marginRemove,
  marginReverse,
  marginSetStops,
  marginSubmit,
} from '@meridian/contract/margin/calls';
import { PAIR } from './market-scene.ts';
import { asTrader, type Recipes } from './recipes.ts';
import type { Customer } from './scene.ts';
import { bring } from './wallet-scene.ts';

const AT_MARKET = { ...PAIR, multiple: '10', share: '10', type: '1', status: '1' };

/** Good calls about contracts. */
export const MARGIN_RECIPES: Recipes = [
  [marginDeal, asTrader(() => PAIR)],
  [marginPositions, asTrader(() => ({ status: '1' }))],
  [marginSubmit, asTrader(async (customer) => (await bring(customer, 'lever'), AT_MARKET))],
  [
    marginClose,
    asTrader(async (customer) => ({ id: await openPosition(customer, { status: '1' }) })),
  ],
  [
    marginAdd,
    asTrader(async (customer) => ({
      id: await openPosition(customer, { status: '1', isolated: '1' }),
      number: '1',
    })),
  ],
  [
    marginRemove,
    asTrader(async (customer) => {
      const id = await openPosition(customer, { status: '1', isolated: '1' });
      await customer.ask(marginAdd, { id: Number(id), number: '5' });
      return { id, number: '1' };
    }),
  ],
  [
    marginReverse,
    asTrader(async (customer) => ({ id: await openPosition(customer, { status: '1' }) })),
  ],
  [
    marginSetStops,
    asTrader(async (customer) => ({
      id: await openPosition(customer, { status: '1' }),
      target_profit_price: '70000',
      stop_loss_price: '0',
    })),
  ],
  [
    marginCloseMany,
    asTrader(async (customer) => (await openPosition(customer, { status: '1' }), { type: '0' })),
  ],
  [
    marginCancel,
    asTrader(async (customer) => ({
      id: await openPosition(customer, { status: '0', target_price: '50000' }),
    })),
  ],
];

/** A position or a waiting order of a customer who has just transferred money for it. */
export async function openPosition(
  customer: Customer,
  more: { status: '0' | '1'; target_price?: string; isolated?: '0' | '1' },
): Promise<string> {
  await bring(customer, 'lever');
  const { id } = await customer.ask(marginSubmit, {
    legal_id: 3,
    currency_id: 1,
    multiple: 10,
    share: '10',
    type: '1',
    ...more,
  });
  if (more.status === '1') await customer.scene.tick();
  return String(id);
}
