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
  checkEmail,
  checkMobile,
  smsMail,
  smsSend,
  userForget,
  userFreeze,
  userLanguage,
  userLogin,
  userLogout,
  userRegister,
  userSetPassword,
} from '@meridian/contract/account/calls';
import type { Call, CallInput } from '@meridian/contract/schema/call';
import { contestInfo, contestJoin, contestRanking } from '@meridian/contract/contest/calls';
import {
  addAddress,
  addresses,
  cancelWithdrawal,
  chargeRequest,
  checkAddress,
  claims,
  confirmBegin,
  deleteAddress,
  depositAddress,
  setWhitelist,
  testDeposit,
  withdraw,
  withdrawals,
  withdrawInfo,
} from '@meridian/contract/custody/calls';
import { demoFaucet, demoOutbox } from '@meridian/contract/demo/calls';
import { assetProof, cashSave, realName, upload } from '@meridian/contract/identity/calls';
import {
  marginCloseMany,
  marginAdd,
  marginCancel,
  marginClose,
  marginDeal,
  marginPositions,
  marginRemove,
  marginReverse,
  marginSetStops,
  marginSubmit,
} from '@meridian/contract/margin/calls';
import {
  marketDepth,
  newTimeshar,
  newTradehistory,
  transactionDeal,
} from '@meridian/contract/market/calls';
import { newsDetail, newsList, newsListByLanguage } from '@meridian/contract/news/calls';
import { officeAdjustmentDecide, officeAdjustmentPropose } from '@meridian/contract/wallet/office';
import { officeApplication, officeReview } from '@meridian/contract/identity/office';
import {
  officeArticle,
  officeArticleDelete,
  officeArticles,
  officeArticleSave,
  officePictureAdd,
} from '@meridian/contract/news/office';
import {
  officeCurrencySave,
  officeMarketAdd,
  officeMarkets,
  officeMarketSave,
} from '@meridian/contract/market/office';
import { officeLogin, officeLogout } from '@meridian/contract/office/calls';
import {
  officeSessionEnd,
  officeUser,
  officeLegalHold,
  officeUserFreeze,
} from '@meridian/contract/account/office';
import { officeSettingSave } from '@meridian/contract/site/office';
import {
  officeDeviceAdd,
  officeDeviceBegin,
  officeDeviceRemove,
  officeJoin,
  officeMe,
  officeOperatorInvite,
  officeOperators,
  officeOperatorSave,
  officeOwnPassword,
  officeOwnSessionEnd,
  operatorTotpBegin,
  operatorTotpEnable,
} from '@meridian/contract/office/operators';
import {
  officeAcceptorSave,
  officeAgentRemove,
  officeAgentSave,
  officeDealRule,
  officeDealStatements,
} from '@meridian/contract/acceptor/office';
import {
  officeContestPay,
  officeContestRanking,
  officeContestSave,
} from '@meridian/contract/contest/office';
import { officeFaultRelease } from '@meridian/contract/faults/office';
import { officeHouseInsure, officeHouseMove } from '@meridian/contract/custody/house';
import { officePaymentDecide } from '@meridian/contract/payment/office';
import { officeOrdersCancel } from '@meridian/contract/spot/office';
import { evidenceUpload } from '@meridian/contract/p2p/appeal-calls';
import { paymentCallback, paymentForm, paymentIntent } from '@meridian/contract/payment/calls';
import {
  officeClaimDecide,
  officeColdAddressSave,
  officeColdMove,
  officeNetworks,
  officeNetworkSave,
  officePause,
  officeWithdrawalAgree,
  officeWithdrawalDecide,
  officeWithdrawalLost,
  officeWithdrawalTerms,
} from '@meridian/contract/custody/office';
import {
  antiPhishingSet,
  emailBind,
  fundPasswordSet,
  mobileBind,
  passkeyAdd,
  passkeyBegin,
  passkeyLogin,
  passkeyLoginBegin,
  passkeyRemove,
  recoveryCodesMake,
  securityState,
  sessionEnd,
  stepUp,
  totpBegin,
  totpDisable,
  totpEnable,
} from '@meridian/contract/security/calls';
import {
  breakBegin,
  insuranceBuy,
  insuranceCancel,
  lossLimitSet,
  secondsTickets,
  secondsSubmit,
  secondsTicket,
  timeLimitSet,
} from '@meridian/contract/seconds/calls';
import { transactionDel, transactionIn, transactionOut } from '@meridian/contract/spot/calls';
import { walletLog, walletChange, walletDetail } from '@meridian/contract/wallet/calls';
import { accountClose, dataExport, dataExportPart } from '@meridian/contract/personal/calls';
import {
  officeOperatorCustomerSave,
  officeOwnCustomerDeclare,
} from '@meridian/contract/office/own-customers';
import { officeProposalDecide, officeProposalTakeBack } from '@meridian/contract/office/proposals';
import { ROLE_NAMES, ROLES, type Role } from '@meridian/contract/office/permissions';
import { generate } from 'otplib';
import { plausibleInput } from '../../../src/gateway/hostile-input.ts';
import { ensureDemoAcceptor } from '../../../src/modules/acceptor/demo.ts';
import { TEST_FIELDS } from '../../test-exchange.ts';
import { paidTo } from '../../people/payment-account.ts';
import { networkId } from '../../../src/modules/custody/chain-networks.ts';
import { TestAuthenticator } from '../../people/authenticator.ts';
import { OPERATOR_PASSWORD, ORIGIN, PASSWORD, type Customer, type Scene } from './scene.ts';
import { bring, leverPosition } from './lever-position.ts';
import { AREA_CALLS, AREA_OFFICE_CALLS } from './area-scenes.ts';
import { asP2pTrader } from './p2p-scene.ts';

/** A call that succeeds if it is made now, once. */
export interface GoodCall {
  readonly authorization: string;
  readonly input: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file of a multipart call. */
  readonly file?: Buffer;
}

type Recipe = (scene: Scene) => Promise<GoodCall>;

/** Fields that a call made from its schema alone leaves out. */
const ASIDE = 'page limit from to q status user_id';
/** Inside the band around the index, at prices without other orders. */
const FAR_BELOW = '59000';
const FAR_ABOVE = '61000';
/** Belongs to no customer. It has no letters, so its checksum is right. */
const OUTSIDE = `0x${'42'.repeat(20)}`;

/**
 * A valid call of each kind. Calls that are not listed succeed with plausible values of their
 * schema.
 */
export async function goodCall(scene: Scene, call: Call): Promise<GoodCall> {
  const recipe = RECIPES.get(keyOf(call));
  const made = await recipe?.(scene);
  // The owner makes the calls of operators if permitted; else the first operator with the
  // permission.
  if (made?.authorization === scene.operator('owner').token)
    return { ...made, authorization: authorizationFor(scene, call) };
  if (made !== undefined) return made;
  const aside = new Set(ASIDE.split(' '));
  const input = Object.fromEntries(
    Object.entries(plausibleInput(call)).filter(([name]) => !aside.has(name)),
  );
  return { authorization: authorizationFor(scene, call), input };
}

/**
 * Alice for customers' calls, the first permitted operator for operators' calls (mostly the owner),
 * no session for public calls.
 */
export function authorizationFor(scene: Scene, { access, permission = 'any' }: Call): string {
  if (access === 'operator')
    return scene.operator(
      ROLE_NAMES.find(
        (role) => permission === 'any' || ROLES[role].some((one) => one === permission),
      ) ?? 'owner',
    ).token;
  return access === 'private' ? scene.alice.token : '';
}

/** An application of a new customer, under review. */
export async function application(
  scene: Scene,
): Promise<{ customer: Customer; id: number; pictures: readonly string[] }> {
  const customer = await scene.newcomer();
  const input = await identityInput(customer);
  await customer.ask(realName, input);
  const { id } = await scene.exchange.queries
    .selectFrom('identity_applications')
    .select('id')
    .where('user_id', '=', BigInt(customer.user))
    .executeTakeFirstOrThrow();
  return {
    customer,
    id: Number(id),
    pictures: [input.front_pic, input.reverse_pic, input.hand_pic],
  };
}

export async function identityInput(customer: Customer): Promise<{
  name: string;
  card_id: string;
  front_pic: string;
  reverse_pic: string;
  hand_pic: string;
}> {
  const [front_pic = '', reverse_pic = '', hand_pic = ''] = [
    await customer.upload(),
    await customer.upload(),
    await customer.upload(),
  ];
  return { name: 'Zoë Example', card_id: `AB-${customer.user}`, front_pic, reverse_pic, hand_pic };
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

async function article(scene: Scene): Promise<number> {
  const { id } = await scene
    .operator('owner')
    .ask(officeArticleSave, { c_id: 3, language: 'en', title: 'News', content: '<p>New.</p>' });
  return id;
}

async function restingOrder(customer: Customer): Promise<number> {
  const { id } = await customer.ask(transactionIn, {
    legal_id: 3,
    currency_id: 1,
    price: FAR_BELOW,
    num: '0.001',
    mode: '2',
  });
  return id;
}

export async function insurance(customer: Customer): Promise<string> {
  await bring(customer, 'micro');
  return String((await customer.ask(insuranceBuy, { insurance_type: 3, number: '100' })).id);
}

const WITHDRAWAL = { currency: 3, number: '50', address: OUTSIDE, type: 'erc20' } as const;

/** The fields of a withdrawal by a customer without a second factor, with the code of the mail. */
export async function confirmedWithdrawal(customer: Customer): Promise<CallInput<typeof withdraw>> {
  const { ticket } = await customer.ask(confirmBegin, WITHDRAWAL);
  return { ...WITHDRAWAL, ticket, value: await customer.scene.codeFor(customer.account) };
}

/** A withdrawal that waits for an operator, since address and device are new. */
export async function withdrawal(customer: Customer): Promise<string> {
  await customer.ask(withdraw, await confirmedWithdrawal(customer));
  return String((await customer.ask(withdrawals, {})).list[0]?.id);
}

export async function bookedAddress(customer: Customer): Promise<string> {
  await customer.ask(addAddress, { currency_id: 3, address: OUTSIDE, type: 'erc20' });
  return String((await customer.ask(addresses, {}))[0]?.id);
}

/** A claim of a new customer for a transaction that the watcher has seen, in no block yet. */
async function depositClaim(scene: Scene): Promise<string> {
  const customer = await scene.newcomer();
  const hash = `0x${crypto.randomUUID()}`;
  const seen = {
    network: networkId('erc20'),
    chain: 'ethereum',
    transaction: hash,
    output: 1n,
    user_id: BigInt(customer.user),
    address: OUTSIDE,
    amount: 1n,
    chain_amount: 1n,
    height: 0n,
    status: 'pending',
    note: '',
    seen_at: new Date(),
  } as const;
  await scene.exchange.queries.insertInto('seen_deposits').values(seen).execute();
  await customer.ask(chargeRequest, { amount: '500', currency: 3, hash });
  return String((await customer.ask(claims, {})).list[0]?.id);
}

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

/** A payment of a new customer, and the gateway's notice that it is paid. */
export async function payment(
  scene: Scene,
): Promise<{ customer: Customer; order: string; notice: Readonly<Record<string, string>> }> {
  const customer = await scene.newcomer();
  const { order, fields } = await customer.ask(paymentIntent, {
    account: 'payer@example.com',
    amount: '71',
  });
  const { merchant_id, amount, currency, sign_type } = fields;
  return {
    customer,
    order,
    notice: {
      merchant_id,
      order_id: order,
      transaction_id: `G-${order}`,
      amount,
      currency,
      state: 'paid',
      sign_type,
    },
  };
}

/** A notice as the gateway sends it. */
export function signed(
  { exchange: { merchant } }: Scene,
  notice: Readonly<Record<string, string>>,
): { input: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>> } {
  return {
    input: { ...notice, sign: merchant.md5Of(notice) },
    headers: { 'x-signature': merchant.signatureOf(notice) },
  };
}

/** A payment that was paid too late. */
async function latePayment(scene: Scene): Promise<string> {
  const { order, notice } = await payment(scene);
  const { queries } = scene.exchange;
  await queries
    .updateTable('payment_intents')
    .set({ expires_at: new Date(0) })
    .where('order_id', '=', order)
    .execute();
  const { input, headers } = signed(scene, notice);
  await scene.send(paymentCallback, input, { headers });
  const { id } = await queries
    .selectFrom('payment_intents')
    .select('id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow();
  return String(id);
}

/** A sent withdrawal whose place another transaction took. */
export async function lostWithdrawal(scene: Scene): Promise<string> {
  const customer = await scene.newcomer();
  await customer.fund();
  const id = Number(await withdrawal(customer));
  await scene.exchange.submit({ kind: 'custody.approve', withdrawal: id, operator: 1 });
  await scene.exchange.submit({ kind: 'custody.sign', withdrawal: id });
  const signed = JSON.stringify({ chain: 'ethereum', txid: `lost-${id}`, raw: '0x' });
  const unsigned = JSON.stringify({
    chain: 'ethereum',
    from: '0x',
    key: { branch: 'ethereum', account: 0, index: 0 },
    nonce: 0,
    transaction: '0x',
  });
  const sent = { status: 'broadcast', signed, unsigned } as const;
  const row = {
    kind: 'withdrawal',
    withdrawal: BigInt(id),
    chain: 'ethereum',
    asset: 'USDT.erc20',
    address: OUTSIDE,
    amount: 1n,
    source: '',
    created_at: new Date(),
    updated_at: new Date(),
    ...sent,
  } as const;
  await scene.exchange.queries
    .insertInto('chain_transfers')
    .values(row)
    .onConflict((conflict) => conflict.column('withdrawal').doUpdateSet(sent))
    .execute();
  return String(id);
}

/** A command that broke the core and is held back. */
async function heldFault({ alice, exchange }: Scene): Promise<string> {
  const noted = {
    occurred_at: new Date(),
    seq: 9n,
    kind: 'spot.cancel',
    user_id: BigInt(alice.user),
    idempotency_key: null,
    fingerprint: crypto.randomUUID(),
    command: '{}',
    invariant: 'L1',
    message: '',
    markets: null,
    released_at: null,
    released_by: null,
  };
  const { id } = await exchange.queries
    .insertInto('engine_faults')
    .values(noted)
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
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

const DAY_MS = 86_400_000;

/** A closed ticket. */
async function closedTicket({ alice, exchange }: Scene): Promise<string> {
  const id = 900_000n;
  const rule = {
    market: 1,
    currency: 3,
    direction: 'up',
    seconds: 30,
    stake: 1_000_000_000n,
    fee: 0n,
    fee_bps: 0,
    payout: 800_000_000n,
    payout_bps: 8_000,
    max_tick_age_ms: 10_000n,
    open_delay_ms: 100n,
    min_sources: 1,
    policy: 0n,
  } as const;
  const end = {
    opened_ms: 1_000n,
    due_ms: 31_000n,
    result: 'won',
    open_tick: 1n,
    open_ticks: 6_000_000n,
    settle_tick: 2n,
    settle_ticks: 6_000_100n,
    charged: 0n,
    profit: 800_000_000n,
    closed_seq: 3n,
    closed_ms: 31_000n,
  } as const;
  await exchange.queries
    .insertInto('tickets')
    .values({ id, user_id: BigInt(alice.user), ...rule, ...end })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return String(id);
}

/** A running season, or one that is over. */
async function season({ exchange }: Scene, isOver = false): Promise<string> {
  const { contest, engine, queries } = exchange;
  const known = await queries
    .selectFrom('contest_seasons')
    .select('id')
    .where('state', '=', isOver ? 'ended' : 'running')
    .executeTakeFirst();
  if (known !== undefined) return String(known.id);
  if (!isOver) {
    const id = await contest.create({
      name: 'Season',
      startMs: engine.timeMs,
      endMs: engine.timeMs + 30 * DAY_MS,
      startBalance: 1_000_000_000_000n,
      prizes: [],
    });
    await contest.rounds.runOnce();
    return String(id);
  }
  const row = {
    name: 'Before',
    state: 'ended',
    start_at: new Date(0),
    end_at: new Date(DAY_MS),
    ranked_at: new Date(DAY_MS),
    start_balance: 1_000_000_000_000n,
    prizes: '[]',
  } as const;
  const { id } = await queries
    .insertInto('contest_seasons')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Dates of a season that overlap no other. */
let seasonsAnnounced = 0;
function seasonDates({ exchange }: Scene): { start_ms: string; end_ms: string } {
  const startMs = exchange.engine.timeMs + (60 + 2 * seasonsAnnounced++) * DAY_MS;
  return { start_ms: String(startMs), end_ms: String(startMs + DAY_MS) };
}

/** The customer's code to an address, for the purpose. */
async function codeTo(customer: Customer, receiver: string, type: string): Promise<string> {
  await customer.ask(receiver.includes('@') ? smsMail : smsSend, { user_string: receiver, type });
  for (;;) {
    // A code for account recovery is sent after the answer.
    const code = await customer.scene.codeFor(receiver);
    if (code !== '') return code;
  }
}

const asNewcomer = (
  input: (
    customer: Customer,
    scene: Scene,
  ) => Promise<Record<string, string>> | Record<string, string>,
): Recipe => {
  return async (scene) => {
    const customer = await scene.newcomer();
    return { authorization: customer.token, input: await input(customer, scene) };
  };
};
const asNobody = (
  input: (scene: Scene) => Promise<Record<string, string>> | Record<string, string>,
): Recipe => {
  return async (scene) => ({ authorization: '', input: await input(scene) });
};
const asOwner = (
  input: (scene: Scene) => Promise<Record<string, string>> | Record<string, string>,
): Recipe => {
  return async (scene) => ({
    authorization: scene.operator('owner').token,
    input: await input(scene),
  });
};
const asTrader = (
  input: (customer: Customer) => Promise<Record<string, string>> | Record<string, string>,
): Recipe => {
  return asNewcomer(async (customer) => {
    await customer.fund();
    return input(customer);
  });
};
const keyOf = ({ method, path }: Call): string => `${method} ${path}`;
const passwords = { password: 'Newer4567', re_password: 'Newer4567' };
const fundPasswords = { password: '135790', re_password: '135790' };
const PAIR = { legal_id: '3', currency_id: '1' };
const LEVER = { ...PAIR, multiple: '10', share: '10', type: '1', status: '1' };
const ORDER = { ...PAIR, price: FAR_BELOW, num: '0.001', mode: '2' };

const RECIPES: ReadonlyMap<string, Recipe> = new Map(
  (
    [
      [
        userLogin,
        asNobody(async (scene) => ({
          user_string: (await scene.newcomer()).account,
          password: PASSWORD,
        })),
      ],
      [userLogout, asNewcomer(() => ({}))],
      [userLanguage, asNewcomer(() => ({ language: 'ko' }))],
      [smsMail, asNobody((scene) => ({ user_string: scene.newName() }))],
      [smsSend, asNobody((scene) => ({ user_string: scene.newMobile(), country_code: '86' }))],
      [checkEmail, asNobody((scene) => ({ email: scene.newName() }))],
      [checkMobile, asNobody((scene) => ({ mobile: scene.newMobile(), country_code: '86' }))],
      [
        userRegister,
        asNobody(async (scene) => {
          const user_string = scene.newName();
          return {
            type: 'email',
            user_string,
            code: await codeTo(scene.alice, user_string, ''),
            ...passwords,
          };
        }),
      ],
      [
        userForget,
        asNobody(async (scene) => {
          const customer = await scene.newcomer();
          return {
            account: customer.account,
            password: 'Newer4567',
            repassword: 'Newer4567',
            code: await codeTo(customer, customer.account, 'forget'),
          };
        }),
      ],
      [
        userFreeze,
        asNobody(async (scene) => {
          const customer = await scene.newcomer();
          await customer.enableTotp();
          const [notice] = await scene.exchange.call(demoOutbox, { to: customer.account });
          return { token: notice?.text.split(/\/freeze\?lang=[\w-]+#/)[1] ?? '' };
        }),
      ],
      [userSetPassword, asNewcomer(() => ({ pwd: 'Newer4567', repwd: 'Newer4567' }))],

      [
        sessionEnd,
        asNewcomer(async (customer, { exchange }) => {
          await customer.newSession();
          const open = await exchange.access.list(customer.user);
          const mine = await exchange.access.find(customer.token);
          return { id: open.find(({ id }) => id !== mine?.session)?.id ?? '' };
        }),
      ],
      [stepUp, asNewcomer(() => ({ method: 'password', value: PASSWORD }))],
      [totpBegin, asNewcomer(() => ({}))],
      [
        totpEnable,
        asNewcomer(async (customer) => ({
          code: await generate({ secret: (await customer.ask(totpBegin, {})).secret }),
        })),
      ],
      [totpDisable, asNewcomer(async (customer) => (await customer.enableTotp(), {}))],
      [recoveryCodesMake, asNewcomer(async (customer) => (await customer.enableTotp(), {}))],
      [passkeyBegin, asNewcomer(() => ({}))],
      [
        passkeyAdd,
        asNewcomer(async (customer) => {
          const { ticket, options } = await customer.ask(passkeyBegin, {});
          return {
            ticket,
            credential: new TestAuthenticator().create(options, ORIGIN),
            name: 'My key',
          };
        }),
      ],
      [
        passkeyRemove,
        asNewcomer(async (customer) => {
          await customer.addPasskey();
          return { id: (await customer.ask(securityState, {})).passkeys[0]?.id ?? '' };
        }),
      ],
      [
        passkeyLogin,
        asNobody(async (scene) => {
          const device = await (await scene.newcomer()).addPasskey();
          const { ticket, options } = await scene.nobody().ask(passkeyLoginBegin, {});
          return { ticket, credential: device.get(options, ORIGIN) };
        }),
      ],
      [fundPasswordSet, asNewcomer(() => fundPasswords)],
      [antiPhishingSet, asNewcomer(() => ({ code: 'tulip9' }))],
      [dataExport, asNewcomer(() => ({}))],
      [
        dataExportPart,
        asNewcomer(async (customer) => {
          await customer.ask(dataExport, {});
          return { part: 'security_history' };
        }),
      ],
      [accountClose, asNewcomer((customer) => ({ account: customer.account }))],
      [
        emailBind,
        asNewcomer(async (customer, scene) => {
          const email = scene.newName();
          return { email, code: await codeTo(customer, email, 'bind') };
        }),
      ],
      [
        mobileBind,
        asNewcomer(async (customer, scene) => {
          const mobile = scene.newMobile();
          return { mobile, country_code: '86', code: await codeTo(customer, mobile, 'bind') };
        }),
      ],

      [
        upload,
        async (scene) => ({
          authorization: (await scene.newcomer()).token,
          input: {},
          file: await scene.picture(),
        }),
      ],
      [realName, asNewcomer(identityInput)],
      [
        assetProof,
        asNewcomer(async (customer, { exchange }) => {
          await exchange.queries
            .updateTable('users')
            .set({ review_status: 'approved' })
            .where('id', '=', BigInt(customer.user))
            .execute();
          return { asset_pic: await customer.upload() };
        }),
      ],
      [
        cashSave,
        asNewcomer(() => ({
          real_name: 'Zoë Example',
          bank_name: 'Bank',
          bank_account: '6222021234567890',
        })),
      ],

      [transactionIn, asTrader(() => ORDER)],
      [transactionOut, asTrader(() => ({ ...ORDER, price: FAR_ABOVE }))],
      [
        transactionDel,
        asTrader(async (customer) => ({ id: String(await restingOrder(customer)) })),
      ],
      [
        walletChange,
        asTrader(() => ({
          number: '1',
          currency_id: '3',
          from_field: 'change',
          to_field: 'lever',
        })),
      ],
      [marginDeal, asTrader(() => PAIR)],
      [marginPositions, asTrader(() => ({ status: '1' }))],
      [marginSubmit, asTrader(async (customer) => (await bring(customer, 'lever'), LEVER))],
      [
        marginClose,
        asTrader(async (customer) => ({ id: await leverPosition(customer, { status: '1' }) })),
      ],
      [
        marginAdd,
        asTrader(async (customer) => ({
          id: await leverPosition(customer, { status: '1', isolated: '1' }),
          number: '1',
        })),
      ],
      [
        marginRemove,
        asTrader(async (customer) => {
          const id = await leverPosition(customer, { status: '1', isolated: '1' });
          await customer.ask(marginAdd, { id: Number(id), number: '5' });
          return { id, number: '1' };
        }),
      ],
      [
        marginReverse,
        asTrader(async (customer) => ({ id: await leverPosition(customer, { status: '1' }) })),
      ],
      [
        marginSetStops,
        asTrader(async (customer) => ({
          id: await leverPosition(customer, { status: '1' }),
          target_profit_price: '70000',
          stop_loss_price: '0',
        })),
      ],
      [
        marginCloseMany,
        asTrader(
          async (customer) => (await leverPosition(customer, { status: '1' }), { type: '0' }),
        ),
      ],
      [
        marginCancel,
        asTrader(async (customer) => ({
          id: await leverPosition(customer, { status: '0', target_price: '50000' }),
        })),
      ],
      [
        secondsSubmit,
        asTrader(
          async (customer) => (
            await bring(customer, 'micro'),
            { match_id: '1', currency_id: '3', type: '1', seconds: '30', number: '10' }
          ),
        ),
      ],
      [secondsTicket, asNobody(async (scene) => ({ id: await closedTicket(scene) }))],
      [secondsTickets, asTrader(() => ({ status: '1' }))],
      [
        insuranceBuy,
        asTrader(
          async (customer) => (
            await bring(customer, 'micro'),
            { insurance_type: '3', number: '100' }
          ),
        ),
      ],
      [insuranceCancel, asTrader(async (customer) => ({ id: await insurance(customer) }))],
      [lossLimitSet, asNewcomer(() => ({ currency_id: '3', number: '100' }))],
      [timeLimitSet, asNewcomer(() => ({ minutes: '60' }))],
      [breakBegin, asNewcomer(() => ({ days: '1' }))],
      [depositAddress, asNewcomer(() => ({ currency: '3' }))],
      [withdrawInfo, asNewcomer(() => ({ currency: '3' }))],
      [
        checkAddress,
        asNewcomer(() => ({
          currency: '3',
          type: 'erc20',
          address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        })),
      ],
      [confirmBegin, asTrader(() => ({ ...WITHDRAWAL, currency: '3' }))],
      [
        withdraw,
        asTrader(async (customer) => ({ ...(await confirmedWithdrawal(customer)), currency: '3' })),
      ],
      [cancelWithdrawal, asTrader(async (customer) => ({ id: await withdrawal(customer) }))],
      [addAddress, asNewcomer(() => ({ currency_id: '3', address: OUTSIDE, type: 'erc20' }))],
      [
        deleteAddress,
        asNewcomer(async (customer) => ({ address_id: await bookedAddress(customer) })),
      ],
      [
        setWhitelist,
        asNewcomer(
          async (customer) => (
            await customer.ask(setWhitelist, { enabled: '1' }),
            { enabled: '0' }
          ),
        ),
      ],
      [
        chargeRequest,
        asNewcomer(async (customer) => ({
          amount: '500',
          currency: '3',
          pic: await customer.upload(),
        })),
      ],
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
      ...AREA_CALLS.map(([call, input]) => [call, asNewcomer(input)] as const),
      [
        evidenceUpload,
        async (scene) => ({
          authorization: (await asP2pTrader(await scene.newcomer())).token,
          input: {},
          file: await scene.picture(),
        }),
      ],
      [paymentIntent, asNewcomer(() => ({ account: 'payer@example.com', amount: '71' }))],
      [
        paymentForm,
        async (scene) => {
          const { customer, order } = await payment(scene);
          return { authorization: customer.token, input: { order } };
        },
      ],
      [
        paymentCallback,
        async (scene) => ({ authorization: '', ...signed(scene, (await payment(scene)).notice) }),
      ],
      [contestJoin, asNewcomer(async (_customer, scene) => ({ id: await season(scene) }))],
      [contestInfo, asNobody(async (scene) => ({ id: await season(scene) }))],
      [contestRanking, asNobody(async (scene) => ({ id: await season(scene) }))],
      [testDeposit, asNewcomer(() => ({ currency: '3' }))],
      [walletDetail, asTrader(() => ({ currency: '3' }))],
      [walletLog, asTrader(() => ({ type: '2', currency: '3' }))],
      [demoFaucet, asNewcomer(() => ({}))],
      [newTimeshar, asNobody(() => ({ symbol: 'BTC/USDT' }))],
      [newTradehistory, asNobody(() => PAIR)],
      [transactionDeal, asNobody(() => PAIR)],
      [marketDepth, asNobody(() => PAIR)],
      [newsList, asNobody(() => ({ c_id: '3' }))],
      [newsListByLanguage, asNobody(() => ({ c_id: '3', language: '2' }))],
      [newsDetail, asNobody(async (scene) => ({ id: String(await article(scene)) }))],

      [officeLogin, asNobody(() => ({ account: 'auditor@office.example', password: PASSWORD }))],
      [
        officeLogout,
        async (scene) => ({
          authorization: await scene
            .nobody()
            .ask(officeLogin, { account: 'support@office.example', password: PASSWORD }),
          input: {},
        }),
      ],
      [
        officeJoin,
        asNobody(async (scene) => ({
          token: (await invitation(scene)).token,
          password: OPERATOR_PASSWORD,
        })),
      ],
      [
        officeOwnPassword,
        async (scene) => ({
          authorization: await newOperator(scene),
          input: { old_password: OPERATOR_PASSWORD, password: 'another horse, another battery' },
        }),
      ],
      [
        officeOwnSessionEnd,
        async (scene) => {
          const authorization = await newOperator(scene);
          const { sessions } = await scene.nobody().ask(officeMe, {}, { authorization });
          return { authorization, input: { id: sessions[0]?.id ?? '' } };
        },
      ],
      [
        officeDeviceBegin,
        async (scene) => ({
          authorization: await newOperator(scene),
          input: { password: OPERATOR_PASSWORD },
        }),
      ],
      [
        officeDeviceAdd,
        async (scene) => {
          const { authorization, credential } = await newDevice(scene);
          return { authorization, input: { name: 'Phone', credential } };
        },
      ],
      [
        officeDeviceRemove,
        async (scene) => {
          const { authorization, credential, id } = await newDevice(scene);
          await scene
            .nobody()
            .ask(officeDeviceAdd, { name: 'Phone', credential }, { authorization });
          return { authorization, input: { credential: id } };
        },
      ],
      [
        operatorTotpBegin,
        async (scene) => ({
          authorization: await newOperator(scene),
          input: { password: OPERATOR_PASSWORD },
        }),
      ],
      [
        operatorTotpEnable,
        async (scene) => {
          const authorization = await newOperator(scene);
          const { secret } = await scene
            .nobody()
            .ask(operatorTotpBegin, { password: OPERATOR_PASSWORD }, { authorization });
          return { authorization, input: { code: await generate({ secret }) } };
        },
      ],
      [officeUser, asOwner(({ alice }) => ({ id: String(alice.user) }))],
      [
        officeUserFreeze,
        asOwner(async (scene) => {
          const { user: id } = await scene.newcomer();
          await scene.operator('owner').ask(officeUserFreeze, { id, frozen: '1', reason: 'Lost' });
          return { id: String(id), frozen: '0', reason: 'The customer is back.' };
        }),
      ],
      [
        officeLegalHold,
        asOwner(async (scene) => ({
          id: String((await scene.newcomer()).user),
          held: '1',
          reason: 'A court asked.',
        })),
      ],
      [
        officeSessionEnd,
        asOwner(async (scene) => {
          const { user } = await scene.newcomer();
          return { user: String(user), id: (await scene.exchange.access.list(user))[0]?.id ?? '' };
        }),
      ],
      [
        officeApplication,
        asOwner(async (scene) => ({ id: String((await application(scene)).id) })),
      ],
      [
        officeReview,
        asOwner(async (scene) => ({ id: String((await application(scene)).id), approved: '1' })),
      ],
      [officeArticles, asOwner(() => ({}))],
      [officeArticle, asOwner(async (scene) => ({ id: String(await article(scene)) }))],
      [
        officeArticleSave,
        asOwner(() => ({ c_id: '3', language: 'en', title: 'News', content: '<p>New.</p>' })),
      ],
      [officeArticleDelete, asOwner(async (scene) => ({ id: String(await article(scene)) }))],
      [officeSettingSave, asOwner(() => ({ key: 'app_url', value: 'https://apps.example' }))],
      [
        officePictureAdd,
        async (scene) => ({
          authorization: scene.operator('owner').token,
          input: {},
          file: await scene.picture(),
        }),
      ],
      [officeCurrencySave, asOwner((scene) => ({ code: scene.newCurrencyCode() }))],
      [
        officeMarketAdd,
        asOwner(async (scene) => {
          const { id } = await scene
            .operator('owner')
            .ask(officeCurrencySave, { code: scene.newCurrencyCode() });
          return {
            base: String(id),
            quote: '3',
            tick_size: '0.01',
            lot_size: '0.001',
            maker_fee_bps: '10',
            taker_fee_bps: '20',
            min_total: '1',
            max_quantity: '1000',
            max_open_orders: '100',
            band_bps: '0',
            slippage_bps: '0',
            status: 'open',
            is_display: '0',
            open_microtrade: '0',
          };
        }),
      ],
      [
        officeMarketSave,
        asOwner(async (scene) => {
          const [market] = await scene.operator('owner').ask(officeMarkets, {});
          return Object.fromEntries(
            Object.entries(market ?? {})
              .filter(([name]) => Object.hasOwn(officeMarketSave.input.properties, name))
              .map(([name, value]) => [name, String(value)]),
          );
        }),
      ],
      [
        officeWithdrawalDecide,
        asOwner(async (scene) => {
          const customer = await scene.newcomer();
          await customer.fund();
          return { id: await withdrawal(customer), approved: '1' };
        }),
      ],
      [
        officeWithdrawalTerms,
        asOwner(async (scene) => {
          const customer = await scene.newcomer();
          await customer.fund();
          return { id: await withdrawal(customer) };
        }),
      ],
      // The signer of the checks trusts the fields of a signature.
      [
        officeWithdrawalAgree,
        asOwner(async (scene) => {
          const customer = await scene.newcomer();
          await customer.fund();
          return {
            id: await withdrawal(customer),
            assertion: JSON.stringify({
              id: 'device',
              operators: [
                ...ROLE_NAMES.map((role) => `${role}@office.example`),
                'second-approver@office.example',
              ],
            }),
            expires_at: '4000000000000',
          };
        }),
      ],
      [
        officeWithdrawalLost,
        asOwner(async (scene) => ({
          id: await lostWithdrawal(scene),
          hash: '0xother',
          reason: 'The signer was restored from an old copy.',
        })),
      ],
      [
        officeClaimDecide,
        asOwner(async (scene) => ({ id: await depositClaim(scene), approved: '1' })),
      ],
      [
        officeFaultRelease,
        asOwner(async (scene) => ({ id: await heldFault(scene), reason: 'The defect is mended.' })),
      ],
      [
        officePaymentDecide,
        asOwner(async (scene) => ({
          id: await latePayment(scene),
          credited: '1',
          reason: 'Seen at the gateway.',
        })),
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
      ...AREA_OFFICE_CALLS.map(([call, input]) => [call, asOwner(input)] as const),
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
      [
        officeContestSave,
        asOwner((scene) => ({
          name: 'Autumn',
          ...seasonDates(scene),
          start_balance: '10000',
          prizes: '1-1:500,2-3:100',
        })),
      ],
      [officeContestRanking, asOwner(async (scene) => ({ contest: await season(scene) }))],
      [officeContestPay, asOwner(async (scene) => ({ id: await season(scene, true) }))],
      [
        officeOrdersCancel,
        asOwner(async (scene) => ({
          scope: 'user',
          id: String((await scene.newcomer()).user),
          reason: 'The customer asked.',
        })),
      ],
      [
        officeHouseMove,
        asOwner(() => ({ currency: '3', from: 'spot', to: 'margin', amount: '1' })),
      ],
      [officeHouseInsure, asOwner(() => ({ currency: '3', amount: '1' }))],
      [
        officeColdMove,
        asOwner(() => ({
          network: 'erc20',
          amount: '1',
          direction: 'to_cold',
          hash: crypto.randomUUID(),
          height: '1',
        })),
      ],
      [
        officeColdAddressSave,
        asOwner(() => ({ network: 'erc20', address: OUTSIDE, registered: '1' })),
      ],
      // A currency that no other check withdraws.
      [officePause, asOwner(() => ({ currency: '10', paused: '0', reason: 'The node is back.' }))],
      [
        officeNetworkSave,
        asOwner(async (scene) => {
          const [network] = await scene.operator('owner').ask(officeNetworks, {});
          const terms = Object.entries(network ?? {}).filter(([name]) =>
            Object.hasOwn(officeNetworkSave.input.properties, name),
          );
          return {
            ...Object.fromEntries(terms.map(([name, value]) => [name, String(value)])),
            deposit_open: '1',
            withdraw_open: '1',
          };
        }),
      ],
      [
        officeOperatorSave,
        asOwner((scene) => ({ account: scene.newName(), name: 'Temp', role: 'support' })),
      ],
      [
        officeOperatorInvite,
        asOwner(async (scene) => {
          const { account } = await invitation(scene);
          const rows = await scene.operator('owner').ask(officeOperators, {});
          return { id: String(rows.find((row) => row.account === account)?.id) };
        }),
      ],
      [
        officeProposalDecide,
        asOwner(async (scene) => ({ id: await proposal(scene), approved: '1' })),
      ],
      [officeOwnCustomerDeclare, asOwner((scene) => ({ kind: 'email', value: scene.newName() }))],
      [
        officeOperatorCustomerSave,
        asOwner(async (scene) => {
          const auditor = (await scene.operator('owner').ask(officeOperators, {})).find(
            ({ account }) => account === 'auditor@office.example',
          );
          return {
            operator: String(auditor?.id),
            kind: 'email',
            value: scene.newName(),
            linked: '1',
          };
        }),
      ],
      [officeProposalTakeBack, asOwner(async (scene) => ({ id: await proposal(scene) }))],
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
    ] as const satisfies readonly (readonly [Call, Recipe])[]
  ).map(([call, recipe]) => [keyOf(call), recipe]),
);

async function proposal(scene: Scene): Promise<string> {
  const { message } = (
    await scene
      .operator('owner')
      .send(officeSettingSave, { key: 'app_url', value: `https://${scene.newName()}` })
  ).body;
  return String((message as { proposal: number }).proposal);
}

/** An operator invited by the owner, with the token of the mailed link. */
export async function invitation(
  scene: Scene,
  role: Role = 'support',
  others: Readonly<Record<string, string>> = {},
): Promise<{ account: string; token: string }> {
  const account = scene.newName();
  await scene.operator('owner').ask(officeOperatorSave, { ...others, account, name: 'Temp', role });
  const [mail] = await scene.exchange.call(demoOutbox, { to: account });
  return { account, token: /#\/join\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' };
}

/** The answer of a device that a new operator is about to add. */
async function newDevice(
  scene: Scene,
): Promise<{ authorization: string; credential: string; id: string }> {
  const authorization = await newOperator(scene);
  const { options } = await scene
    .nobody()
    .ask(officeDeviceBegin, { password: OPERATOR_PASSWORD }, { authorization });
  const device = new TestAuthenticator();
  return {
    authorization,
    credential: device.create(options, ORIGIN),
    id: device.id.toString('base64url'),
  };
}

/** An operator who has joined and logged in. */
async function newOperator(scene: Scene): Promise<string> {
  const { account, token } = await invitation(scene);
  await scene.nobody().ask(officeJoin, { token, password: OPERATOR_PASSWORD });
  return scene.nobody().ask(officeLogin, { account, password: OPERATOR_PASSWORD });
}
