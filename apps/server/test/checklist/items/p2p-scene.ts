/** Ads and deals of the marketplace for the checklist: each of new people with money. */
import {
  adDeals,
  adEdit,
  adPause,
  adSend,
  adWithdraw,
  dealAnswerCancel,
  dealAskCancel,
  dealCancel,
  dealDetail,
  dealExtend,
  dealOpen,
  dealPay,
  dealPayAsOwner,
  dealRelease,
  dealTake,
  ownAds,
} from '@meridian/contract/p2p/calls';
import {
  appealOpen,
  appealState,
  appealWithdraw,
  evidenceUpload,
  ownAppeals,
} from '@meridian/contract/p2p/appeal-calls';
import {
  officeP2pAdRemove,
  officeP2pMerchant,
  officeP2pRestrict,
} from '@meridian/contract/p2p/office';
import {
  p2pBlock,
  p2pBondPost,
  p2pBondReturn,
  p2pTrader,
} from '@meridian/contract/p2p/trader-calls';
import { officeP2pAppeal, officeP2pRule } from '@meridian/contract/p2p/office-appeals';
import { officeP2pChatSend, officeP2pDeal } from '@meridian/contract/p2p/office-cases';
import { chat, chatRead, chatSend } from '@meridian/contract/p2p/chat-calls';
import { evidencePackage, officeEvidencePackage } from '@meridian/contract/p2p/package-calls';
import {
  webhook,
  webhookEnable,
  webhookResend,
  webhookSave,
  webhookTest,
} from '@meridian/contract/p2p/webhook-calls';
import { walletChange } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import { paidTo } from '../../people/payment-account.ts';
import { asNewcomer, asOwner, ofOwn, type OwnObjects, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

const AD = { currency_id: '3', type: 'sell', total_number: '100', price: '7.1', way: 'bank' };
const TERMS = { price: '7.2', way: 'bank' };
const BOND = { currency_id: '3', number: '120' };

/** Verified, with a bank account and 200 USDT in the p2p wallet; the marketplace is open. */
export async function asP2pTrader(customer: Customer): Promise<Customer> {
  const { exchange } = customer.scene;
  if (exchange.live.p2p.termsOf(3) === undefined) {
    const fiat = (yuan: bigint): Amount => (yuan * 100n) as Amount;
    await exchange.engine.submit({
      kind: 'p2p.terms',
      terms: {
        currency: 3,
        market: 0,
        minFiat: fiat(10n),
        maxFiat: fiat(50_000n),
        bandBps: 0,
        twoOperatorsFrom: fiat(10_000n),
        merchantBond: 100_0000_0000n as Amount,
        isOpen: true,
      },
    });
    await exchange.engine.submit({ kind: 'p2p.rate', currency: 3, priceTicks: 7_0000_0000 });
  }
  await customer.fund();
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
  await customer.ask(walletChange, {
    number: '200',
    currency_id: 3,
    from_field: 'change',
    to_field: 'legal',
  });
  return customer;
}

/** An ad of the customer. */
export async function adOf(customer: Customer, type: 'buy' | 'sell' = 'sell'): Promise<string> {
  await asP2pTrader(customer);
  await customer.ask(adSend, { ...AD, currency_id: 3, type, way: 'bank' });
  return String((await customer.ask(ownAds, {})).data[0]?.id);
}

/** A deal that the customer buys: of somebody's ad, or of their own. */
export async function bought(customer: Customer, isOwnAd = false): Promise<string> {
  const other = await customer.scene.newcomer();
  const [owner, taker] = isOwnAd ? [customer, other] : [other, customer];
  const id = Number(await adOf(owner, isOwnAd ? 'buy' : 'sell'));
  await asP2pTrader(taker);
  return String((await taker.ask(dealTake, { id, number: '50' })).id);
}

/** A deal in which the customer sells, and its buyer. */
async function sold(customer: Customer): Promise<{ id: number; buyer: Customer }> {
  const id = Number(await adOf(customer));
  const buyer = await asP2pTrader(await customer.scene.newcomer());
  return { id: (await buyer.ask(dealTake, { id, number: '50' })).id, buyer };
}

async function unpaid(customer: Customer): Promise<string> {
  return String((await sold(customer)).id);
}

async function paid(customer: Customer): Promise<string> {
  const { id, buyer } = await sold(customer);
  await buyer.ask(dealPay, { id });
  return String(id);
}

/** The seller has asked for the cancellation of the customer's deal. */
async function asked(customer: Customer): Promise<string> {
  const seller = await customer.scene.newcomer();
  const ad = Number(await adOf(seller));
  await asP2pTrader(customer);
  const { id } = await customer.ask(dealTake, { id: ad, number: '50' });
  await seller.ask(dealAskCancel, { id });
  return String(id);
}

/** Somebody else who has an ad. */
export async function trader(customer: Customer): Promise<string> {
  const other = await customer.scene.newcomer();
  await adOf(other);
  return String(other.user);
}

const RULING = { to_buyer: '20', fault: 'nobody', reason: 'Half of the money has come.' };
const APPEAL = { reason: 'not_received', statement: 'No money has come.' } as const;

/** An appeal of the customer, who sells: its number and that of the deal. */
async function appealOf(customer: Customer): Promise<{ id: string; deal: string }> {
  const deal = await paid(customer);
  const { id } = await customer.ask(appealOpen, { id: Number(deal), ...APPEAL });
  return { id: String(id), deal };
}

/** An appeal of somebody that the other side has answered. */
async function answeredAppeal(scene: Scene): Promise<string> {
  const seller = await scene.newcomer();
  const { id: deal, buyer } = await sold(seller);
  await buyer.ask(dealPay, { id: deal });
  const { id } = await seller.ask(appealOpen, { id: deal, ...APPEAL });
  await buyer.ask(appealState, { id, statement: 'I have paid.' });
  return String(id);
}

/** A deal that the customer has appealed. */
export async function appealedDeal(customer: Customer): Promise<string> {
  return (await appealOf(customer)).deal;
}

/** Has posted the bond of a merchant. */
async function bonded(customer: Customer): Promise<Customer> {
  await asP2pTrader(customer);
  await customer.ask(p2pBondPost, { ...BOND, currency_id: 3 });
  return customer;
}

/** A merchant. */
async function merchant(customer: Customer): Promise<Customer> {
  await bonded(customer);
  const command = { kind: 'p2p.merchant', user: customer.user, isMerchant: true } as const;
  await customer.scene.exchange.engine.submit({ ...command, operator: 1 });
  return customer;
}

const ENDPOINT = { url: 'https://merchant.example/hook' };

/** A merchant with a webhook. */
async function hooked(customer: Customer): Promise<Customer> {
  await merchant(customer);
  await customer.ask(webhookSave, ENDPOINT);
  return customer;
}

/** A delivery to the webhook of the customer. */
async function deliveryOf(customer: Customer): Promise<string> {
  await hooked(customer);
  await customer.ask(webhookTest, {});
  return String((await customer.ask(webhook, {})).deliveries[0]?.id);
}

/** Calls about an object of the caller's own: how it is made, and the fields besides its id. */
export const P2P_OBJECTS: OwnObjects = [
  [adEdit, adOf, TERMS],
  [adWithdraw, adOf, {}],
  [adPause, adOf, { is_paused: '1' }],
  [adDeals, adOf, {}],
  [dealDetail, bought, {}],
  [dealCancel, bought, {}],
  [dealPay, bought, {}],
  [dealPayAsOwner, (customer) => bought(customer, true), {}],
  [dealRelease, paid, {}],
  [dealExtend, unpaid, { minutes: '15' }],
  [dealAskCancel, unpaid, {}],
  [dealAnswerCancel, asked, { accepts: '0' }],
  [chat, bought, {}],
  [chatSend, bought, { client_id: 'first', text: 'Hello' }],
  [chatRead, bought, { row: '0' }],
  [evidencePackage, bought, {}],
  [webhookResend, deliveryOf, {}],
  [appealOpen, paid, APPEAL],
  [appealState, async (customer) => (await appealOf(customer)).id, { statement: 'Still none.' }],
  [appealWithdraw, async (customer) => (await appealOf(customer)).id, {}],
  [ownAppeals, async (customer) => (await appealOf(customer)).id, {}],
];

/** Good calls about the marketplace. */
export const P2P_RECIPES: Recipes = [
  [
    evidenceUpload,
    async (scene) => ({
      authorization: (await asP2pTrader(await scene.newcomer())).token,
      input: {},
      file: await scene.picture(),
    }),
  ],
  [adSend, asNewcomer(async (customer) => (await asP2pTrader(customer), AD))],
  ...[dealOpen, dealTake].map(
    (call) =>
      [
        call,
        asNewcomer(async (customer) => {
          const id = await adOf(await customer.scene.newcomer());
          await asP2pTrader(customer);
          return { id, number: '50' };
        }),
      ] as const,
  ),
  [p2pTrader, asNewcomer(async (customer) => ({ id: await trader(customer) }))],
  [p2pBlock, asNewcomer(async (customer) => ({ id: await trader(customer), is_blocked: '1' }))],
  [p2pBondPost, asNewcomer(async (customer) => (await asP2pTrader(customer), BOND))],
  [
    p2pBondReturn,
    asNewcomer(async (customer) => {
      await bonded(customer);
      return {};
    }),
  ],
  [webhookSave, asNewcomer(async (customer) => (await merchant(customer), ENDPOINT))],
  [webhookEnable, asNewcomer(async (customer) => (await hooked(customer), { is_enabled: '0' }))],
  [webhookTest, asNewcomer(async (customer) => (await hooked(customer), {}))],
  ...ofOwn(P2P_OBJECTS),
  [officeP2pAppeal, asOwner(async (scene) => ({ id: await answeredAppeal(scene) }))],
  [officeEvidencePackage, asOwner(async (scene) => ({ id: await unpaid(await scene.newcomer()) }))],
  [officeP2pDeal, asOwner(async (scene) => ({ id: await appealedDeal(await scene.newcomer()) }))],
  [
    officeP2pChatSend,
    asOwner(async (scene) => ({
      id: await appealedDeal(await scene.newcomer()),
      client_id: 'first',
      to: 'both',
      text: 'Please show the receipt.',
    })),
  ],
  [officeP2pRule, asOwner(async (scene) => ({ id: await answeredAppeal(scene), ...RULING }))],
  [
    officeP2pAdRemove,
    asOwner(async (scene) => ({ id: await adOf(await scene.newcomer()), reason: 'A lure' })),
  ],
  [
    officeP2pRestrict,
    asOwner(async (scene) => {
      const { user } = await scene.newcomer();
      const reason = 'Reports of customers';
      await scene.operator('owner').ask(officeP2pRestrict, { user, hours: 24, reason });
      return { user: String(user), hours: '0', reason };
    }),
  ],
  [
    officeP2pMerchant,
    asOwner(async (scene) => ({
      user: String((await bonded(await scene.newcomer())).user),
      merchant: '1',
      reason: 'Known for years',
    })),
  ],
];
