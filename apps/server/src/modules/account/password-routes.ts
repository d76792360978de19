import { userForget, userSetPassword } from '@meridian/contract/account/calls';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { passwordPolicy } from '../../site-settings.ts';
import { textOf } from '../../texts.ts';
import { accountName } from './account-name.ts';
import { findById, findByName, type UserRow } from './accounts.ts';
import { originOf } from './device.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import type { AccountServices } from './account-services.ts';

/**
 * Setting a new password: by a code for a forgotten one, by a step-up otherwise. Second factors
 * stay unchanged.
 */
export function registerPasswordRoutes(
  gateway: CallRegistry,
  { queries, access, securityLog, codes, limits }: AccountServices,
): void {
  /**
   * Replaces only the password at the time of the permission: hashing waits for its turn, and a
   * change meanwhile wins. False if there was one.
   */
  const setPassword = async (
    { id, password_hash: before }: UserRow,
    password: string,
  ): Promise<boolean> => {
    const password_hash = await hashPassword(password);
    const { numUpdatedRows } = await queries
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', id)
      .where('password_hash', '=', before)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  gateway.registerCall(userForget, async (context) => {
    const { input, language } = context;
    const { account } = accountName(
      input.account.includes('@') ? 'email' : 'mobile',
      input.account,
      input.country_code,
    );
    checkNewPassword(await passwordPolicy(queries), input.password, input.repassword, 'repassword');
    await codes.verify(
      { receiver: account, purpose: 'forget', by: originOf(context) },
      input.code,
      true,
    );
    const user = await findByName(queries, account);
    // No code was sent for an account that does not exist: it can only have been guessed.
    if (user === undefined) throw new Refusal('code_wrong', { field: 'code' });
    const make = async (): Promise<void> => {
      if (!(await setPassword(user, input.password)))
        throw new Refusal('code_wrong', { field: 'code' });
      await access.endAll(Number(user.id));
    };
    await securityLog.change(Number(user.id), {
      kind: 'password_reset',
      origin: originOf(context),
      make,
    });
    return textOf(language, 'answer.account.passwordSet');
  });

  gateway.registerCall(userSetPassword, async (context) => {
    const { input, session, language } = context;
    checkNewPassword(await passwordPolicy(queries), input.pwd, input.repwd, 'repwd');
    const user = await findById(queries, session.user);
    await access.requireStepUp(session);
    await limits.takeChange(session.user);
    const make = async (): Promise<void> => {
      if (!(await setPassword(user, input.pwd))) throw new Refusal('step_up_required');
      await access.endAll(session.user, session);
    };
    await securityLog.change(session.user, {
      kind: 'password_changed',
      origin: originOf(context),
      make,
    });
    return textOf(language, 'answer.account.passwordChanged');
  });
}
