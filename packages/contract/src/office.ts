import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { PERMISSIONS, ROLE_NAMES } from './permissions.ts';
import { Text } from './scalars.ts';

/** Rows on a page of a list. */
export const OFFICE_ROWS = 25;

const inOffice = { area: 'office' } as const;
const Operator = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  account: Type.String({ description: 'e-mail address' }),
  role: Type.Enum(ROLE_NAMES),
  permissions: Type.Array(Type.Enum([...PERMISSIONS])),
  totp: Type.Boolean({ description: 'whether an authenticator is in use' }),
});

export const officeLogin = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/login',
  access: 'public',
  summary: 'Opens a session of an operator',
  input: Type.Object({ account: Text(120, 'e-mail address'), password: Type.String({ maxLength: 128 }), totp: Type.Optional(Text(16, 'code of the authenticator, where there is one')) }),
  output: Type.String({ description: 'the session token, for the Authorization header' }),
});
export const officeLogout = defineCall({ ...inOffice, method: 'POST', path: '/office/api/logout', access: 'operator', permission: 'any', summary: 'Ends the session', input: Type.Object({}), output: Type.String() });
export const officeMe = defineCall({ ...inOffice, method: 'GET', path: '/office/api/me', access: 'operator', permission: 'any', summary: 'Who is logged in, and what they may do', input: Type.Object({}), output: Operator });
