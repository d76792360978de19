import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { Text } from './scalars.ts';

/** Password policy: letters and digits both. */
export const PASSWORD_LENGTH = { least: 6, most: 16 } as const;
/** A verification code: digits, minutes that it lives, tries that it allows, seconds before the next one is sent. */
export const CODE_RULES = { digits: 6, minutes: 10, tries: 5, resendSeconds: 60 } as const;

const AccountName = Text(120, 'e-mail address or phone number');
const Password = Type.String({ maxLength: 128 });
const Code = Text(16, 'verification code');
const OptionalText = (maxLength: number, description: string) => Type.Optional(Text(maxLength, description));
const Done = Type.String({ description: 'text for the person' });

export const userLogin = defineCall({
  method: 'POST',
  path: '/api/user/login',
  access: 'public',
  area: 'account',
  summary: 'Opens a session',
  input: Type.Object({
    user_string: AccountName,
    password: Password,
    type: OptionalText(8, 'ignored: the account tells whether it is an e-mail address or a phone number'),
    totp: OptionalText(16, 'code of the authenticator or a recovery code; without it an account that has one is refused with second_factor_required'),
  }),
  output: Type.String({ description: 'the session token, for the Authorization header' }),
});

export const userLogout = defineCall({
  method: 'POST',
  path: '/api/user/logout',
  access: 'private',
  area: 'account',
  summary: 'Ends the session',
  input: Type.Object({}),
  output: Done,
});

export const userRegister = defineCall({
  method: 'POST',
  path: '/api/user/register',
  access: 'public',
  area: 'account',
  summary: 'Opens an account, with the code that sms_mail or sms_send sent',
  input: Type.Object({
    type: Type.Enum(['email', 'mobile']),
    user_string: AccountName,
    code: Code,
    password: Password,
    re_password: Password,
    extension_code: OptionalText(32, "somebody's invitation code"),
    country_code: OptionalText(8, 'area code of a phone number, for example 86'),
  }),
  output: Done,
});

const SendCodeInput = Type.Object({
  user_string: AccountName,
  country_code: OptionalText(8, 'area code of a phone number, for example 86'),
  type: OptionalText(16, '`forget` for the recovery of a password; otherwise for a registration'),
});

export const smsMail = defineCall({
  method: 'POST',
  path: '/api/sms_mail',
  access: 'public',
  area: 'account',
  summary: 'Sends a verification code by mail',
  input: SendCodeInput,
  output: Done,
});

export const smsSend = defineCall({
  method: 'POST',
  path: '/api/sms_send',
  access: 'public',
  area: 'account',
  summary: 'Sends a verification code by text message',
  input: SendCodeInput,
  output: Done,
});

export const checkEmail = defineCall({
  method: 'POST',
  path: '/api/user/check_email',
  access: 'public',
  area: 'account',
  summary: 'Whether an e-mail address is free to register; with email_code, whether that is its code (which stays usable)',
  input: Type.Object({ email: AccountName, email_code: Type.Optional(Code) }),
  output: Done,
});

export const checkMobile = defineCall({
  method: 'POST',
  path: '/api/user/check_mobile',
  access: 'public',
  area: 'account',
  summary: 'Whether a phone number is free to register; with mobile_code, whether that is its code (which stays usable)',
  input: Type.Object({ mobile: AccountName, mobile_code: Type.Optional(Code) }),
  output: Done,
});

export const UserInfo = Type.Object({
  id: Type.Integer(),
  account: Type.String({ description: 'e-mail address or phone number' }),
  account_number: Type.String({ description: '11 digits' }),
  extension_code: Type.String({ description: 'own invitation code' }),
  email: Type.String(),
  phone: Type.String(),
  is_seller: Type.Enum([0, 1]),
  seller: Type.Array(Type.Integer(), { description: 'states of own shops' }),
  review_status: Type.Enum([0, 1, 2], { description: 'identity: 0 not submitted, 1 under review, 2 approved' }),
  total_assets: Type.String({ description: 'worth of all wallets in USDT, plain decimal' }),
});
export type UserInfo = Static<typeof UserInfo>;

export const userInfo = defineCall({
  method: 'GET',
  path: '/api/user/info',
  access: 'private',
  area: 'account',
  summary: 'The own account',
  input: Type.Object({}),
  output: UserInfo,
});

export const userCenter = defineCall({
  method: 'GET',
  path: '/api/user/center',
  access: 'private',
  area: 'account',
  summary: 'State of the own identity verification',
  input: Type.Object({}),
  output: Type.Object({ review_status: Type.Enum([0, 1, 2]) }),
});
