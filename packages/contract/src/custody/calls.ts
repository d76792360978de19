import { Type, type TOptional, type TString } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { NETWORK_CHOICES, NETWORK_NAMES, NETWORKS } from './networks.ts';
import { SECOND_FACTORS } from '../security/second-factors.ts';
import { DecimalText, Id, Page, Text } from '../schema/scalars.ts';
import { DecimalOut, Done, TimeOut, listOf } from '../schema/answers.ts';

/** Rows of a page of deposits, withdrawals and claims. */
export const CUSTODY_ROWS = 20;

/**
 * States of a withdrawal for people: applying, agreed and awaiting the chain, success, failure,
 * rejected, in-site success, and cancelled.
 */
export const WITHDRAWAL_STATES = [
  'applying',
  'agreed',
  'success',
  'failure',
  'rejected',
  'in_site',
  'cancelled',
] as const;
/** `pending` waits for confirmations and is not available; `ignored` is below the least deposit. */
export const DEPOSIT_STATES = ['pending', 'credited', 'reversed', 'ignored'] as const;
export const CLAIM_STATES = ['open', 'matched', 'rejected'] as const;

/**
 * Methods of confirming a withdrawal: a second factor of the account, or, without one, a code to
 * its mail address or phone.
 */
export const CONFIRMATION_METHODS = [...SECOND_FACTORS, 'email', 'mobile'] as const;
export type ConfirmationMethod = (typeof CONFIRMATION_METHODS)[number];
/**
 * Reasons why a withdrawal does not leave at once: a first payment to an address; a request from a
 * new device or after a security change, if the address is new too; many withdrawals within a day;
 * a large amount, alone or with others of the day; a review of another withdrawal.
 */
export const HOLD_REASONS = [
  'new_address',
  'new_device',
  'security_change',
  'velocity',
  'amount',
  'other_review',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
/** Minutes within which a confirmation has to be completed. */
export const CONFIRMATION_MINUTES = 10;

const inCustody = { area: 'custody', access: 'private' } as const;
const Flag = Type.Enum([0, 1]);
const hold = {
  hold_text: Type.String({
    description: "what a person reads of its wait before it leaves; '' where it does not wait",
  }),
  hold_reasons: Type.Array(
    Type.Object({
      reason: Type.Enum([...HOLD_REASONS]),
      text: Type.String({ description: 'what a person reads of it' }),
      until: Type.String({
        description: "when it holds no later withdrawal any more; '' where time does not end it",
      }),
    }),
  ),
};

type DepositField = NonNullable<(typeof NETWORKS)[keyof typeof NETWORKS]['depositField']>;
/** Each field of the answer with deposit addresses; one not named after its network says which. */
const depositFields = Object.fromEntries(
  NETWORK_NAMES.toSorted(
    (one, other) => Number(NETWORKS[one].usdtIndex ?? -1) - Number(NETWORKS[other].usdtIndex ?? -1),
  ).flatMap((name) => {
    const { depositField } = NETWORKS[name];
    if (depositField === undefined) return [];
    const about = depositField.endsWith(name) ? {} : { description: name };
    return [[depositField, Type.Optional(Type.String(about))]];
  }),
) as Record<DepositField, TOptional<TString>>;

export const networks = defineCall({
  area: 'custody',
  access: 'public',
  method: 'GET',
  path: '/api/wallet/networks',
  summary: 'Ways in and out of each currency, with their terms',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      currency: Type.Integer(),
      currency_name: Type.String(),
      name: Type.Enum([...NETWORK_NAMES]),
      label: Type.String({ description: 'as people know it, for example Ethereum (ERC20)' }),
      decimals: Type.Integer({ description: 'that an amount of the currency can have' }),
      min_deposit: DecimalOut,
      confirmations: Type.Integer({ description: 'until a deposit is credited' }),
      min_withdraw: DecimalOut,
      max_withdraw: DecimalOut,
      fee: DecimalOut,
      is_deposit_open: Flag,
      is_withdraw_open: Flag,
    }),
  ),
});

export const depositAddress = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/get_in_address',
  summary: "The user's own address for deposits of a currency",
  input: Type.Object({ currency: Id }),
  output: Type.Union([
    Type.String({ description: 'currencies with one network' }),
    Type.Object(depositFields),
  ]),
});

export const companyAddress = defineCall({
  ...inCustody,
  method: 'GET',
  path: '/api/money/rechange',
  summary: "The user's Ethereum address for deposits, under its older name",
  input: Type.Object({ user_id: Type.Optional(Text(64, 'ignored: the session decides')) }),
  output: Type.Object({
    company_eth_address: Type.String({ description: "'' while deposits are not open" }),
  }),
});

export const deposits = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/deposits',
  summary: 'Deposits with their confirmations, newest first',
  input: Type.Object({ currency: Type.Optional(Id), page: Type.Optional(Page) }),
  output: listOf({
    id: Type.Integer(),
    currency: Type.Integer(),
    currency_name: Type.String(),
    network: Type.Enum([...NETWORK_NAMES]),
    number: DecimalOut,
    address: Type.String(),
    hash: Type.String(),
    confirmations: Type.Integer(),
    confirmations_needed: Type.Integer(),
    status: Type.Enum([...DEPOSIT_STATES]),
    created_time: TimeOut,
  }),
});

export const withdrawInfo = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/get_info',
  summary: 'Terms of a withdrawal',
  input: Type.Object({
    currency: Id,
    type: Type.Optional(
      Type.Enum([...NETWORK_CHOICES], {
        description: 'network: index for USDT, or its name',
      }),
    ),
  }),
  output: Type.Object({
    name: Type.String(),
    network: Type.Enum([...NETWORK_NAMES]),
    decimals: Type.Integer({ description: 'that an amount of the currency can have' }),
    change_balance: DecimalOut,
    legal_balance: DecimalOut,
    min_number: DecimalOut,
    max_number: DecimalOut,
    rate: Type.String({ description: 'the fee, in the currency' }),
    day_limit: Type.String({
      description: 'worth in USDT that may leave in a day at the own level of verification',
    }),
    day_left: Type.String({ description: 'what of it is left today' }),
    held_until: Type.String({
      description: "withdrawals wait until then after a change of security, '' otherwise",
    }),
    is_open: Flag,
  }),
});

export const confirmBegin = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/confirm_begin',
  cost: 5,
  summary:
    'Begins the confirmation of one withdrawal, with the refusals of check_address. Without a second factor it needs a fresh proof of identity and sends a code, in a message that names the withdrawal; begun again for the same withdrawal within a minute it sends none, and the ticket of before is void',
  input: Type.Object({
    currency: Id,
    number: DecimalText,
    address: Text(128),
    type: Type.Optional(
      Type.Enum([...NETWORK_CHOICES], {
        description: 'network: index for USDT, or its name',
      }),
    ),
  }),
  output: Type.Object({
    ticket: Type.String({
      description: `for /api/wallet/out, within ${CONFIRMATION_MINUTES} minutes, in this session, for exactly this withdrawal`,
    }),
    methods: Type.Array(Type.Enum([...CONFIRMATION_METHODS]), {
      description:
        'any one of them confirms: both second factors where the account has both, otherwise one',
    }),
    options: Type.String({
      description: "with passkey: JSON of the options for @simplewebauthn/browser; '' otherwise",
    }),
    sent_to: Type.String({
      description:
        "with email or mobile: where the code went, with letters or digits left out; '' otherwise",
    }),
    resend_seconds: Type.Integer({
      description: 'with email or mobile: until another message can be sent; 0 otherwise',
    }),
    address: Type.String({ description: 'as its chain writes it' }),
    rate: Type.String({
      description:
        'fee of the network: /api/wallet/out charges no more, and is refused where it has risen',
    }),
    is_reviewed: Flag,
    waits_until: Type.String({
      description:
        "when it leaves for an address that is new, where no operator looks at it; '' where it waits for no time",
    }),
    ...hold,
  }),
});

export const withdraw = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/out',
  money: true,
  summary:
    "Asks for a withdrawal that its owner has confirmed, see confirm_begin. Without a second factor it needs a fresh proof of identity besides. Fee and received amount are the server's",
  input: Type.Object({
    currency: Id,
    number: DecimalText,
    address: Text(128),
    rate: Type.Optional(Text(40, 'ignored: the server knows the fee')),
    type: Type.Optional(
      Type.Enum([...NETWORK_CHOICES], {
        description: 'network: index for USDT, or its name',
      }),
    ),
    ticket: Type.Optional(
      Text(
        64,
        'what confirm_begin answered for the same currency, network, address and amount: required. It makes one withdrawal: a retry needs the same Idempotency-Key',
      ),
    ),
    value: Type.Optional(
      Type.String({
        maxLength: 8192,
        description:
          'code of the message or of the authenticator (no recovery code), or JSON of the credential: required',
      }),
    ),
  }),
  output: Done,
});

export const checkAddress = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/check_address',
  summary:
    'Whether a withdrawal may go to an address: the same refusals as asking for one, before anything is asked',
  input: Type.Object({
    currency: Id,
    address: Text(128),
    type: Type.Optional(
      Type.Enum([...NETWORK_CHOICES], {
        description: 'network: index for USDT, or its name',
      }),
    ),
  }),
  output: Type.Object({
    address: Type.String({ description: 'as its chain writes it' }),
    look_alike: Type.String({
      description:
        "another address that this one could be taken for, which the customer has used or has in the book; '' where there is none",
    }),
  }),
});

export const withdrawals = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/withdrawals',
  summary: 'Withdrawals, newest first',
  input: Type.Object({ currency: Type.Optional(Id), page: Type.Optional(Page) }),
  output: listOf({
    id: Type.Integer(),
    currency: Type.Integer(),
    currency_name: Type.String(),
    network: Type.Enum([...NETWORK_NAMES]),
    number: DecimalOut,
    fee: DecimalOut,
    received: DecimalOut,
    address: Type.String(),
    status: Type.Enum([...WITHDRAWAL_STATES]),
    waits_until: Type.String({
      description: "when it leaves for an address that is new; '' where it waits for no time",
    }),
    ...hold,
    is_cancellable: Flag,
    reason: Type.String({
      description: "why it was rejected, in the words of an operator; '' otherwise",
    }),
    hash: Type.String(),
    created_time: TimeOut,
  }),
});

export const cancelWithdrawal = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/cancel',
  money: true,
  summary: 'Takes a withdrawal back, until it is signed',
  input: Type.Object({ id: Id }),
  output: Done,
});

/** Claims of one customer that may wait for an operator. */
export const MAX_OPEN_CLAIMS = 10;
export const chargeRequest = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/charge_req',
  summary: 'Claims a deposit by hand: an operator matches it to a real transaction',
  input: Type.Object({
    currency: Type.Optional(Id),
    amount: DecimalText,
    acc: Type.Optional(Text(128, 'address it came from')),
    hash: Type.Optional(Text(128, 'transaction')),
    pic: Type.Optional(Text(200, 'what the upload answered')),
    type: Type.Optional(Text(20, 'network')),
  }),
  output: Done,
});
export const claims = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/claims',
  summary: 'Own claims, newest first',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: listOf({
    id: Type.Integer(),
    currency_name: Type.String(),
    amount: DecimalOut,
    hash: Type.String(),
    status: Type.Enum([...CLAIM_STATES]),
    reason: Type.String(),
    created_time: TimeOut,
  }),
});

export const addresses = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/get_address',
  summary: 'Address book for withdrawals',
  input: Type.Object({ currency: Type.Optional(Id) }),
  output: Type.Array(
    Type.Object({
      id: Type.Integer(),
      currency: Type.Integer(),
      currency_name: Type.String(),
      network: Type.Enum([...NETWORK_NAMES]),
      address: Type.String(),
      notes: Type.String(),
      created_time: TimeOut,
      usable_time: Type.String({
        description: "with the whitelist on it can be used from then, '' from now",
      }),
      first_waits: Type.Enum([0, 1], {
        description:
          '1 while a payment to it waits for a day or for an operator: none arrived there a day ago',
      }),
    }),
  ),
});
export const addAddress = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/addaddress',
  summary: 'Adds an address. Needs a fresh proof of identity',
  input: Type.Object({
    currency_id: Id,
    address: Text(128),
    notes: Type.Optional(Text(60)),
    type: Type.Optional(Type.Enum([...NETWORK_CHOICES])),
  }),
  output: Done,
});
export const deleteAddress = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/deladdress',
  summary: 'Removes an address',
  input: Type.Object({ address_id: Id }),
  output: Done,
});
export const whitelist = defineCall({
  ...inCustody,
  method: 'GET',
  path: '/api/wallet/whitelist',
  summary: 'Whether only addresses of the book may be withdrawn to',
  input: Type.Object({}),
  output: Type.Object({ enabled: Flag }),
});
export const setWhitelist = defineCall({
  ...inCustody,
  method: 'POST',
  path: '/api/wallet/whitelist',
  summary: 'Turns that on or off. Off needs a fresh proof and starts a hold on withdrawals',
  input: Type.Object({ enabled: Type.Enum(['0', '1']) }),
  output: Done,
});

export const testDeposit = defineCall({
  area: 'demo',
  access: 'private',
  method: 'POST',
  path: '/api/demo/test_deposit',
  summary: 'Demo only: a real transaction on the local chain to the own address',
  input: Type.Object({ currency: Id }),
  output: Type.Object({ hash: Type.String(), number: DecimalOut }),
});
