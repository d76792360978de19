import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { CLAIM_STATES, CONFIRMATION_METHODS, DEPOSIT_STATES, WITHDRAWAL_STATES } from './calls.ts';
import { NETWORK_NAMES } from './networks.ts';
import { DecimalText, Id, ProposalReason, Text } from '../schema/scalars.ts';
import { DecimalOut, TimeOut, listOf } from '../schema/answers.ts';
import { OfficeDone, inOffice, listInput } from '../schema/office-call.ts';

/** Risks that make a withdrawal need a review. */
export const RISK_FLAGS = [
  'new_address',
  'new_device',
  'security_change',
  'velocity',
  'added_up',
  'tier',
  'first',
] as const;
const withdrawalRow = {
  id: Type.Integer(),
  user: Type.Integer(),
  account: Type.String(),
  currency_name: Type.String(),
  network: Type.Enum([...NETWORK_NAMES]),
  number: DecimalOut,
  fee: DecimalOut,
  worth: Type.String({ description: 'USDT' }),
  address: Type.String(),
  look_alike: Type.String({
    description:
      "another address that this one could be taken for, which the customer had used before or has in the book; '' where there is none",
  }),
  recipient: Type.Integer({ description: 'user whom the address belongs to, 0 outside' }),
  status: Type.Enum([...WITHDRAWAL_STATES]),
  waits_until: Type.String({
    description: "when it leaves by itself, for a new address; '' where it waits for no time",
  }),
  held_until: Type.String({
    description:
      "until when a change of security holds the customer's withdrawals back, '' where none does",
  }),
  is_frozen: Type.Boolean({ description: "whether the customer's account is frozen" }),
  is_behind: Type.Boolean({
    description:
      'whether it waits, approved or not, for another withdrawal of the customer that is under review',
  }),
  approvals: Type.Integer(),
  approvals_needed: Type.Integer(),
  approved_by: Type.Array(Type.String()),
  flags: Type.Array(Type.Enum([...RISK_FLAGS])),
  hash: Type.String(),
  sending: Type.String({
    description:
      "what the sender says: built, signed, broadcast, and what went wrong; '' where there is nothing",
  }),
  needs_devices: Type.Boolean({ description: "whether it waits for operators' devices" }),
  confirmed_by: Type.Enum([...CONFIRMATION_METHODS, ''], {
    description: "how the customer confirmed it; '' where that was not kept",
  }),
  confirmed_time: Type.String({ description: "when; '' where that was not kept" }),
  created_time: TimeOut,
};
const assertion = {
  assertion: Text(8_000, 'what the browser answered for the terms, as JSON'),
  /** The expiry in the terms, milliseconds since 1970. */
  expires_at: Id,
};
export const officeWithdrawals = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/withdrawals',
  permission: 'custody.read',
  summary: 'Withdrawals, the longest waiting first, or newest first over all',
  input: Type.Object({ ...listInput, status: Type.Optional(Type.Enum([...WITHDRAWAL_STATES])) }),
  output: listOf(withdrawalRow),
});
export const officeWithdrawalDecide = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/withdrawal_decide',
  permission: 'custody.approve',
  decides: true,
  change: 'decision',
  summary:
    'Approves or rejects a withdrawal. Nobody decides on their own account or approves twice',
  input: Type.Object({
    id: Id,
    approved: Type.Enum(['0', '1']),
    reason: Type.Optional(
      Text(300, 'why it is rejected, in words for the customer; a rejection needs it'),
    ),
    note: Type.Optional(Text(300, 'for operators, in the audit log')),
    assertion: Type.Optional(assertion.assertion),
    expires_at: Type.Optional(assertion.expires_at),
  }),
  output: OfficeDone,
});
export const officeWithdrawalTerms = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/withdrawal_terms',
  permission: 'custody.approve',
  summary: "What the caller's device would sign of a withdrawal, and whether the signer wants that",
  input: Type.Object({ id: Id }),
  output: Type.Object({
    needed: Type.Integer({ description: 'how many operators have to agree by their devices' }),
    agreed: Type.Array(Type.String(), { description: 'accounts of those who have' }),
    is_asked: Type.Boolean({ description: 'whether the caller has to' }),
    terms: Type.String({
      description:
        'JSON: a list of network, asset, address, amount, withdrawal, attempt and time, whose SHA-256 is the challenge',
    }),
    expires_at: Type.Integer({ description: 'the time in the terms' }),
    site: Type.String({ description: 'of the credentials' }),
    devices: Type.Array(Type.String(), {
      description: "the caller's credentials that the signer knows",
    }),
  }),
});
export const officeWithdrawalAgree = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/withdrawal_agree',
  permission: 'custody.approve',
  decides: true,
  change: 'decision',
  summary: "Brings what the caller's device signed of a withdrawal that waits for devices",
  input: Type.Object({ id: Id, ...assertion }),
  output: OfficeDone,
});

export const officeWithdrawalLost = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/withdrawal_lost',
  permission: 'custody.approve',
  decides: true,
  change: 'decision',
  summary:
    'Gives back a withdrawal that was signed and can never be mined, once two operators have asked. Each names the transaction that took its nonce or an input; the chain must say so, with all confirmations',
  input: Type.Object({
    id: Id,
    hash: Text(128, 'the other transaction'),
    reason: Text(300, 'for operators, in the audit log'),
  }),
  output: OfficeDone,
});

export const officeDeposits = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/deposits',
  permission: 'custody.read',
  summary: 'Deposits that the watcher saw; with status `reversed` the incidents',
  input: Type.Object({ ...listInput, status: Type.Optional(Type.Enum([...DEPOSIT_STATES])) }),
  output: listOf({
    id: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    is_house: Type.Boolean({ description: "whether it came to the house's own address" }),
    currency_name: Type.String(),
    network: Type.Enum([...NETWORK_NAMES]),
    number: DecimalOut,
    hash: Type.String(),
    confirmations: Type.Integer(),
    confirmations_needed: Type.Integer(),
    status: Type.Enum([...DEPOSIT_STATES]),
    note: Type.String(),
    created_time: TimeOut,
  }),
});

export const officeClaims = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/claims',
  permission: 'custody.read',
  summary: 'Deposits that users claim by hand',
  input: Type.Object({
    ...listInput,
    status: Type.Optional(Type.Enum([...CLAIM_STATES])),
    network: Type.Optional(Type.Enum([...NETWORK_NAMES])),
  }),
  output: listOf({
    id: Type.Integer(),
    user: Type.Integer(),
    account: Type.String(),
    currency_name: Type.String(),
    amount: DecimalOut,
    from_address: Type.String(),
    hash: Type.String(),
    network: Type.String(),
    picture: Type.String(),
    status: Type.Enum([...CLAIM_STATES]),
    reason: Type.String(),
    created_time: TimeOut,
  }),
});
export const officeClaimDecide = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/claim_decide',
  permission: 'custody.approve',
  decides: true,
  change: 'decision',
  summary:
    'Matches a claim to a transaction that the watcher finds on the chain and credits it once, or rejects it',
  input: Type.Object({
    id: Id,
    approved: Type.Enum(['0', '1']),
    network: Type.Optional(Type.Enum([...NETWORK_NAMES])),
    hash: Type.Optional(Text(128)),
    reason: Type.Optional(Text(300)),
  }),
  output: OfficeDone,
});

export const officeReserves = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/reserves',
  permission: 'custody.read',
  summary: 'What is owed and what is there, for each asset',
  input: Type.Object({}),
  output: Type.Object({
    is_all_paused: Type.Boolean({
      description: 'withdrawals of every currency are paused together',
    }),
    assets: Type.Array(
      Type.Object({
        currency: Type.Integer(),
        currency_name: Type.String(),
        liabilities: Type.String({ description: 'what customers have that came from chains' }),
        hot: DecimalOut,
        deposit_addresses: DecimalOut,
        cold: DecimalOut,
        surplus: Type.String({ description: 'below zero: withdrawals are paused by themselves' }),
        is_paused: Type.Boolean({ description: 'by itself, or with all' }),
        hot_ceiling: DecimalOut,
        networks: Type.Array(Type.Enum([...NETWORK_NAMES]), { description: 'networks of it' }),
        tasks: Type.Array(
          Type.String({
            description: 'what an operator should do, for example move the excess to cold',
          }),
        ),
      }),
    ),
  }),
});
export const officeColdMove = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/cold_move',
  permission: 'custody.settings',
  change: 'proposal',
  summary:
    'Names a transaction that moved coins between the hot wallet and cold storage. To cold storage it counts once it was seen in the chain, from there at once',
  input: Type.Object({
    reason: ProposalReason,
    network: Type.Enum([...NETWORK_NAMES]),
    amount: DecimalText,
    direction: Type.Enum(['to_cold', 'to_hot']),
    hash: Text(128),
    // The number of the block that contains it.
    height: Id,
  }),
  output: OfficeDone,
});
export const officeColdAddressSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/cold_address_save',
  permission: 'custody.settings',
  change: 'proposal',
  summary:
    'Registers an address of cold storage, or takes it off. What was seen to arrive there goes on being counted',
  input: Type.Object({
    reason: ProposalReason,
    network: Type.Enum([...NETWORK_NAMES]),
    address: Text(128),
    registered: Type.Enum(['0', '1']),
  }),
  output: OfficeDone,
});
export const officeColdStorage = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/cold_storage',
  permission: 'custody.read',
  summary: 'Registered addresses of cold storage, and the newest moves',
  input: Type.Object({}),
  output: Type.Object({
    addresses: Type.Array(
      Type.Object({
        network: Type.Enum([...NETWORK_NAMES]),
        address: Type.String(),
        created_time: TimeOut,
      }),
    ),
    moves: Type.Array(
      Type.Object({
        id: Type.Integer(),
        currency_name: Type.String(),
        amount: DecimalOut,
        direction: Type.Enum(['to_cold', 'to_hot']),
        hash: Type.String(),
        is_counted: Type.Boolean(),
        note: Type.String({
          description: "why it is not counted yet; '' where it is, or nobody has looked",
        }),
        created_time: TimeOut,
      }),
    ),
  }),
});
export const officePause = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/custody_pause',
  permission: 'custody.settings',
  change: 'proposal',
  summary: 'Stops or resumes withdrawals of a currency, 0 for all, and the signer with them',
  input: Type.Object({ currency: Id, paused: Type.Enum(['0', '1']), reason: Text(300) }),
  output: OfficeDone,
});

const networkRow = {
  id: Type.Integer(),
  currency_name: Type.String(),
  name: Type.Enum([...NETWORK_NAMES]),
  min_deposit: DecimalOut,
  confirmations: Type.Integer(),
  min_withdraw: DecimalOut,
  max_withdraw: DecimalOut,
  fee: DecimalOut,
  max_per_hour: DecimalOut,
  max_per_day: DecimalOut,
  one_approval_from: Type.String({ description: 'worth in USDT' }),
  two_approvals_from: Type.String({ description: 'worth in USDT' }),
  new_address_hours: Type.String({
    description: 'how long a first payment to an address waits that no operator approves',
  }),
  hot_ceiling: DecimalOut,
  is_deposit_open: Type.Boolean(),
  is_withdraw_open: Type.Boolean(),
  height: Type.Integer({ description: 'newest block that the watcher has read, 0 without a node' }),
};
export const officeNetworks = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/networks',
  permission: 'custody.read',
  summary: 'Networks with their terms',
  input: Type.Object({}),
  output: Type.Array(Type.Object(networkRow)),
});
export const officeNetworkSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/network_save',
  permission: 'custody.settings',
  change: 'proposal',
  summary: 'Changes the terms of a network: a journaled command',
  input: Type.Object({
    reason: ProposalReason,
    id: Id,
    min_deposit: DecimalText,
    confirmations: Id,
    min_withdraw: DecimalText,
    max_withdraw: DecimalText,
    fee: DecimalText,
    max_per_hour: DecimalText,
    max_per_day: DecimalText,
    one_approval_from: DecimalText,
    two_approvals_from: DecimalText,
    new_address_hours: DecimalText,
    hot_ceiling: DecimalText,
    deposit_open: Type.Enum(['0', '1']),
    withdraw_open: Type.Enum(['0', '1']),
  }),
  output: OfficeDone,
});
