import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkEmail,
  checkMobile,
  smsMail,
  smsSend,
  userForget,
  userLogin,
  userRegister,
  userSetPassword,
} from '@meridian/contract/account/calls';
import { demoOutbox } from '@meridian/contract/demo/calls';
import { officeLogin } from '@meridian/contract/office/calls';
import {
  deviceRemember,
  emailBind,
  passkeyLoginBegin,
  securityHistory,
  stepUp,
} from '@meridian/contract/security/calls';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { VerificationCodes } from '../../../src/modules/account/verification-codes.ts';
import { TEST_SECRETS } from '../../test-exchange.ts';
import { ORIGIN, PASSWORD, type Answer, type Scene } from './scene.ts';

const WRONG = 'Wrong1234';
const NEWER = 'Newer4567';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Items 8 to 10 of the checklist: guesses at passwords, codes and second factors. */
export function checkGuessing(scene: () => Scene): void {
  it('item 08: guessing passwords is slowed for the account and the address, and tells nothing of who has an account', async () => {
    const { exchange } = scene();
    const [known, other] = [await scene().newcomer(), await scene().newcomer()];
    const address = await exchange.serveBeside({});
    const logIn = (user_string: string, password: string, headers = {}) =>
      scene().send(userLogin, { user_string, password }, { address, headers });
    const guesses = async (account: string) => {
      const answers: Answer[] = [];
      for (let guess = 0; guess < 6; guess++) answers.push(await logIn(account, WRONG));
      return answers.map(({ status, text, headers }) => ({
        status,
        text,
        retryAfter: headers.get('retry-after'),
      }));
    };
    const [ofKnown, ofUnknown] = [await guesses(known.account), await guesses(scene().newName())];
    expect(ofUnknown).toEqual(ofKnown);
    expect(ofKnown.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await logIn(known.account, PASSWORD)).body.code).toBe('login_delayed');
    expect((await logIn(other.account, PASSWORD)).body.type).toBe('ok');

    for (let guess = 0; guess < 10; guess++)
      await logIn(scene().newName(), WRONG, { 'x-forwarded-for': `10.0.0.${guess}` });
    const slowed = await logIn(other.account, PASSWORD, {
      'x-forwarded-for': '10.9.9.9',
      forwarded: 'for=10.9.9.9',
      'x-real-ip': '10.9.9.9',
    });
    expect([slowed.status, slowed.body.code]).toEqual([429, 'login_delayed']);

    // A hash takes ten times as long as no hash. On a busy machine all four rounds may be
    // disturbed: then others are measured.
    const likeness: number[] = [];
    while (likeness.length < 5 && !likeness.some((share) => share > 0.5))
      likeness.push(await likenessInTime(scene(), (await scene().newcomer()).account));
    expect(Math.max(...likeness)).toBeGreaterThan(0.5);
    const [office, nobody] = ['owner@office.example', scene().newName()].map((account) =>
      scene().send(officeLogin, { account, password: WRONG }),
    );
    expect((await nobody)?.text).toBe((await office)?.text);
    const recovery = [known.account, scene().newName()].map(
      async (user_string) => (await scene().send(smsMail, { user_string, type: 'forget' })).text,
    );
    expect(await recovery[1]).toBe(await recovery[0]);
  });

  it("item 08: a stranger's failures leave the owner's own device free, and that device alone", async () => {
    const [owner, other] = [await scene().newcomer(), await scene().newcomer()];
    // A gateway of its own: failures of an address slow all calls from it.
    const address = await scene().exchange.serveBeside({});
    const logIn = (device?: string, password = PASSWORD) =>
      scene()
        .nobody()
        .refused(
          userLogin,
          { user_string: owner.account, password, ...(device === undefined ? {} : { device }) },
          { address },
        );
    const device = await owner.ask(deviceRemember, {});
    for (let guess = 0; guess < 5; guess++)
      expect(await logIn(undefined, WRONG)).toBe('login_failed');
    expect(await logIn()).toBe('login_delayed');
    expect(await logIn(device)).toBe('accepted');
    expect(await logIn(), 'strangers go on waiting').toBe('login_delayed');
    const worthless = [
      await other.ask(deviceRemember, {}),
      device.slice(0, -1) + (device.endsWith('A') ? 'B' : 'A'),
      // One that lasts for longer.
      device.replace(/^[^.]+/, 'zzzzzzzz'),
      device.replace(/\.[^.]+\./, '.zzzzzzzzz.'),
      `${device}x`,
      '',
    ];
    for (const one of worthless) expect(await logIn(one), one).toBe('login_delayed');
    // It opens nothing, and has a failure count of its own.
    for (let guess = 0; guess < 5; guess++) expect(await logIn(device, WRONG)).toBe('login_failed');
    expect(await logIn(device)).toBe('login_delayed');
    // Requested with a proof of the owner, which clears the failures.
    const second = await owner.ask(deviceRemember, {}, { address });
    expect(await logIn(second)).toBe('accepted');
    await owner.ask(userSetPassword, { pwd: NEWER, repwd: NEWER });
    expect(await logIn(second, NEWER), 'of the password before').toBe('login_delayed');
    expect(await logIn(await owner.ask(deviceRemember, {}, { address }), NEWER)).toBe('accepted');
    await owner.age();
    expect(await owner.refused(deviceRemember, {})).toBe('step_up_required');
  });

  it('item 08: neither the check of an address nor the time of a login says who has an account', async () => {
    const { exchange } = scene();
    const known = await scene().newcomer();
    const mobile = scene().newMobile();
    await exchange.queries
      .updateTable('users')
      .set({ mobile })
      .where('id', '=', BigInt(known.user))
      .execute();
    const texts = async (ask: (name: string) => Promise<Answer>, names: readonly string[]) => {
      const answers = [];
      for (const name of names) answers.push(await ask(name));
      return answers.map(({ status, text }) => `${status} ${text}`);
    };
    const same = async (
      ask: (name: string) => Promise<Answer>,
      names: readonly [string, string],
    ) => {
      const [ofKnown, ofUnknown] = await texts(ask, names);
      expect(ofUnknown).toBe(ofKnown);
    };
    const [names, mobiles] = [
      [known.account, scene().newName()] as const,
      [mobile, scene().newMobile()] as const,
    ];
    await same((email) => scene().send(checkEmail, { email }), names);
    await same((number) => scene().send(checkMobile, { mobile: number }), mobiles);
    await same((user_string) => scene().send(smsMail, { user_string }), names);
    await same((user_string) => scene().send(smsSend, { user_string }), mobiles);
    await same(
      (user_string) =>
        scene().send(userRegister, {
          type: 'email',
          user_string,
          code: '000000',
          password: PASSWORD,
          re_password: PASSWORD,
        }),
      names,
    );
    // Only the reader of the mailbox learns the truth.
    const [mail] = await exchange.call(demoOutbox, { to: known.account });
    expect(mail).toMatchObject({
      code: '',
      text: expect.stringContaining('You already have an account') as string,
    });

    const beside = await exchange.serveBeside({});
    // Records of a failure must not delay its answer.
    await exchange.queries.transaction().execute(async (transaction) => {
      await sql`LOCK TABLE security_events IN EXCLUSIVE MODE`.execute(transaction);
      const answered = scene()
        .send(userLogin, { user_string: known.account, password: WRONG }, { address: beside })
        .then(({ body }) => body.code);
      expect(await Promise.race([answered, sleep(5_000).then(() => 'waits')])).toBe('login_failed');
    });
    await expect
      .poll(async () => (await known.ask(securityHistory, {})).list.map(({ kind }) => kind))
      .toContain('login_failed');
  });

  it('item 08: a right password with a wrong second factor is in the history, and told to the owner', async () => {
    const customer = await scene().newcomer();
    await customer.enableTotp();
    // A gateway of its own: failures of an address slow all calls from it.
    const address = await scene().exchange.serveBeside({});
    const logIn = (proof: object) =>
      customer.refused(
        userLogin,
        { user_string: customer.account, password: PASSWORD, ...proof },
        { address },
      );
    for (const totp of ['000000', 'ABCDE-FGHJK'])
      expect(await logIn({ totp })).toBe('second_factor_wrong');
    await customer.addPasskey();
    const { ticket, options } = await customer.ask(passkeyLoginBegin, {});
    const credential = (await (await scene().newcomer()).addPasskey()).get(options, ORIGIN);
    expect(await logIn({ ticket, credential })).toBe('passkey_invalid');
    const { list } = await customer.ask(securityHistory, {});
    expect(list.filter(({ kind }) => kind === 'second_factor_failed')).toHaveLength(3);
    const notices = await scene()
      .exchange.queries.selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', BigInt(customer.user))
      .where('kind', '=', 'second_factor_failed')
      .execute();
    // Once an hour.
    expect([1, 2]).toContain(notices.length);
  });

  it('item 09: ten wrong codes of one receiver within a day, over all its codes, lock them for a day and are told', async () => {
    const { exchange } = scene();
    const customer = await scene().newcomer();
    let nowMs = Date.now();
    const locked: string[] = [];
    const codes = (): VerificationCodes =>
      new VerificationCodes(exchange.queries, TEST_SECRETS, {
        nowMs: () => nowMs,
        onLocked: ({ receiver }) => void locked.push(receiver),
      });
    const to = { receiver: customer.account, purpose: 'forget' } as const;
    const outcome = (done: Promise<unknown>) =>
      done.then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      );
    const guess = async (code: string) =>
      outcome(codes().verify(to, code === '000000' ? '000001' : '000000', true));
    // A try without an issued code is no guess: only messages to the owner can lead to a lock.
    for (let count = 0; count < 12; count++) expect(await guess('123456')).toBe('code_wrong');
    for (let round = 0; round < 2; round++) {
      const code = await codes().issue(to);
      const answers = await Promise.all(Array.from({ length: 5 }, () => guess(code)));
      expect(answers).toEqual(Array.from({ length: 5 }, () => 'code_wrong'));
      expect(locked).toHaveLength(round);
      nowMs += MINUTE_MS;
    }
    expect(await outcome(codes().issue(to))).toBe('code_locked');
    expect(await outcome(codes().verify(to, '123456', true))).toBe('code_locked');
    const other = { ...to, purpose: 'register' } as const;
    await codes().verify(other, await codes().issue(other), true);
    nowMs += DAY_MS - 2 * MINUTE_MS;
    expect(await outcome(codes().issue(to))).toBe('code_locked');
    nowMs += 2 * MINUTE_MS;
    await codes().verify(to, await codes().issue(to), true);
    expect(locked).toEqual([customer.account]);

    const victim = await scene().newcomer();
    for (let round = 0; round < 2; round++) {
      await scene().nobody().ask(smsMail, { user_string: victim.account, type: 'forget' });
      const code = await codes().issue({ receiver: scene().newName(), purpose: 'forget' });
      for (let count = 0; count < 5; count++)
        await scene()
          .nobody()
          .refused(checkEmail, { email: victim.account, email_code: `x${code}`, type: 'forget' });
      await sql`UPDATE verification_codes SET created_at = created_at - interval '1 minute' WHERE receiver = ${victim.account}`.execute(
        exchange.queries,
      );
    }
    expect(
      await scene().nobody().refused(userForget, {
        account: victim.account,
        code: '123456',
        password: NEWER,
        repassword: NEWER,
      }),
    ).toBe('code_locked');
    await expect
      .poll(async () => (await victim.ask(securityHistory, {})).list.map(({ kind }) => kind))
      .toContain('codes_locked');
    const notices = await exchange.queries
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', BigInt(victim.user))
      .execute();
    expect(notices).toEqual([{ kind: 'codes_locked' }]);
  });

  it('item 09: a code to bind an address is good in the session that asked for it', async () => {
    const [customer, thief] = [await scene().newcomer(), await scene().newcomer()];
    const email = scene().newName();
    await customer.ask(smsMail, { user_string: email, type: 'bind' });
    const code = await scene().codeFor(email);
    expect(await thief.refused(emailBind, { email, code })).toBe('code_wrong');
    expect(
      await customer.refused(
        emailBind,
        { email, code },
        { authorization: await customer.newSession() },
      ),
    ).toBe('code_wrong');
    expect(await customer.refused(emailBind, { email, code })).toBe('accepted');
  });

  it('item 09: a code is six digits for ten minutes, one account, one purpose, one use, five tries and once a minute', async () => {
    const { queries } = scene().exchange;
    const nobody = scene().nobody();
    const issue = async (type = ''): Promise<{ user_string: string; code: string }> => {
      const user_string = scene().newName();
      await nobody.ask(smsMail, { user_string, type });
      return { user_string, code: await scene().codeFor(user_string) };
    };
    const register = (user_string: string, code: string) =>
      nobody.refused(userRegister, {
        type: 'email',
        user_string,
        code,
        password: PASSWORD,
        re_password: PASSWORD,
      });
    const older = (user_string: string, ms: number) =>
      sql`UPDATE verification_codes SET created_at = created_at - make_interval(secs => ${ms / 1000}), expires_at = expires_at - make_interval(secs => ${ms / 1000}) WHERE receiver = ${user_string}`.execute(
        queries,
      );

    const first = await issue();
    expect(first.code).toMatch(/^\d{6}$/);
    const again = await nobody.send(smsMail, { user_string: first.user_string });
    expect(again.body).toMatchObject({ type: 'error', code: 'code_resend_wait' });
    expect(await register(scene().newName(), first.code)).toBe('code_wrong');
    expect(
      await nobody.refused(userForget, {
        account: first.user_string,
        code: first.code,
        password: NEWER,
        repassword: NEWER,
      }),
    ).toBe('code_wrong');
    const atOnce = await Promise.all(
      Array.from({ length: 4 }, () => register(first.user_string, first.code)),
    );
    expect(atOnce.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(await register(first.user_string, first.code)).toBe('code_wrong');

    const guessed = await issue();
    const wrong = guessed.code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess++)
      expect(await register(guessed.user_string, wrong)).toBe('code_wrong');
    expect(await register(guessed.user_string, guessed.code)).toBe('code_wrong');

    const [late, inTime] = [await issue(), await issue()];
    await older(late.user_string, 10 * MINUTE_MS);
    expect(await register(late.user_string, late.code)).toBe('code_wrong');
    await older(inTime.user_string, 9 * MINUTE_MS);
    expect(await register(inTime.user_string, inTime.code)).toBe('accepted');
    const renewed = await issue();
    await older(renewed.user_string, MINUTE_MS);
    await nobody.ask(smsMail, { user_string: renewed.user_string });
    const newest = await scene().codeFor(renewed.user_string);
    if (newest !== renewed.code)
      expect(await register(renewed.user_string, renewed.code)).toBe('code_wrong');
    expect(await register(renewed.user_string, newest)).toBe('accepted');
  });

  it('item 10: a code of an authenticator is good once, wherever it is used first', async () => {
    const customer = await scene().newcomer();
    const { secret, recoveryCodes } = await customer.enableTotp();
    const logIn = (totp: string) =>
      customer.refused(userLogin, { user_string: customer.account, password: PASSWORD, totp });
    const code = await generate({ secret });
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => logIn(code)));
    expect(atOnce.sort()).toEqual([
      'accepted',
      ...Array.from({ length: 3 }, () => 'second_factor_wrong'),
    ]);
    expect(await customer.refused(stepUp, { method: 'totp', value: code })).toBe(
      'second_factor_wrong',
    );
    expect(await logIn(await generate({ secret, epoch: Date.now() / 1000 - 30 }))).toBe(
      'second_factor_wrong',
    );
    const [recovery = ''] = recoveryCodes;
    expect([
      await customer.refused(stepUp, { method: 'totp', value: recovery }),
      await customer.refused(stepUp, { method: 'totp', value: recovery }),
    ]).toEqual(['accepted', 'second_factor_wrong']);
  });
}

/**
 * Time of a login with an unknown account relative to a known one, by the fastest of each: both
 * cost the same hash.
 */
async function likenessInTime(scene: Scene, known: string): Promise<number> {
  const address = await scene.exchange.serveBeside({});
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 4; round++) {
    for (const [kind, user_string] of [
      ['known', known],
      ['unknown', scene.newName()],
    ] as const) {
      const startedAt = performance.now();
      await scene.send(userLogin, { user_string, password: WRONG }, { address });
      times[kind].push(performance.now() - startedAt);
    }
  }
  const [first, second] = [Math.min(...times.known), Math.min(...times.unknown)];
  return Math.min(first / second, second / first);
}
