import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DEFAULT_EXTENSION_CODE } from './extension-code.ts';
import { LANGUAGES } from '../languages.ts';
import { Id, Page, Text } from '../schema/scalars.ts';
import { Done } from '../schema/answers.ts';

/**
 * A verification code: its digits, its lifetime in minutes, the tries that it allows, the seconds
 * before the next one is sent.
 */
export const CODE_RULES = { digits: 6, minutes: 10, tries: 5, resendSeconds: 60 } as const;

const AccountName = Text(120, 'e-mail address or phone number');
const Password = Type.String({ maxLength: 128 });
const Code = Text(16, 'verification code');
const OptionalText = (maxLength: number, description: string) =>
  Type.Optional(Text(maxLength, description));
const AreaCode = OptionalText(
  8,
  'area code of a phone number, for example 86; mainland China without it',
);
const CheckedFor = OptionalText(
  16,
  'with a code: `forget` where it is one for the recovery of a password',
);

export const userLogin = defineCall({
  method: 'POST',
  path: '/api/user/login',
  access: 'public',
  area: 'account',
  summary: 'Opens a session',
  input: Type.Object({
    user_string: AccountName,
    password: Password,
    type: OptionalText(
      8,
      'ignored: the account tells whether it is an e-mail address or a phone number',
    ),
    totp: OptionalText(
      16,
      'code of the authenticator or a recovery code; without it an account that has an authenticator is refused with second_factor_required',
    ),
    ticket: OptionalText(64, 'of passkey_begin, with `credential`'),
    device: OptionalText(
      160,
      'what `/api/safe/device` answered in this browser before: wrong passwords of strangers do not keep it waiting, and withdrawals know the device',
    ),
    credential: OptionalText(
      8192,
      'answer of a passkey of the account, as for passkey_login; takes the place of the code. Without either, an account that has passkeys only is refused with passkey_required',
    ),
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

export const userLanguage = defineCall({
  method: 'POST',
  path: '/api/user/language',
  access: 'private',
  area: 'account',
  summary:
    "Chooses the language of the account's mails and text messages. A login chooses that of its `lang` header",
  input: Type.Object({ language: Type.Enum([...LANGUAGES]) }),
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
    extension_code: OptionalText(
      32,
      `somebody's invitation code; ${DEFAULT_EXTENSION_CODE} is nobody's`,
    ),
    country_code: AreaCode,
    country_id: Type.Optional(Id),
  }),
  output: Done,
});

const SendCodeInput = Type.Object({
  user_string: AccountName,
  country_code: AreaCode,
  device: OptionalText(
    160,
    'what `/api/safe/device` answered in this browser before: strangers do not use up its share of the messages',
  ),
  type: OptionalText(
    16,
    '`forget` for the recovery of a password, `bind` for an address of the own account; otherwise for a registration',
  ),
});

export const smsMail = defineCall({
  method: 'POST',
  path: '/api/sms_mail',
  access: 'optional',
  area: 'account',
  summary: 'Sends a verification code by mail',
  input: SendCodeInput,
  output: Done,
});

export const smsSend = defineCall({
  method: 'POST',
  path: '/api/sms_send',
  access: 'optional',
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
  summary:
    'Whether a code can be sent to an e-mail address, which says nothing of an account there; with email_code, whether that is its code (which stays usable)',
  input: Type.Object({ email: AccountName, email_code: Type.Optional(Code), type: CheckedFor }),
  output: Done,
});

export const checkMobile = defineCall({
  method: 'POST',
  path: '/api/user/check_mobile',
  access: 'public',
  area: 'account',
  summary:
    'Whether a code can be sent to a phone number, which says nothing of an account there; with mobile_code, whether that is its code (which stays usable)',
  input: Type.Object({
    mobile: AccountName,
    mobile_code: Type.Optional(Code),
    country_code: AreaCode,
    type: CheckedFor,
  }),
  output: Done,
});

export const UserInfo = Type.Object({
  id: Type.Integer(),
  account: Type.String({ description: 'e-mail address or phone number' }),
  account_number: Type.String({ description: '11 digits' }),
  extension_code: Type.String({ description: 'own invitation code' }),
  email: Type.String(),
  phone: Type.String(),
  is_seller: Type.Enum([0, 1], {
    description: 'whether the user is a merchant of the marketplace',
  }),
  seller: Type.Array(Type.Integer(), {
    description: 'states of own shops: 1 open, 0 closed; a merchant has one, others none',
  }),
  review_status: Type.Enum([0, 1, 2, 3], {
    description: 'identity: 0 not submitted, 1 under review, 2 approved, 3 rejected',
  }),
  country_id: Type.Integer({
    description: 'nationality, ISO 3166-1 numeric; 0 where it was not told at registration',
  }),
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
  output: Type.Object({ review_status: Type.Enum([0, 1, 2, 3]) }),
});

export const userCountries = defineCall({
  method: 'GET',
  path: '/api/user/countries',
  access: 'public',
  area: 'account',
  summary: 'Countries and regions with the area codes of their phone numbers',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      area_code: Type.String({ description: 'digits, without +' }),
      country_id: Type.Integer({ description: 'ISO 3166-1 numeric' }),
      code: Type.String({ description: 'ISO 3166-1 alpha-2' }),
      name_cn: Type.String(),
      name_en: Type.String(),
    }),
  ),
});

export const userForget = defineCall({
  method: 'POST',
  path: '/api/user/forget',
  access: 'public',
  area: 'account',
  summary:
    'Sets a new password with the code that sms_mail or sms_send (type forget) sent. Ends all sessions; second factors stay',
  input: Type.Object({
    account: AccountName,
    country_code: AreaCode,
    password: Password,
    repassword: Password,
    code: Code,
  }),
  output: Done,
});

export const userFreeze = defineCall({
  method: 'POST',
  path: '/api/user/freeze',
  access: 'public',
  area: 'account',
  summary:
    'Freezes the account of a link that a notice of a change of security carried, and ends its sessions. Customer service opens it again',
  input: Type.Object({
    token: Text(64, 'what stands after # in the link; good once, for seven days'),
  }),
  output: Done,
});

export const userSetPassword = defineCall({
  method: 'POST',
  path: '/api/user/e_pwd',
  access: 'private',
  cost: 20,
  area: 'account',
  summary: 'Sets a new password. Needs a step-up. Ends all other sessions',
  input: Type.Object({ pwd: Password, repwd: Password }),
  output: Done,
});

/** Levels of invitation that are counted. */
export const INVITATION_LEVELS = 3;

export const userInvitees = defineCall({
  method: 'GET',
  path: '/api/user/invitees',
  access: 'private',
  area: 'account',
  summary: 'Who came by the own invitation code, and by those of whom came so',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({
    totals: Type.Array(Type.Integer(), { description: 'how many, on each of the three levels' }),
    list: Type.Array(
      Type.Object({
        account: Type.String({ description: 'masked' }),
        level: Type.Integer({ description: '1 invited by oneself, to 3' }),
        created_time: Type.String(),
      }),
    ),
    page: Type.Integer(),
  }),
});
