import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Page, Text } from '../schema/scalars.ts';
import { Done } from '../schema/answers.ts';
import { SECOND_FACTORS } from './second-factors.ts';

/**
 * Methods of a step-up: a user proves their identity anew before moving money or changing security.
 */
export const STEP_UP_METHODS = ['password', 'fund_password', ...SECOND_FACTORS] as const;
export type StepUpMethod = (typeof STEP_UP_METHODS)[number];
/** Minutes for which a step-up is valid, in the session that made it. */
export const STEP_UP_MINUTES = 10;
export const FUND_PASSWORD = { digits: 6, tries: 5 } as const;
/** Recovery codes, each valid once in place of a lost second factor. */
export const RECOVERY_CODES = 10;

/** Events of the security history: sign-ins and changes. */
export const SECURITY_EVENTS = [
  'registered',
  'login',
  'login_failed',
  'second_factor_failed',
  'step_up_failed',
  'logout',
  'session_ended',
  'password_changed',
  'password_reset',
  'email_bound',
  'mobile_bound',
  'totp_enabled',
  'totp_disabled',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'fund_password_set',
  'anti_phishing_set',
  'codes_locked',
  'whitelist_enabled',
  'whitelist_disabled',
  'address_added',
  'address_removed',
  'payment_account_saved',
  'withdrawal_requested',
  'frozen',
  'unfrozen',
  'webhook_set',
  'seconds_limit_loosened',
  'seconds_break_begun',
  'push_added',
  'push_removed',
  'data_exported',
  'account_closed',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];
/** Security changes: they are reported to the owner, and hold withdrawals back. */
export type SecurityChange = Extract<
  SecurityEvent,
  | 'password_changed'
  | 'password_reset'
  | 'email_bound'
  | 'mobile_bound'
  | 'totp_enabled'
  | 'totp_disabled'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'fund_password_set'
  | 'anti_phishing_set'
  | 'whitelist_disabled'
>;

const Empty = Type.Object({});
const Time = (what: string) =>
  Type.String({
    description: `${what}, YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where there is none`,
  });
const Credential = Type.String({
  maxLength: 8192,
  description: 'JSON of what navigator.credentials answered, as @simplewebauthn/browser gives it',
});
const Ticket = Text(
  64,
  'what the call that began this ceremony answered; good for one use and five minutes',
);
/** The beginning of a WebAuthn ceremony. */
const Ceremony = Type.Object({
  ticket: Type.String(),
  options: Type.String({ description: 'JSON of the options for @simplewebauthn/browser' }),
});
const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'shown once, kept hashed' }),
});

const inArea = { area: 'security', access: 'private' } as const;

export const SecurityState = Type.Object({
  email: Type.String({ description: "bound e-mail address, '' without one" }),
  phone: Type.String({ description: "bound phone number, '' without one" }),
  totp: Type.Boolean({ description: 'whether an authenticator is in use' }),
  recovery_codes_left: Type.Integer(),
  passkeys: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      created_time: Time('added'),
      last_used_time: Time('last used'),
    }),
  ),
  fund_password: Type.Boolean({ description: 'whether one is set' }),
  fund_password_locked: Type.Boolean({
    description: 'after five wrong ones; setting it anew unlocks',
  }),
  anti_phishing_code: Type.String({ description: "stands in each of our mails, '' without one" }),
  level: Type.Enum([25, 50, 75, 100], {
    description: '25, and 25 more each for a phone number, an e-mail address, a verified identity',
  }),
  withdrawals_held_until: Time('end of the hold after a security change'),
  step_up_methods: Type.Array(Type.Enum([...STEP_UP_METHODS]), {
    description: 'those that this account may use: passwords only while there is nothing stronger',
  }),
  stepped_up: Type.Boolean({
    description: 'whether this session has proven itself within the last ten minutes',
  }),
});
export type SecurityState = Static<typeof SecurityState>;

export const securityState = defineCall({
  ...inArea,
  method: 'GET',
  path: '/api/safe/state',
  summary: 'Second factors, bound addresses, security level',
  input: Empty,
  output: SecurityState,
});

export const securityHistory = defineCall({
  ...inArea,
  method: 'GET',
  path: '/api/safe/history',
  summary: 'Sign-ins and changes of security, newest first',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        kind: Type.Enum([...SECURITY_EVENTS]),
        device: Type.String(),
        address: Type.String(),
        created_time: Time('when'),
      }),
    ),
    page: Type.Integer(),
  }),
});

export const sessionList = defineCall({
  ...inArea,
  method: 'GET',
  path: '/api/safe/sessions',
  summary: 'Sessions that are open',
  input: Empty,
  output: Type.Array(
    Type.Object({
      id: Type.String(),
      device: Type.String({ description: 'browser and system, for example Chrome, Windows' }),
      address: Type.String({ description: 'network address of the sign-in' }),
      created_time: Time('sign-in'),
      last_used_time: Time('last use'),
      is_current: Type.Boolean(),
    }),
  ),
});
export const sessionEnd = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/session_end',
  summary: 'Ends an own session, its sockets too',
  input: Type.Object({ id: Text(36) }),
  output: Done,
});
export const sessionsEnd = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/sessions_end',
  summary: 'Ends all own sessions but this one',
  input: Empty,
  output: Done,
});

export const deviceRemember = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/device',
  summary:
    'What this browser may send with later logins of this account, as `device`, for half a year or until the password changes. Needs a step-up',
  input: Empty,
  output: Type.String({
    description:
      'opens nothing: it counts the wrong passwords of this browser apart from those of others, and withdrawals know the device a day later',
  }),
});

export const stepUpBegin = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/step_up_begin',
  summary: 'Begins the proof by passkey. The other methods need no beginning',
  input: Empty,
  output: Ceremony,
});
export const stepUp = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/step_up',
  cost: 10,
  summary:
    'Proves anew who is there; holds for ten minutes in this session. A login is such a proof too: with a second factor, or of an account that has none',
  input: Type.Object({
    method: Type.Enum([...STEP_UP_METHODS]),
    value: Type.String({
      maxLength: 8192,
      description:
        'password, code of the authenticator (or a recovery code), or JSON of the credential',
    }),
    ticket: Type.Optional(Ticket),
  }),
  output: Done,
});

export const totpBegin = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/totp_begin',
  summary: 'A new secret for an authenticator. Needs a step-up. Nothing changes until totp_enable',
  input: Empty,
  output: Type.Object({
    secret: Type.String({ description: 'base32' }),
    uri: Type.String({ description: 'otpauth URI, for the QR code' }),
  }),
});
export const totpEnable = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/totp_enable',
  summary:
    'Takes the new secret into use, with a code of it. New recovery codes come with it, in place of the old',
  input: Type.Object({ code: Text(16) }),
  output: RecoveryCodes,
});
export const totpDisable = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/totp_disable',
  summary: 'Without authenticator again. Recovery codes stay where a passkey does. Needs a step-up',
  input: Empty,
  output: Done,
});
export const recoveryCodesMake = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/recovery_codes',
  summary:
    'New recovery codes in place of the old, for an account with a second factor. Needs a step-up',
  input: Empty,
  output: RecoveryCodes,
});

export const passkeyBegin = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/passkey_begin',
  summary: 'Begins to add a passkey. Needs a step-up',
  input: Empty,
  output: Ceremony,
});
export const passkeyAdd = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/passkey_add',
  summary:
    'Adds the passkey that was made. Recovery codes come with it where the account has none left',
  input: Type.Object({
    ticket: Ticket,
    credential: Credential,
    name: Text(40, 'what the owner calls it'),
  }),
  output: Type.Object({
    recovery_codes: Type.Array(Type.String(), {
      description: 'shown once, kept hashed; empty where the account has some',
    }),
  }),
});
export const passkeyRemove = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/passkey_remove',
  summary: 'Removes a passkey. Needs a step-up',
  input: Type.Object({ id: Text(36) }),
  output: Done,
});

export const passkeyLoginBegin = defineCall({
  area: 'security',
  access: 'public',
  method: 'POST',
  path: '/api/user/passkey_begin',
  summary: 'Begins a login by passkey',
  input: Empty,
  output: Ceremony,
});
export const passkeyLogin = defineCall({
  area: 'security',
  access: 'public',
  method: 'POST',
  path: '/api/user/passkey_login',
  summary: 'Opens a session with a passkey, which is both factors',
  input: Type.Object({
    ticket: Ticket,
    credential: Credential,
    device: Type.Optional(
      Text(
        160,
        'what `/api/safe/device` answered in this browser before: withdrawals then know the device',
      ),
    ),
  }),
  output: Type.String({ description: 'the session token, for the Authorization header' }),
});

const FundPassword = Text(16, 'six digits');
export const fundPasswordSet = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/fund_password',
  cost: 20,
  summary: 'Sets the fund password. Needs a step-up',
  input: Type.Object({ password: FundPassword, re_password: FundPassword }),
  output: Done,
});
export const antiPhishingSet = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/anti_phishing',
  summary: 'Sets the words that stand in each of our mails. Needs a step-up',
  input: Type.Object({ code: Text(32, '4 to 20 letters or digits') }),
  output: Done,
});

export const emailBind = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/email',
  summary:
    'Binds an e-mail address, with the code that sms_mail (type bind) sent there. Needs a step-up',
  input: Type.Object({ email: Text(120), code: Text(16) }),
  output: Done,
});
export const mobileBind = defineCall({
  ...inArea,
  method: 'POST',
  path: '/api/safe/mobile',
  summary:
    'Binds a phone number, with the code that sms_send (type bind) sent there. Needs a step-up',
  input: Type.Object({ mobile: Text(32), country_code: Type.Optional(Text(8)), code: Text(16) }),
  output: Done,
});
