import {
  checkEmail,
  smsMail,
  smsSend,
  userForget,
  userInfo,
  userLogin,
  userSetPassword,
} from '@meridian/contract/account/calls';
import { demoOutbox } from '@meridian/contract/demo/calls';
import {
  emailBind,
  mobileBind,
  securityHistory,
  securityState,
  sessionEnd,
  sessionList,
  sessionsEnd,
  totpEnable,
} from '@meridian/contract/security/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALICE, BOB, TEST_SECRETS } from '../../../test/test-exchange.ts';
import { carryRestraints } from './restraints.ts';
import { VerificationCodes } from './verification-codes.ts';
import {
  PASSWORD,
  asToken,
  closeExchange,
  codeFor,
  exchange,
  info,
  newcomer,
  openExchange,
  refusal,
} from '../../../test/people/accounts.ts';

beforeAll(openExchange);
afterAll(closeExchange);

describe('a change of the password that waited', () => {
  const LATER = 'the hash of a later password';

  /**
   * The answer of a call that began before a later change of the password and writes its own change
   * after it.
   */
  async function overtaken(
    call: () => Promise<unknown>,
  ): Promise<[answer: unknown, stored: string]> {
    const answer = await exchange.queries.transaction().execute(async (later) => {
      await later
        .updateTable('users')
        .set({ password_hash: LATER })
        .where('id', '=', BigInt(ALICE))
        .execute();
      const asked = refusal(call());
      await vi.waitFor(
        async () => {
          const { rows } = await sql<{
            waiting: number;
          }>`select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and query like 'select % from "users" % for update'`.execute(
            exchange.queries,
          );
          expect(rows[0]?.waiting).toBe(1);
        },
        { timeout: 20_000 },
      );
      return { asked };
    });
    const said = await answer.asked;
    const { password_hash } = await exchange.queries
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', BigInt(ALICE))
      .executeTakeFirstOrThrow();
    return [said, password_hash];
  }

  it('overwrites no later one', async () => {
    const receiver = 'overtaken@example.com';
    const code = await new VerificationCodes(exchange.queries, TEST_SECRETS).issue({
      receiver,
      purpose: 'forget',
    });
    const before = await exchange.queries
      .selectFrom('users')
      .select(['password_hash', 'email'])
      .where('id', '=', BigInt(ALICE))
      .executeTakeFirstOrThrow();
    await exchange.stepUp(ALICE);
    expect(
      await overtaken(() =>
        exchange.call(userSetPassword, { pwd: 'Other9876', repwd: 'Other9876' }, { user: ALICE }),
      ),
    ).toEqual(['step_up_required', LATER]);
    await exchange.queries
      .updateTable('users')
      .set({ ...before, email: receiver })
      .where('id', '=', BigInt(ALICE))
      .execute();
    expect(
      await overtaken(() =>
        exchange.call(userForget, {
          account: receiver,
          code,
          password: 'Other9876',
          repassword: 'Other9876',
        }),
      ),
    ).toEqual(['code_wrong', LATER]);
    await exchange.queries
      .updateTable('users')
      .set(before)
      .where('id', '=', BigInt(ALICE))
      .execute();
  });
});

describe('a forgotten password', () => {
  it('is set anew with a code from the mailbox, ends all sessions, is told to the owner', async () => {
    const account = 'forgetful@example.com';
    const { token } = await newcomer(account);
    await exchange.call(smsMail, { user_string: account, type: 'forget' });
    const code = await vi.waitFor(async () => {
      const newest = await exchange.call(demoOutbox, { to: account });
      expect(newest).toHaveLength(2);
      expect(newest.map(({ text }) => text)).toEqual([
        expect.stringContaining('sets a new password'),
        expect.stringContaining('opens an account'),
      ]);
      return newest[0]?.code ?? '';
    });
    expect(
      await exchange.call(checkEmail, { email: account, email_code: code, type: 'forget' }),
    ).toBe('The verification code is right.');
    const form = { account, code, password: 'Newer4567', repassword: 'Newer4567' };
    expect(await refusal(exchange.call(userForget, { ...form, repassword: 'Newer45678' }))).toBe(
      'passwords_differ',
    );
    expect(
      await refusal(exchange.call(userForget, { ...form, account: 'nobody@example.com' })),
    ).toBe('code_wrong');
    await exchange.call(userForget, form);
    expect(await refusal(exchange.call(userForget, form))).toBe('code_wrong');
    expect(await info(token)).toMatchObject({ type: '999' });
    expect(
      await refusal(exchange.call(userLogin, { user_string: account, password: PASSWORD })),
    ).toBe('login_failed');
    await exchange.call(userLogin, { user_string: account, password: 'Newer4567' });
    const [notice] = await exchange.call(demoOutbox, { to: account });
    expect(notice?.text).toContain('Your login password was reset');
    const user = await exchange.queries
      .selectFrom('users')
      .selectAll()
      .where('account', '=', account)
      .executeTakeFirstOrThrow();
    expect(user.withdrawals_held_until?.getTime()).toBeGreaterThan(
      exchange.engine.timeMs + 23 * 3_600_000,
    );
  });

  it('is told to the phone too where the mailbox set it, each with a link of its own that freezes', async () => {
    const account = 'lost-mailbox@example.com';
    await newcomer(account);
    await exchange.queries
      .updateTable('users')
      .set({ mobile: '13912345655', country_code: '86' })
      .where('account', '=', account)
      .execute();
    await exchange.queries
      .updateTable('verification_codes')
      .set({ created_at: new Date(0) })
      .where('receiver', '=', account)
      .execute();
    await exchange.call(smsMail, { user_string: account, type: 'forget' });
    const code = await vi.waitFor(async () => {
      const newest = await exchange.call(demoOutbox, { to: account });
      expect(newest).toHaveLength(2);
      return newest[0]?.code ?? '';
    });
    await exchange.call(userForget, {
      account,
      code,
      password: 'Newer4567',
      repassword: 'Newer4567',
    });
    const links = await Promise.all(
      [account, '13912345655'].map(
        async (to) =>
          /\/freeze\?lang=[\w-]+#\S+/.exec(
            (await exchange.call(demoOutbox, { to }))[0]?.text ?? '',
          )?.[0],
      ),
    );
    expect(links.every((link) => link !== undefined)).toBe(true);
    expect(new Set(links).size).toBe(2);
  });
});

describe('changes of security', () => {
  const heldUntil = async () =>
    (await exchange.call(securityState, {}, { user: ALICE })).withdrawals_held_until;
  const setPassword = () =>
    exchange.call(userSetPassword, { pwd: 'Other9876', repwd: 'Other9876' }, { user: ALICE });

  it('that a stop cuts off leave their hold behind, which the next start tells the core; refused ones leave none', async () => {
    await exchange.queries
      .updateTable('users')
      .set({ withdrawals_held_until: null })
      .where('id', '=', BigInt(ALICE))
      .execute();
    await exchange.stepUp(ALICE);
    expect(await refusal(exchange.call(totpEnable, { code: '123456' }, { user: ALICE }))).toBe(
      'second_factor_wrong',
    );
    expect(await heldUntil()).toBe('');
    const stop = vi
      .spyOn(exchange.access, 'endAll')
      .mockRejectedValueOnce(new Error('the server stops'));
    expect(await refusal(setPassword())).toBe('internal_error');
    stop.mockRestore();
    await carryRestraints({ queries: exchange.queries, engine: exchange, live: exchange.live });
    expect(exchange.live.custody.restraint(ALICE).heldUntilMs).toBeGreaterThan(
      exchange.live.timeMs + 23 * 3_600_000,
    );
  });

  it('that a stop cut off after a thaw leave nobody frozen in the core alone', async () => {
    await exchange.submit({ kind: 'custody.freeze', user: ALICE as never, isFrozen: true });
    expect(exchange.live.custody.restraint(ALICE).isFrozen).toBe(true);
    await carryRestraints({ queries: exchange.queries, engine: exchange, live: exchange.live });
    expect(exchange.live.custody.restraint(ALICE).isFrozen).toBe(false);
  });

  it('hold for a day of the core, whatever the clock on the wall says', async () => {
    await exchange.stepUp(ALICE);
    await setPassword();
    expect(await heldUntil()).not.toBe('');
    const [held] = await exchange.queries
      .selectFrom('users')
      .select('withdrawals_held_until')
      .where('id', '=', BigInt(ALICE))
      .execute();
    expect(
      (held?.withdrawals_held_until?.getTime() ?? 0) - exchange.engine.timeMs,
    ).toBeLessThanOrEqual(24 * 3_600_000);
    exchange.engine.advance(25 * 3_600_000);
    await exchange.submit({ kind: 'clock.tick' });
    expect(await heldUntil()).toBe('');
  });

  it('need a step-up, end other sessions, hold withdrawals back', async () => {
    await exchange.queries
      .updateTable('sessions')
      .set({ stepped_up_at: new Date(0) })
      .where('user_id', '=', BigInt(BOB))
      .execute();
    expect(
      await refusal(
        exchange.call(userSetPassword, { pwd: 'Other9876', repwd: 'Other9876' }, { user: BOB }),
      ),
    ).toBe('step_up_required');
    await exchange.stepUp(BOB);
    expect(
      await exchange.call(userSetPassword, { pwd: 'Other9876', repwd: 'Other9876' }, { user: BOB }),
    ).toContain('has been changed');
    const { list } = await exchange.call(securityHistory, {}, { user: BOB });
    expect(list[0]).toMatchObject({ kind: 'password_changed', address: '127.0.0.1' });
  });

  it('binds an address and a phone number to log in with, which nobody else has', async () => {
    await exchange.stepUp(ALICE);
    expect(
      await refusal(exchange.call(smsMail, { user_string: 'alice@example.com', type: 'bind' })),
    ).toBe('session_required');
    await exchange.call(
      smsMail,
      { user_string: 'alice@example.com', type: 'bind' },
      { user: ALICE },
    );
    const code = await codeFor('alice@example.com');
    expect(
      await refusal(
        exchange.call(emailBind, { email: 'other@example.com', code }, { user: ALICE }),
      ),
    ).toBe('code_wrong');
    await exchange.call(emailBind, { email: 'alice@example.com', code }, { user: ALICE });
    await exchange.call(
      smsSend,
      { user_string: '07911 123456', country_code: '44', type: 'bind' },
      { user: ALICE },
    );
    await exchange.call(
      mobileBind,
      { mobile: '7911123456', country_code: '44', code: await codeFor('+447911123456') },
      { user: ALICE },
    );
    expect(await exchange.call(userInfo, {}, { user: ALICE })).toMatchObject({
      email: 'alice@example.com',
      phone: '+447911123456',
    });
    await exchange.stepUp(BOB);
    await exchange.queries
      .updateTable('verification_codes')
      .set({ created_at: new Date(0) })
      .where('receiver', '=', '+447911123456')
      .execute();
    await exchange.call(
      smsSend,
      { user_string: '7911123456', country_code: '44', type: 'bind' },
      { user: BOB },
    );
    expect(
      await refusal(
        exchange.call(
          mobileBind,
          { mobile: '7911123456', country_code: '44', code: await codeFor('+447911123456') },
          { user: BOB },
        ),
      ),
    ).toBe('account_taken');
  });
});

describe('sessions', () => {
  it("are listed with their device and ended one by one or all, nobody else's", async () => {
    const { token } = await newcomer('sessions@example.com');
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
    const login = await fetch(`${exchange.address}${userLogin.path}`, {
      method: 'POST',
      headers: { 'user-agent': chrome },
      body: new URLSearchParams({ user_string: 'sessions@example.com', password: PASSWORD }),
    });
    const { message: second } = (await login.json()) as { message: string };
    const listed = (await (
      await fetch(`${exchange.address}${sessionList.path}`, { headers: asToken(token) })
    ).json()) as { message: { id: string; device: string; is_current: boolean }[] };
    expect(listed.message.map(({ device, is_current }) => [device, is_current])).toContainEqual([
      'Chrome, Windows',
      false,
    ]);
    const id = listed.message.find(({ is_current }) => !is_current)?.id ?? '';
    expect(await refusal(exchange.call(sessionEnd, { id }, { user: BOB }))).toBe(
      'session_not_found',
    );
    expect(await refusal(exchange.call(sessionEnd, { id: 'x' }, { user: BOB }))).toBe(
      'session_not_found',
    );
    const end = await fetch(`${exchange.address}${sessionEnd.path}`, {
      method: 'POST',
      headers: asToken(token),
      body: new URLSearchParams({ id }),
    });
    expect(await end.json()).toMatchObject({ type: 'ok' });
    expect(await info(second)).toMatchObject({ type: '999' });
    const third = await exchange.call(userLogin, {
      user_string: 'sessions@example.com',
      password: PASSWORD,
    });
    await fetch(`${exchange.address}${sessionsEnd.path}`, {
      method: 'POST',
      headers: asToken(third),
    });
    expect(await info(token)).toMatchObject({ type: '999' });
    expect(await info(third)).toMatchObject({ type: 'ok' });
  });

  it('are refused to a frozen account, and told so only with its password', async () => {
    const account = 'frozen@example.com';
    await newcomer(account);
    await exchange.queries
      .updateTable('users')
      .set({ frozen_at: new Date() })
      .where('account', '=', account)
      .execute();
    expect(
      await refusal(exchange.call(userLogin, { user_string: account, password: 'Wrong1234' })),
    ).toBe('login_failed');
    expect(
      await refusal(exchange.call(userLogin, { user_string: account, password: PASSWORD })),
    ).toBe('account_frozen');
  });
});
