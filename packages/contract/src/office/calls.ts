import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Text } from '../schema/scalars.ts';
import { TimeOut, listOf } from '../schema/answers.ts';
import { inOffice, listInput } from '../schema/office-call.ts';

export const officeLogin = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/login',
  access: 'public',
  summary: 'Opens a session of an operator',
  input: Type.Object({
    account: Text(120, 'e-mail address'),
    password: Type.String({ maxLength: 128 }),
    totp: Type.Optional(Text(16, 'code of the authenticator, where there is one')),
  }),
  output: Type.String({ description: 'the session token, for the Authorization header' }),
});
export const officeLogout = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/logout',
  permission: 'any',
  change: { free: 'it ends the own session' },
  summary: 'Ends the session',
  input: Type.Object({}),
  output: Type.String(),
});
export const dashboard = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/dashboard',
  permission: 'dashboard.read',
  summary: 'Sums of the ledger, health, open work',
  input: Type.Object({}),
  output: Type.Object({
    seq: Type.Integer({ description: 'sequence number that the sums reflect' }),
    sums: Type.Array(
      Type.Object({
        currency: Type.Integer(),
        currency_name: Type.String(),
        customers: Type.String({ description: 'what all customers have, available and held' }),
        house: Type.String({ description: 'fees, house, insurance, rounding, market making' }),
        outside: Type.String({ description: 'what the outside world owes: the others, negative' }),
        sum: Type.String({ description: 'of all accounts: zero, or the books are wrong' }),
      }),
    ),
    escrow: Type.Array(
      Type.Object({
        currency: Type.Integer(),
        currency_name: Type.String(),
        held: Type.String({ description: 'what the ledger holds for P2P deals, by its postings' }),
        deals: Type.String({ description: 'what all open P2P deals are about together' }),
        difference: Type.String({ description: 'zero, or the books are wrong' }),
      }),
      { description: 'by coin of the P2P market' },
    ),
    engine: Type.String({ description: '`running`, or why not' }),
    projector_lag: Type.Integer({ description: 'commands that the read models are behind' }),
    alarms: Type.Array(Type.String(), {
      description:
        "`clock`: the clock of the machine has stepped and is not followed; `read_models`: histories are made anew from the journal; `cancel_only`: nothing but cancels is taken; `quarantine`: a command that broke the core is held back; `audit_log`: the operators' log is not what it was; `chain_nodes`: a chain stands still, because a node of it does not answer or its two nodes contradict each other",
    }),
    users: Type.Integer(),
    identity_queue: Type.Integer({ description: 'applications that wait for a review' }),
    adjustment_queue: Type.Integer({ description: 'adjustments that wait for a second person' }),
    withdrawal_queue: Type.Integer({ description: 'withdrawals that wait for an operator' }),
    payment_queue: Type.Integer({
      description: 'payments through the gateway that wait for an operator',
    }),
    claim_queue: Type.Integer({ description: 'claims of deposits that wait for an operator' }),
    proposal_queue: Type.Integer({ description: 'changes that wait for a second operator' }),
  }),
});
export const officeAudit = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/audit',
  permission: 'audit.read',
  summary: 'What operators did, newest first',
  input: Type.Object(listInput),
  output: listOf({
    id: Type.Integer(),
    operator: Type.String(),
    action: Type.String(),
    subject: Type.String(),
    user: Type.Integer({
      description: 'the customer that the subject, or the one of what is proposed, names; 0: none',
    }),
    account: Type.String({ description: "their account's name now; '' where there is none" }),
    before: Type.String({ description: 'JSON' }),
    after: Type.String({ description: 'JSON' }),
    address: Type.String(),
    created_time: TimeOut,
    hash: Type.String(),
  }),
});
export const officeAuditVerify = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/audit_verify',
  permission: 'audit.read',
  summary: 'Recomputes the chain of the log',
  input: Type.Object({}),
  output: Type.Object({
    entries: Type.Integer(),
    broken_at: Type.Integer({ description: 'first entry that does not fit, 0 where all do' }),
  }),
});
