import {
  antiPhishingSet,
  fundPasswordSet,
  passkeyAdd,
  passkeyBegin,
  passkeyLogin,
  passkeyLoginBegin,
  passkeyRemove,
  recoveryCodesMake,
  securityState,
  stepUp,
  stepUpBegin,
  totpBegin,
  totpDisable,
  totpEnable,
} from '@meridian/contract/security/calls';
import { isSecondFactor } from '@meridian/contract/security/second-factors';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { findById, saveLanguage } from '../account/accounts.ts';
import { originOf } from '../account/device.ts';
import { changeFactors } from './factor-change.ts';
import { checkNewFundPassword } from './fund-passwords.ts';
import type { SecurityServices } from './security-services.ts';
import { securityStateOf } from './security-state.ts';
import { StepUp } from './step-up.ts';

const ANTI_PHISHING = /^[\p{L}\p{N}]{4,20}$/u;

/** Second factors, step-up, fund password, anti-phishing code. */
export function registerSecurityRoutes(gateway: CallRegistry, services: SecurityServices): void {
  const { queries, access, securityLog, fundPasswords, passkeys, limits } = services;
  const prover = new StepUp(services);
  registerAuthenticatorRoutes(gateway, services);
  registerPasskeyRoutes(gateway, services);

  gateway.registerCall(securityState, ({ session }) => securityStateOf(services, prover, session));
  gateway.registerCall(stepUpBegin, ({ session, origin }) =>
    passkeys.beginStepUp(session.user, origin),
  );
  gateway.registerCall(stepUp, async (context) => {
    const { session, language } = context;
    const { method } = context.input;
    await prover.prove(session, { ...context.input, origin: context.origin }, originOf(context));
    await access.stepUp(session, isSecondFactor(method));
    return textOf(language, 'answer.security.steppedUp');
  });

  gateway.registerCall(fundPasswordSet, async (context) => {
    const { session, input, language } = context;
    await access.requireStepUp(session);
    checkNewFundPassword(input.password, input.re_password);
    await limits.takeChange(session.user);
    const make = () => fundPasswords.set(session.user, input.password);
    await securityLog.change(session.user, {
      kind: 'fund_password_set',
      origin: originOf(context),
      make,
    });
    return textOf(language, 'answer.security.fundPasswordSet');
  });
  gateway.registerCall(antiPhishingSet, async (context) => {
    const { session, input, language } = context;
    await access.requireStepUp(session);
    if (!ANTI_PHISHING.test(input.code))
      throw new Refusal('anti_phishing_invalid', { field: 'code' });
    await limits.takeChange(session.user);
    const make = () =>
      queries
        .updateTable('users')
        .set({ anti_phishing_code: input.code })
        .where('id', '=', BigInt(session.user))
        .execute();
    await securityLog.change(session.user, {
      kind: 'anti_phishing_set',
      origin: originOf(context),
      make,
    });
    return textOf(language, 'answer.security.antiPhishingSet');
  });
}

function registerAuthenticatorRoutes(
  gateway: CallRegistry,
  { queries, access, securityLog, authenticators, passkeys, limits }: SecurityServices,
): void {
  gateway.registerCall(totpBegin, async ({ session }) => {
    await access.requireStepUp(session);
    const { account } = await findById(queries, session.user);
    return authenticators.begin(session.user, account);
  });
  gateway.registerCall(totpEnable, async (context) => {
    const { session, input } = context;
    await access.requireStepUp(session);
    await limits.takeChange(session.user);
    const make = async (): Promise<string[]> => {
      const codes = await changeFactors(queries, session.user, async (transaction) => {
        if (!(await authenticators.enable(transaction, session.user, input.code)))
          throw new Refusal('second_factor_wrong', { field: 'code' });
        return authenticators.makeRecoveryCodes(transaction, session.user);
      });
      await access.forgetProofs(session);
      return codes;
    };
    return {
      recovery_codes: await securityLog.change(session.user, {
        kind: 'totp_enabled',
        origin: originOf(context),
        make,
      }),
    };
  });
  gateway.registerCall(totpDisable, async (context) => {
    const { session, language } = context;
    await access.requireStepUp(session);
    const make = () =>
      changeFactors(queries, session.user, async (transaction) => {
        await authenticators.disable(transaction, session.user);
        await authenticators.forgetUnneededCodes(transaction, session.user);
      });
    await securityLog.change(session.user, {
      kind: 'totp_disabled',
      origin: originOf(context),
      make,
    });
    return textOf(language, 'answer.security.totpDisabled');
  });
  gateway.registerCall(recoveryCodesMake, async (context) => {
    const { session } = context;
    await access.requireStepUp(session);
    // A request that will be refused must not use up the limit. The transaction checks again.
    if (
      !(await authenticators.isInUse(session.user)) &&
      (await passkeys.list(session.user)).length === 0
    )
      throw new Refusal('second_factor_unset');
    await limits.takeChange(session.user);
    const make = () =>
      changeFactors(queries, session.user, (transaction) =>
        authenticators.makeRecoveryCodes(transaction, session.user),
      );
    return {
      recovery_codes: await securityLog.change(session.user, {
        kind: 'recovery_codes_made',
        origin: originOf(context),
        make,
      }),
    };
  });
}

function registerPasskeyRoutes(
  gateway: CallRegistry,
  { queries, access, securityLog, authenticators, passkeys, devices, limits }: SecurityServices,
): void {
  gateway.registerCall(passkeyBegin, async ({ session, origin }) => {
    await access.requireStepUp(session);
    const { account } = await findById(queries, session.user);
    return passkeys.beginAdding({ id: session.user, account }, origin);
  });
  gateway.registerCall(passkeyAdd, async (context) => {
    const { session, input, origin } = context;
    await access.requireStepUp(session);
    await limits.takeChange(session.user);
    const make = async (): Promise<string[]> => {
      const credential = await passkeys.made(session.user, { ...input, origin });
      const codes = await changeFactors(queries, session.user, async (transaction) => {
        await passkeys.add(transaction, session.user, { name: input.name, credential });
        // The owner of a single lost passkey logs in with these.
        return authenticators.makeNeededRecoveryCodes(transaction, session.user);
      });
      await access.forgetProofs(session);
      return codes;
    };
    return {
      recovery_codes: await securityLog.change(session.user, {
        kind: 'passkey_added',
        origin: originOf(context),
        make,
      }),
    };
  });
  gateway.registerCall(passkeyRemove, async (context) => {
    const { session, input, language } = context;
    await access.requireStepUp(session);
    const missing = new Refusal('passkey_not_found', { field: 'id' });
    // A request that will be refused must not hold withdrawals back.
    if (!(await passkeys.list(session.user)).some(({ id }) => id === input.id)) throw missing;
    const make = async (): Promise<void> => {
      await changeFactors(queries, session.user, async (transaction) => {
        if (!(await passkeys.remove(transaction, session.user, input.id))) throw missing;
        await authenticators.forgetUnneededCodes(transaction, session.user);
      });
    };
    await securityLog.change(session.user, {
      kind: 'passkey_removed',
      origin: originOf(context),
      make,
    });
    return textOf(language, 'answer.security.passkeyRemoved');
  });

  gateway.registerCall(passkeyLoginBegin, ({ origin }) => passkeys.beginLogin(origin));
  gateway.registerCall(passkeyLogin, async (context) => {
    const { input, origin, language } = context;
    const user = await passkeys.prove('login', { ...input, origin });
    const token = await access.open(user, originOf(context), {
      hasFactor: true,
      deviceId: devices.idOf(await findById(queries, user), input.device),
    });
    await saveLanguage(queries, user, language);
    await securityLog.record(user, 'login', originOf(context));
    return token;
  });
}
