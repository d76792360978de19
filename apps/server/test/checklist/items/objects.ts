import { assetProof, realName } from '@meridian/contract/identity/calls';
import { acceptorAct, dealStatementAdd, dealStatements } from '@meridian/contract/acceptor/calls';
import {
  cancelWithdrawal,
  chargeRequest,
  deleteAddress,
  withdraw,
} from '@meridian/contract/custody/calls';
import { complaintFile, complaintReport } from '@meridian/contract/complaint/calls';
import { ownAppeals } from '@meridian/contract/p2p/appeal-calls';
import {
  marginAdd,
  marginCancel,
  marginClose,
  marginRemove,
  marginReverse,
  marginSetStops,
} from '@meridian/contract/margin/calls';
import { openPosition } from './margin-scene.ts';
import { convertQuote } from '@meridian/contract/convert/calls';
import { loanRepay } from '@meridian/contract/loan/calls';
import { insuranceCancel } from '@meridian/contract/seconds/calls';
import {
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  securityState,
  sessionEnd,
  stepUp,
  stepUpBegin,
} from '@meridian/contract/security/calls';
import { transactionDel, transactionIn } from '@meridian/contract/spot/calls';
import type { Call } from '@meridian/contract/schema/call';
import { TestAuthenticator } from '../../people/authenticator.ts';
import { deal, disputeOf } from './acceptor-scene.ts';
import { bookedAddress, confirmedWithdrawal, withdrawal } from './custody-scene.ts';
import { identityInput } from './identity-scene.ts';
import { insurance } from './seconds-scene.ts';
import { AREA_OBJECTS } from './area-objects.ts';
import { COMPLAINT, REPORT } from './complaint-scene.ts';
import { asConverter } from './convert-scene.ts';
import { borrowed, quoteOf } from './loan-scene.ts';
import { appealedDeal, bought } from './p2p-scene.ts';
import { ORIGIN, type Customer, type Scene } from './scene.ts';

/** An object with its owner, and the fields that its owner would send with its id. */
export interface Owned {
  readonly owner: Customer;
  /** Another user, who could make the call with an object of their own. */
  readonly other: Customer;
  readonly id: string;
  /** An id of the same form that does not exist. */
  readonly absent: string;
  /** All fields but the id, for the caller. */
  readonly rest: (caller: Customer) => Promise<Readonly<Record<string, string>>>;
}

type Recipe = (scene: Scene) => Promise<Owned>;

/**
 * Ids that are public, names of transactions of a chain, names that customers give to their own
 * orders (each has their own), whole numbers that name no object, and ids with the same answer for
 * every owner (tested beside it): fields, or fields of a path.
 */
export const NO_OBJECTS: ReadonlySet<string> = new Set([
  'currency',
  'currency_id',
  'legal_id',
  'c_id',
  'match_id',
  'page',
  'limit',
  'from',
  'to',
  'card_id',
  'user_id',
  'insurance_type',
  'hash',
  'multiple',
  'seconds',
  'acceptor_id',
  'client_order_id',
  'version',
  'pay_minutes',
  'minutes',
  'days',
  'level',
  'registered_days',
  'completed_deals',
  'after',
  'row',
  'client_id',
  'trader_id',
  'from_id',
  'to_id',
  'every_days',
  'minute',
  'max_spread_bps',
  '/api/convert/sweep ids',
  '/api/currency/detail id',
  '/api/complaint/report ad_id',
  '/api/c2c/do_legal_deal id',
  '/api/c2c/take id',
  '/api/c2c/trader id',
  '/api/c2c/block id',
  '/api/c2c/webhook url',
  '/api/acceptor/info id',
  '/api/loan/borrow id',
  '/api/contest/info id',
  '/api/contest/ranking id',
  '/api/contest/join id',
  '/api/sale/commit id',
  '/api/crowd/commit id',
  '/api/vote/cast id',
  '/api/vote/cast option',
  '/api/vote/revoke id',
  '/api/wealth/buyProfit id',
  '/api/wealth/exit_table id',
  '/api/pledge/buy id',
  '/api/savings/buy id',
  '/api/savings/redeem id',
  '/api/savings/auto id',
  '/api/savings/rates id',
  '/api/user/messages_read up_to',
  '/api/user/messages_read id',
]);

const nothing = (): Promise<Readonly<Record<string, string>>> => Promise.resolve({});

async function twoPeople(scene: Scene): Promise<{ owner: Customer; other: Customer }> {
  return { owner: await scene.newcomer(), other: await scene.newcomer() };
}

/** An object owned by one of two users with money. */
const ownedBy = (
  make: (owner: Customer) => Promise<string>,
  rest: Owned['rest'] = nothing,
): Recipe => {
  return async (scene) => {
    const people = await twoPeople(scene);
    for (const customer of [people.owner, people.other]) await customer.fund();
    return { ...people, id: await make(people.owner), absent: '999999999', rest };
  };
};

const pictureOf = (field: string): Recipe => {
  return async (scene) => {
    const people = await twoPeople(scene);
    const id = await people.owner.upload();
    return {
      ...people,
      id,
      absent: id.replace(/[0-9a-f-]{36}/, crypto.randomUUID()),
      rest: async (caller) => ({ ...(await identityInput(caller)), [field]: '' }),
    };
  };
};

const pictureOfStatement: Recipe = async (scene) => {
  const people = await twoPeople(scene);
  for (const customer of [people.owner, people.other]) await customer.fund();
  const id = await people.owner.upload();
  return {
    ...people,
    id,
    absent: id.replace(/[0-9a-f-]{36}/, crypto.randomUUID()),
    rest: async (caller) => ({ id: await disputeOf(caller), text: 'Look at this.' }),
  };
};

const pictureOfComplaint: Recipe = async (scene) => {
  const people = await twoPeople(scene);
  const id = await people.owner.upload();
  const absent = id.replace(/[0-9a-f-]{36}/, crypto.randomUUID());
  return { ...people, id, absent, rest: () => Promise.resolve(COMPLAINT) };
};

/** Recipes for an object of each kind whose id a call takes. */
export const OBJECTS: ReadonlyMap<string, Recipe> = new Map<string, Recipe>(
  (
    [
      [
        transactionDel,
        'id',
        async ({ alice, bob }) => {
          const { id } = await bob.ask(transactionIn, {
            legal_id: 3,
            currency_id: 1,
            price: '59000',
            num: '0.001',
            mode: '2',
          });
          return { owner: bob, other: alice, id: String(id), absent: '999999999', rest: nothing };
        },
      ],
      [
        sessionEnd,
        'id',
        async (scene) => {
          const people = await twoPeople(scene);
          const { access } = scene.exchange;
          const session = await access.find(await people.owner.newSession());
          return {
            ...people,
            id: session?.session ?? '',
            absent: crypto.randomUUID(),
            rest: nothing,
          };
        },
      ],
      [
        passkeyRemove,
        'id',
        async (scene) => {
          const people = await twoPeople(scene);
          await people.owner.addPasskey();
          const { passkeys } = await people.owner.ask(securityState, {});
          return {
            ...people,
            id: passkeys[0]?.id ?? '',
            absent: crypto.randomUUID(),
            rest: nothing,
          };
        },
      ],
      [
        passkeyAdd,
        'ticket',
        async (scene) => {
          const people = await twoPeople(scene);
          const { ticket, options } = await people.owner.ask(passkeyBegin, {});
          const credential = new TestAuthenticator().create(options, ORIGIN);
          return {
            ...people,
            id: ticket,
            absent: 'A'.repeat(ticket.length),
            rest: () => Promise.resolve({ credential, name: 'Key' }),
          };
        },
      ],
      [
        stepUp,
        'ticket',
        async (scene) => {
          const people = await twoPeople(scene);
          const device = await people.owner.addPasskey();
          await people.other.addPasskey();
          const { ticket, options } = await people.owner.ask(stepUpBegin, {});
          const value = device.get(options, ORIGIN);
          return {
            ...people,
            id: ticket,
            absent: 'A'.repeat(ticket.length),
            rest: () => Promise.resolve({ method: 'passkey', value }),
          };
        },
      ],
      [
        withdraw,
        'ticket',
        async (scene) => {
          const people = await twoPeople(scene);
          for (const customer of [people.owner, people.other]) await customer.fund();
          const { ticket = '', currency, ...terms } = await confirmedWithdrawal(people.owner);
          return {
            ...people,
            id: ticket,
            absent: 'A'.repeat(ticket.length),
            rest: () => Promise.resolve({ ...terms, currency: String(currency) }),
          };
        },
      ],
      [marginClose, 'id', ownedBy((owner) => openPosition(owner, { status: '1' }))],
      [
        marginAdd,
        'id',
        ownedBy(
          (owner) => openPosition(owner, { status: '1', isolated: '1' }),
          () => Promise.resolve({ number: '1' }),
        ),
      ],
      [
        marginRemove,
        'id',
        ownedBy(
          async (owner) => {
            const id = await openPosition(owner, { status: '1', isolated: '1' });
            await owner.ask(marginAdd, { id: Number(id), number: '5' });
            return id;
          },
          () => Promise.resolve({ number: '1' }),
        ),
      ],
      [marginReverse, 'id', ownedBy((owner) => openPosition(owner, { status: '1' }))],
      [
        marginSetStops,
        'id',
        ownedBy(
          (owner) => openPosition(owner, { status: '1' }),
          () => Promise.resolve({ target_profit_price: '70000', stop_loss_price: '0' }),
        ),
      ],
      [
        marginCancel,
        'id',
        ownedBy((owner) => openPosition(owner, { status: '0', target_price: '50000' })),
      ],
      [insuranceCancel, 'id', ownedBy(insurance)],
      [cancelWithdrawal, 'id', ownedBy(withdrawal)],
      [deleteAddress, 'address_id', ownedBy(bookedAddress)],
      [
        dealStatementAdd,
        'id',
        ownedBy(disputeOf, () => Promise.resolve({ text: 'Nothing has arrived.' })),
      ],
      [dealStatementAdd, 'pic_1', pictureOfStatement],
      [dealStatementAdd, 'pic_2', pictureOfStatement],
      [dealStatementAdd, 'pic_3', pictureOfStatement],
      [dealStatements, 'id', ownedBy(disputeOf)],
      [acceptorAct, 'id', ownedBy(deal, () => Promise.resolve({ act: 'reject' }))],
      ...AREA_OBJECTS.map(
        ([call, make, rest]) => [call, 'id', ownedBy(make, () => Promise.resolve(rest))] as const,
      ),
      [
        convertQuote,
        'loan_id',
        ownedBy(borrowed, async (caller) => {
          await asConverter(caller);
          return { from_id: '1', to_id: '3', number: '0.001', side: 'from' };
        }),
      ],
      [loanRepay, 'quote_id', ownedBy(quoteOf, async (caller) => ({ id: await borrowed(caller) }))],
      [ownAppeals, 'deal_id', ownedBy(appealedDeal)],
      [complaintReport, 'deal_id', ownedBy(bought, () => Promise.resolve(REPORT))],
      [complaintFile, 'pic_1', pictureOfComplaint],
      [complaintFile, 'pic_2', pictureOfComplaint],
      [complaintFile, 'pic_3', pictureOfComplaint],
      [
        chargeRequest,
        'pic',
        async (scene) => {
          const people = await twoPeople(scene);
          const id = await people.owner.upload();
          return {
            ...people,
            id,
            absent: id.replace(/[0-9a-f-]{36}/, crypto.randomUUID()),
            rest: () => Promise.resolve({ amount: '500', currency: '3' }),
          };
        },
      ],
      [realName, 'front_pic', pictureOf('front_pic')],
      [realName, 'reverse_pic', pictureOf('reverse_pic')],
      [realName, 'hand_pic', pictureOf('hand_pic')],
      [
        assetProof,
        'asset_pic',
        async (scene) => {
          const people = await twoPeople(scene);
          await scene.exchange.queries
            .updateTable('users')
            .set({ review_status: 'approved' })
            .where('id', 'in', [people.owner.user, people.other.user].map(BigInt))
            .execute();
          const id = await people.owner.upload();
          return {
            ...people,
            id,
            absent: id.replace(/[0-9a-f-]{36}/, crypto.randomUUID()),
            rest: nothing,
          };
        },
      ],
    ] as const satisfies readonly (readonly [Call, string, Recipe])[]
  ).map(([{ path }, field, recipe]) => [`${path} ${field}`, recipe]),
);
