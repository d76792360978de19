import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Text } from '../schema/scalars.ts';
import { TimeOut, listOf } from '../schema/answers.ts';
import { OfficeDone, inOffice, listInput } from '../schema/office-call.ts';

const userRow = {
  id: Type.Integer(),
  account: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  account_number: Type.String(),
  review_status: Type.Integer(),
  is_frozen: Type.Boolean(),
  created_time: TimeOut,
};
export const officeUsers = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/users',
  permission: 'users.read',
  summary:
    'Customers: by the beginning of account, e-mail address, phone or account number, or by id. `total` is counted to 10,000',
  input: Type.Object(listInput),
  output: listOf(userRow),
});
export const officeUser = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/user',
  permission: 'users.read',
  summary: 'A customer: profile, balances, sessions, security history',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...userRow,
    closed_time: TimeOut,
    legal_hold: Type.String({ description: "why nothing of theirs is erased, '' without a hold" }),
    referrer: Type.Integer({ description: 'user id, 0 without' }),
    totp: Type.Boolean(),
    passkeys: Type.Integer(),
    withdrawals_held_until: TimeOut,
    balances: Type.Array(
      Type.Object({
        wallet: Type.String(),
        currency_name: Type.String(),
        available: Type.String(),
        held: Type.String(),
      }),
    ),
    sessions: Type.Array(
      Type.Object({
        id: Type.String(),
        device: Type.String(),
        address: Type.String(),
        created_time: TimeOut,
        last_used_time: TimeOut,
      }),
    ),
    history: Type.Array(
      Type.Object({
        kind: Type.String(),
        device: Type.String(),
        address: Type.String(),
        created_time: TimeOut,
      }),
    ),
  }),
});
export const officeUserFreeze = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/user_freeze',
  permission: 'users.freeze',
  change: 'proposal',
  asksCode: true,
  summary: 'Freezes an account and ends its sessions, at once. Opening it again is a proposal',
  input: Type.Object({ id: Id, frozen: Type.Enum(['0', '1']), reason: Text(300) }),
  output: OfficeDone,
});
export const officeLegalHold = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/legal_hold',
  permission: 'users.freeze',
  change: 'decision',
  summary: 'Keeps the personal data of a customer from being erased, or lets it go',
  input: Type.Object({ id: Id, held: Type.Enum(['0', '1']), reason: Text(300) }),
  output: OfficeDone,
});
export const officeSessionEnd = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/session_end',
  permission: 'users.freeze',
  change: { free: 'a customer logs in again' },
  summary: "Ends a customer's session",
  input: Type.Object({ user: Id, id: Text(36) }),
  output: OfficeDone,
});
