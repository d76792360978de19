import { checkEmail, checkMobile, smsMail, smsSend, userCenter, userInfo, userLogin, userLogout, userRegister, type UserInfo } from '@meridian/contract/account';
import type { CallInput } from '@meridian/contract/call';
import type { Language } from '@meridian/contract/languages';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { Access } from '../../gateway/access.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../../live/live-view.ts';
import { unitScale, usdtWorth } from '../market/valuation.ts';
import { accountName, loginName, type AccountKind } from './account-name.ts';
import { createAccount, findByAccount, findById, findReferrer, type UserRow } from './accounts.ts';
import { LoginDelays } from './login-delays.ts';
import { ACCOUNT_TEXTS } from './messages.ts';
import type { Messenger } from './messenger.ts';
import { checkNewPassword, hashPassword, isPasswordRight } from './passwords.ts';
import { VerificationCodes } from './verification-codes.ts';

export interface AccountServices {
  readonly queries: Queries;
  readonly access: Access;
  readonly messenger: Messenger;
  readonly live: LiveView;
}

/** Accounts: opening, logging in and out, verification codes, and what the owner reads of it. */
export function registerAccountRoutes(gateway: CallRegistry, services: AccountServices): void {
  const codes = new VerificationCodes(services.queries);
  registerSessionRoutes(gateway, services);
  registerOpeningRoutes(gateway, services, codes);

  gateway.registerCall(userInfo, async ({ session }) => userInfoOf(await findById(services.queries, session.user), totalAssets(services.live, session.user)));
  gateway.registerCall(userCenter, async ({ session }) => {
    const { review_status } = await findById(services.queries, session.user);
    return { review_status: review_status as UserInfo['review_status'] };
  });
}

function registerSessionRoutes(gateway: CallRegistry, { queries, access }: AccountServices): void {
  const delays = new LoginDelays();
  gateway.registerCall(userLogin, async ({ input, address }) => {
    const name = loginName(input.user_string);
    const seconds = delays.attempt(name, address);
    if (seconds > 0) throw new Refusal('login_delayed', { seconds });
    const user = await findByAccount(queries, name);
    if (!(await isPasswordRight(user?.password_hash, input.password)) || user === undefined) throw new Refusal('login_failed');
    delays.succeeded(name, address);
    return access.open(Number(user.id), address);
  });
  gateway.registerCall(userLogout, async ({ session, language }) => {
    await access.end(session);
    return ACCOUNT_TEXTS[language].loggedOut;
  });
}

function registerOpeningRoutes(gateway: CallRegistry, { queries, messenger }: AccountServices, codes: VerificationCodes): void {
  gateway.registerCall(userRegister, async ({ input, language }) => {
    const { account, countryCode } = accountName(input.type, input.user_string, input.country_code);
    checkNewPassword(input.password, input.re_password);
    const referrer = await findReferrer(queries, input.extension_code);
    await codes.verify({ receiver: account, purpose: 'register' }, input.code, true);
    // Only who reads the mailbox or phone learns whether it has an account already.
    await createAccount(queries, { account, kind: input.type, countryCode, passwordHash: await hashPassword(input.password), referrer });
    return ACCOUNT_TEXTS[language].registered;
  });

  async function sendCode(kind: AccountKind, input: CallInput<typeof smsMail>, language: Language): Promise<string> {
    const { account } = accountName(kind, input.user_string, input.country_code);
    const purpose = input.type === 'forget' ? 'forget' : 'register';
    const code = await codes.issue({ receiver: account, purpose });
    // The answer is the same whether there is such an account; a code to recover one goes only to who has one.
    if (purpose === 'register' || (await findByAccount(queries, account)) !== undefined) {
      const texts = ACCOUNT_TEXTS[language];
      await messenger.send({ receiver: account, kind: kind === 'email' ? 'mail' : 'sms', subject: texts.codeSubject, body: texts.codeBody(code), code });
    }
    return ACCOUNT_TEXTS[language].codeSent;
  }
  gateway.registerCall(smsMail, ({ input, language }) => sendCode('email', input, language));
  gateway.registerCall(smsSend, ({ input, language }) => sendCode('mobile', input, language));

  /** The specification's first step of a registration: says whether the account is free, or whether the code is right. */
  async function check(kind: AccountKind, claim: { name: string; code: string | undefined }, language: Language): Promise<string> {
    const { account } = accountName(kind, claim.name, undefined);
    if (claim.code !== undefined) {
      await codes.verify({ receiver: account, purpose: 'register' }, claim.code, false);
      return ACCOUNT_TEXTS[language].codeRight;
    }
    if ((await findByAccount(queries, account)) !== undefined) throw new Refusal('account_taken');
    return ACCOUNT_TEXTS[language].free;
  }
  gateway.registerCall(checkEmail, ({ input, language }) => check('email', { name: input.email, code: input.email_code }, language));
  gateway.registerCall(checkMobile, ({ input, language }) => check('mobile', { name: input.mobile, code: input.mobile_code }, language));
}

/** Worth of all wallets in USDT, available and held, rounded down. */
function totalAssets(live: LiveView, user: number): string {
  const holdings = live.balances(user).map(({ currency, available, held }) => ({ currency, units: available + held }));
  return formatDecimal(usdtWorth(live, holdings), unitScale(live));
}

function userInfoOf(user: UserRow, totalAssets: string): UserInfo {
  return {
    id: Number(user.id),
    account: user.account,
    account_number: user.account_number,
    extension_code: user.extension_code,
    email: user.kind === 'email' ? user.account : '',
    phone: user.kind === 'mobile' ? user.account : '',
    is_seller: 0,
    seller: [],
    review_status: user.review_status as UserInfo['review_status'],
    total_assets: totalAssets,
  };
}
