import {
  checkEmail,
  checkMobile,
  CODE_RULES,
  smsMail,
  smsSend,
  userRegister,
} from '@meridian/contract/account/calls';
import type { Language } from '@meridian/contract/languages';
import type { CallInput } from '@meridian/contract/schema/call';
import { emailBind, mobileBind } from '@meridian/contract/security/calls';
import type { CallContext, CallRegistry, Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { passwordPolicy } from '../../site-settings.ts';
import { textOf } from '../../texts.ts';
import { accountName, type AccountKind, type AccountName } from './account-name.ts';
import type { AddressPurpose } from './account-tables.ts';
import { bindName, createAccount, findByName, findReferrer } from './accounts.ts';
import { COUNTRIES } from './countries.ts';
import { originOf } from './device.ts';
import { messageTo, type MessageText } from './messenger.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import type { AccountServices } from './account-services.ts';

const COUNTRY_IDS: ReadonlySet<number> = new Set(COUNTRIES.map(({ country_id }) => country_id));

/**
 * Mail addresses and phone numbers: their verification codes, registration with one, binding
 * another.
 */
export function registerAddressRoutes(gateway: CallRegistry, services: AccountServices): void {
  const { queries, codes, access, securityLog } = services;
  registerCodeRoutes(gateway, services);

  gateway.registerCall(userRegister, async (context) => {
    const { input, language } = context;
    const name = accountName(input.type, input.user_string, input.country_code);
    checkNewPassword(await passwordPolicy(queries), input.password, input.re_password);
    if (input.country_id !== undefined && !COUNTRY_IDS.has(input.country_id))
      throw new Refusal('input_invalid', { field: 'country_id' });
    const referrer = await findReferrer(queries, input.extension_code);
    await codes.verify(
      { receiver: name.account, purpose: 'register', by: originOf(context) },
      input.code,
      true,
    );
    // Only the reader of the mailbox or phone learns whether it already has an account.
    const user = await createAccount(queries, {
      name,
      language,
      passwordHash: await hashPassword(input.password),
      referrer,
      country: input.country_id,
    });
    await securityLog.record(user, 'registered', originOf(context));
    return textOf(language, 'answer.account.registered');
  });

  async function bind(
    name: AccountName,
    code: string,
    context: CallContext<typeof emailBind | typeof mobileBind>,
  ): Promise<string> {
    const { session, language } = context;
    await access.requireStepUp(session);
    await codes.verify(
      { receiver: name.account, purpose: 'bind', session: session.session, by: originOf(context) },
      code,
      true,
    );
    const isMail = name.kind === 'email';
    await securityLog.change(session.user, {
      kind: isMail ? 'email_bound' : 'mobile_bound',
      origin: originOf(context),
      make: () => bindName(queries, session.user, name),
      before: (before) => before,
    });
    return isMail
      ? textOf(language, 'answer.account.emailBound')
      : textOf(language, 'answer.account.mobileBound');
  }
  gateway.registerCall(emailBind, (context) =>
    bind(accountName('email', context.input.email, undefined), context.input.code, context),
  );
  gateway.registerCall(mobileBind, (context) =>
    bind(
      accountName('mobile', context.input.mobile, context.input.country_code),
      context.input.code,
      context,
    ),
  );
}

function registerCodeRoutes(gateway: CallRegistry, services: AccountServices): void {
  gateway.registerCall(smsMail, (context) => sendCode(services, 'email', context));
  gateway.registerCall(smsSend, (context) => sendCode(services, 'mobile', context));
  gateway.registerCall(checkEmail, (context) => {
    const { email, email_code: code } = context.input;
    return check(services, { name: accountName('email', email, undefined), code }, context);
  });
  gateway.registerCall(checkMobile, (context) => {
    const { mobile, country_code, mobile_code: code } = context.input;
    return check(services, { name: accountName('mobile', mobile, country_code), code }, context);
  });
}

async function sendCode(
  { queries, messenger, codes, limits, devices }: AccountServices,
  kind: AccountKind,
  { input, language, session, address }: CallContext<typeof smsMail>,
): Promise<string> {
  const name = accountName(kind, input.user_string, input.country_code);
  const { account } = name;
  await limits.checkArea(name);
  const purpose = purposeOf(input, session);
  const owner = await findByName(queries, account);
  // Only the message tells the owner of a registered address that it has an account; the answer
  // does not.
  const isTaken = purpose === 'register' && owner !== undefined;
  const isSent = purpose !== 'forget' || owner !== undefined;
  const ownSession = purpose === 'bind' ? session : undefined;
  const code = await codes.issue({
    receiver: account,
    purpose,
    session: ownSession?.session,
    areaCode: kind === 'mobile' && isSent && !isTaken ? name.countryCode : '',
    count: (transaction) =>
      limits.take(transaction, {
        name,
        address,
        session: ownSession,
        device: devices.idOf(owner, input.device),
      }),
  });
  const text = isTaken ? takenText(language) : codeText(language, code, purpose);
  const message =
    owner === undefined
      ? ({ ...text, receiver: account, kind: kind === 'email' ? 'mail' : 'sms' } as const)
      : messageTo({ ...owner, email: kind === 'email' ? account : null }, text);
  if (purpose !== 'forget') await messenger.send(message);
  // A code for account recovery goes only to an existing account. The answer is the same without
  // one, and waits for no provider.
  else if (owner !== undefined) messenger.send(message).catch(() => undefined);
  return textOf(language, 'answer.account.codeSent');
}

/**
 * First step of a registration or a recovery: checks the address, or the code. Never reveals
 * whether an account exists.
 */
async function check(
  { codes }: AccountServices,
  { name, code }: { readonly name: AccountName; readonly code: string | undefined },
  context: CallContext<typeof checkEmail | typeof checkMobile>,
): Promise<string> {
  const { input, language } = context;
  if (code === undefined) return textOf(language, 'answer.account.canBeSent');
  await codes.verify(
    {
      receiver: name.account,
      purpose: input.type === 'forget' ? 'forget' : 'register',
      by: originOf(context),
    },
    code,
    false,
  );
  return textOf(language, 'answer.account.codeRight');
}

/** A code that binds an address to an account requires a session. */
function purposeOf(
  { type }: CallInput<typeof smsMail>,
  session: Session | undefined,
): AddressPurpose {
  if (type === 'bind') {
    if (session === undefined) throw new Refusal('session_required');
    return 'bind';
  }
  return type === 'forget' ? 'forget' : 'register';
}

/** Tells the owner of an address that it has an account. */
function takenText(language: Language): MessageText {
  return {
    subject: textOf(language, 'mail.taken.subject'),
    body: textOf(language, 'mail.taken.body'),
    code: '',
  };
}

/**
 * The code with its purpose. A stranger may ask the owner for it: the message says the effect of
 * giving it away.
 */
function codeText(language: Language, code: string, purpose: AddressPurpose): MessageText {
  const text = textOf(language, 'mail.code.body', { code, minutes: CODE_RULES.minutes });
  return {
    subject: textOf(language, 'mail.code.subject'),
    body: `${text} ${textOf(language, `mail.code.for.${purpose}`)}`,
    code,
  };
}
