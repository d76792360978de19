import { userForget, userSetPassword } from '@meridian/contract/account';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { passwordPolicy } from '../../site-settings.ts';
import { accountName } from './account-name.ts';
import { findByName } from './accounts.ts';
import { originOf } from './device.ts';
import { ACCOUNT_TEXTS } from './messages.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import type { AccountServices } from './account-services.ts';
import type { VerificationCodes } from './verification-codes.ts';

/** Setting a password anew: by a code for who has forgotten it, by a step-up for who has not. Second factors stay what they are. */
export function registerPasswordRoutes(gateway: CallRegistry, { queries, access, securityLog, codes, limits }: AccountServices & { readonly codes: VerificationCodes }): void {
  const setPassword = (user: bigint, hash: string) => queries.updateTable('users').set({ password_hash: hash }).where('id', '=', user).execute();

  gateway.registerCall(userForget, async (context) => {
    const { input, language } = context;
    const { account } = accountName(input.account.includes('@') ? 'email' : 'mobile', input.account, input.country_code);
    checkNewPassword(await passwordPolicy(queries), input.password, input.repassword, 'repassword');
    await codes.verify({ receiver: account, purpose: 'forget', by: originOf(context) }, input.code, true);
    const user = await findByName(queries, account);
    // Nobody was sent a code for an account that is not there: it can only have been guessed.
    if (user === undefined) throw new Refusal('code_wrong', { field: 'code' });
    await setPassword(user.id, await hashPassword(input.password));
    await access.endAll(Number(user.id));
    await securityLog.changed(Number(user.id), 'password_reset', originOf(context));
    return ACCOUNT_TEXTS[language].passwordSet;
  });

  gateway.registerCall(userSetPassword, async (context) => {
    const { input, session, language } = context;
    checkNewPassword(await passwordPolicy(queries), input.pwd, input.repwd, 'repwd');
    await access.requireStepUp(session);
    await limits.takeChange(session.user);
    await setPassword(BigInt(session.user), await hashPassword(input.pwd));
    await access.endAll(session.user, session);
    await securityLog.changed(session.user, 'password_changed', originOf(context));
    return ACCOUNT_TEXTS[language].passwordChanged;
  });
}
