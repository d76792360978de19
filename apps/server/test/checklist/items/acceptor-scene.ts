import {
  acceptorAct,
  acceptorDeal,
  acceptorDeals,
  acceptorInfo,
  dealStatementAdd,
  dealStatements,
  regionUsers,
} from '@meridian/contract/acceptor/calls';
import {
  officeAcceptorSave,
  officeAgentRemove,
  officeAgentSave,
  officeDealRule,
  officeDealStatements,
} from '@meridian/contract/acceptor/office';
import { ensureDemoAcceptor } from '../../../src/modules/acceptor/demo.ts';
import { paidTo } from '../../people/payment-account.ts';
import { TEST_FIELDS } from '../../test-exchange.ts';
import { asNewcomer, asOwner, asTrader, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

/** Good calls about acceptors, their deals and regional agents. */
export const ACCEPTOR_RECIPES: Recipes = [
  [
    acceptorInfo,
    asNewcomer(async (customer) => ({ id: (await dealOf(customer, 'buy')).acceptor_id })),
  ],
  [acceptorDeal, asTrader((customer) => dealOf(customer, 'sell'))],
  [
    dealStatementAdd,
    asTrader(async (customer) => ({
      id: await disputeOf(customer),
      text: 'Nothing has arrived.',
    })),
  ],
  [dealStatements, asTrader(async (customer) => ({ id: await disputeOf(customer) }))],
  [acceptorAct, asTrader(async (customer) => ({ id: await deal(customer), act: 'reject' }))],
  [
    regionUsers,
    asNewcomer(async ({ user }, { exchange }) => {
      await exchange.queries
        .insertInto('regional_agents')
        .values({ user_id: BigInt(user), city_name: 'City', district_name: 'District' })
        .execute();
      return {};
    }),
  ],
  [
    officeAcceptorSave,
    asOwner(async (scene) => ({
      user: String((await scene.newcomer()).user),
      name: 'Desk',
      recharge_amount: '1000',
      recharge_rate: '7.2',
      cash_amount: '1000',
      cash_rate: '7.1',
      bank_account: '6222',
      open: '1',
    })),
  ],
  [officeDealStatements, asOwner(async (scene) => ({ id: await dispute(scene) }))],
  [
    officeDealRule,
    asOwner(async (scene) => ({
      id: await dispute(scene),
      ruling: 'return',
      reason: 'No transfer was shown.',
    })),
  ],
  [
    officeAgentSave,
    asOwner(({ alice }) => ({
      user: String(alice.user),
      city_name: 'Shanghai',
      district_name: 'Pudong',
    })),
  ],
  [
    officeAgentRemove,
    asOwner(async (scene) => {
      const { user } = await scene.newcomer();
      await scene
        .operator('owner')
        .ask(officeAgentSave, { user, city_name: 'Shanghai', district_name: 'Pudong' });
      return { user: String(user) };
    }),
  ],
];

/**
 * A new acceptor with money, and the customer's deal with them in words of the wire. The customer
 * is verified.
 */
async function dealOf(
  customer: Customer,
  type: 'buy' | 'sell',
): Promise<{
  acceptor_id: string;
  way: 'bank';
  type: 'buy' | 'sell';
  mobile: string;
  deal_account: string;
  money: string;
}> {
  const { exchange } = customer.scene;
  const acceptor = await customer.scene.newcomer();
  await acceptor.fund();
  await ensureDemoAcceptor({ queries: exchange.queries, fields: TEST_FIELDS }, acceptor.user);
  const { id } = await exchange.queries
    .selectFrom('acceptors')
    .select('id')
    .where('user_id', '=', BigInt(acceptor.user))
    .executeTakeFirstOrThrow();
  await exchange.queries
    .updateTable('users')
    .set({ review_status: 'approved' })
    .where('id', '=', BigInt(customer.user))
    .execute();
  await exchange.queries
    .insertInto('payment_methods')
    .values(paidTo(customer.user, '6222021234567890'))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return {
    acceptor_id: String(id),
    way: 'bank',
    type,
    mobile: '13900000000',
    deal_account: '6222021234567890',
    money: '72.5',
  };
}

/** A waiting deal of the customer. */
export async function deal(customer: Customer): Promise<string> {
  const { acceptor_id, ...words } = await dealOf(customer, 'buy');
  await customer.ask(acceptorDeal, { ...words, acceptor_id: Number(acceptor_id) });
  return String((await customer.ask(acceptorDeals, {})).list[0]?.id);
}

/** A disputed sale of a new customer. */
async function dispute(scene: Scene): Promise<string> {
  const customer = await scene.newcomer();
  await customer.fund();
  return disputeOf(customer);
}

/** A disputed sale of a customer with money. */
export async function disputeOf(customer: Customer): Promise<string> {
  const { acceptor_id, ...words } = await dealOf(customer, 'sell');
  await customer.ask(acceptorDeal, { ...words, acceptor_id: Number(acceptor_id) });
  const id = (await customer.ask(acceptorDeals, {})).list[0]?.id ?? 0;
  await customer.scene.exchange.queries
    .updateTable('acceptor_deals')
    .set({ status: 'disputed', marked_at: new Date(), disputed_at: new Date() })
    .where('id', '=', BigInt(id))
    .execute();
  return String(id);
}
