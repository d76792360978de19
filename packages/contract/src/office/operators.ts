import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import type { PasswordPolicy } from '../account/password-policy.ts';
import { PERMISSIONS, ROLE_NAMES } from './permissions.ts';
import { Id, ProposalReason, Text } from '../schema/scalars.ts';
import { TimeOut } from '../schema/answers.ts';
import { OfficeDone, inOffice } from '../schema/office-call.ts';

/** The policy of operators' passwords: long, of any characters. Settings do not loosen it. */
export const OPERATOR_PASSWORD: PasswordPolicy = { least: 12, most: 128, letters_and_digits: 0 };
/** Hours for which the link of an invitation is valid. */
export const INVITATION_HOURS = 24;

const Password = Type.String({ maxLength: 128 });
const Addresses = Type.String({
  maxLength: 600,
  description:
    'addresses and networks (10.0.0.0/8) from which they may log in, separated by commas; empty: from anywhere',
});

const session = {
  id: Type.String(),
  device: Type.String(),
  address: Type.String(),
  created_time: TimeOut,
  last_used_time: TimeOut,
  is_current: Type.Boolean(),
};
const me = {
  id: Type.Integer(),
  name: Type.String(),
  account: Type.String({ description: 'e-mail address' }),
  role: Type.Enum(ROLE_NAMES),
  permissions: Type.Array(Type.Enum([...PERMISSIONS])),
  totp: Type.Boolean({ description: 'whether an authenticator is in use' }),
  decides_from: Type.String({
    description: "when they may decide: YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where they may",
  }),
  addresses: Addresses,
  sessions: Type.Array(Type.Object(session)),
  devices: Type.Array(
    Type.Object({ credential: Type.String(), name: Type.String(), created_time: TimeOut }),
  ),
};

export const officeMe = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/me',
  permission: 'any',
  summary: 'Who is logged in, what they may do, where else they are logged in',
  input: Type.Object({}),
  output: Type.Object(me),
});
export const officeOwnSessionEnd = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/own_session_end',
  permission: 'any',
  change: { free: 'it ends an own session' },
  summary: 'Ends one of the own sessions',
  input: Type.Object({ id: Text(36) }),
  output: OfficeDone,
});
export const officeOwnPassword = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/own_password',
  permission: 'any',
  change: { free: 'it is the own password' },
  asksCode: true,
  summary: 'Changes the own password. All other sessions end',
  input: Type.Object({ old_password: Password, password: Password }),
  output: OfficeDone,
});
export const operatorTotpBegin = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/totp_begin',
  permission: 'any',
  change: { free: 'it is not in use yet' },
  asksCode: true,
  summary: 'A new secret for the own authenticator',
  input: Type.Object({ password: Password }),
  output: Type.Object({ secret: Type.String(), uri: Type.String() }),
});
export const operatorTotpEnable = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/totp_enable',
  permission: 'any',
  change: { free: 'it is the own authenticator' },
  summary: 'Takes it into use, with a code of it. All other sessions end',
  input: Type.Object({ code: Text(16) }),
  output: OfficeDone,
});
export const officeDeviceBegin = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/own_device_begin',
  permission: 'any',
  change: { free: 'nothing is added yet' },
  asksCode: true,
  summary: 'Begins to add a device by which the caller agrees to withdrawals',
  input: Type.Object({ password: Password }),
  output: Type.Object({ options: Type.String({ description: 'JSON for the browser' }) }),
});
export const officeDeviceAdd = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/own_device_add',
  permission: 'any',
  change: { free: 'it counts once who runs the signer has written its key into the policy' },
  summary: 'Adds the device that the browser made. The operator is told by mail',
  input: Type.Object({
    name: Text(40),
    credential: Text(8_000, 'the answer of the browser as JSON'),
  }),
  output: OfficeDone,
});
export const officeDeviceRemove = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/own_device_remove',
  permission: 'any',
  change: { free: 'it takes something away from who makes it' },
  summary: 'Asks for one of the own devices no more. The policy of the signer keeps its key',
  input: Type.Object({ credential: Text(2_000) }),
  output: OfficeDone,
});

export const officeJoin = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/join',
  access: 'public',
  summary: 'Joins by the link of an invitation, with a password of the own choice',
  input: Type.Object({
    token: Text(64, 'what stands behind the last / of the link'),
    password: Password,
  }),
  output: OfficeDone,
});

const operatorRow = {
  id: Type.Integer(),
  account: Type.String(),
  name: Type.String(),
  role: Type.Enum(ROLE_NAMES),
  addresses: Addresses,
  is_disabled: Type.Boolean(),
  is_invited: Type.Boolean({ description: 'whether they have not joined since they were invited' }),
  totp: Type.Boolean(),
  invited_by: Type.String(),
  decides_from: TimeOut,
  created_time: TimeOut,
};
export const officeOperators = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/operators',
  permission: 'operators.write',
  summary: 'Operators',
  input: Type.Object({}),
  output: Type.Array(Type.Object(operatorRow)),
});
export const officeOperatorSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/operator_save',
  permission: 'operators.write',
  decides: true,
  change: 'proposal',
  summary:
    'Invites a new operator (without id), or changes role, state or addresses of another. Never of oneself',
  input: Type.Object({
    reason: ProposalReason,
    id: Type.Optional(Id),
    account: Type.Optional(Text(120)),
    name: Type.Optional(Text(80)),
    role: Type.Enum(ROLE_NAMES),
    disabled: Type.Optional(Type.Enum(['0', '1'])),
    addresses: Type.Optional(Addresses),
  }),
  output: OfficeDone,
});
export const officeOperatorInvite = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/operator_invite',
  permission: 'operators.write',
  decides: true,
  change: { free: 'the link goes to the own mail of that operator, who then waits as if new' },
  summary:
    'Invites another operator anew, who has not joined yet or is disabled: password and authenticator are gone, all sessions end',
  input: Type.Object({ id: Id }),
  output: OfficeDone,
});
