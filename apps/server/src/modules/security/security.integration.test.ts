import { hash } from 'node:crypto';
import { userLogin, userSetPassword } from '@meridian/contract/account/calls';
import type { Call, CallInput, CallOutput } from '@meridian/contract/schema/call';
import { demoOutbox } from '@meridian/contract/demo/calls';
import {
  antiPhishingSet,
  fundPasswordSet,
  passkeyAdd,
  passkeyBegin,
  passkeyLogin,
  passkeyLoginBegin,
  passkeyRemove,
  RECOVERY_CODES,
  recoveryCodesMake,
  securityHistory,
  securityState,
  stepUp,
  stepUpBegin,
  totpBegin,
  totpDisable,
  totpEnable,
} from '@meridian/contract/security/calls';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secrets } from '../../secrets.ts';
import { createAccount } from '../account/accounts.ts';
import { hashPassword, isPasswordRight } from '../account/passwords.ts';
import { BOB, TEST_SECRETS, TestExchange } from '../../../test/test-exchange.ts';
import { Authenticators, keyRecoveryCodes } from './authenticators.ts';
import { FundPasswords } from './fund-passwords.ts';
import { TestAuthenticator } from '../../../test/people/authenticator.ts';

const PASSWORD = 'Abcd9876';
const ORIGIN = 'http://localhost:3000';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange.close());

type Answer = { type: string; code?: string; message: unknown };

/** A customer with a password and a session. */
class Visitor {
  token = '';
  readonly account: string;
  user = 0;

  private constructor(account: string) {
    this.account = account;
  }

  static async open(account: string): Promise<Visitor> {
    const visitor = new Visitor(account);
    const name = { kind: 'email', account, countryCode: '' } as const;
    visitor.user = await createAccount(exchange.queries, {
      name,
      language: 'en',
      passwordHash: await hashPassword(PASSWORD),
      referrer: null,
    });
    await visitor.logIn();
    return visitor;
  }

  /** Logs in, and ages the session so that it counts as no proof. */
  async logIn(): Promise<void> {
    this.token = await exchange.call(userLogin, { user_string: this.account, password: PASSWORD });
    await this.age();
  }

  async age(): Promise<void> {
    await exchange.queries
      .updateTable('sessions')
      .set({ stepped_up_at: new Date(Date.now() - 10 * 60_000) })
      .where('user_id', '=', BigInt(this.user))
      .execute();
  }

  async send<C extends Call>(call: C, input: CallInput<C>): Promise<Answer> {
    const isGet = call.method === 'GET';
    const response = await fetch(exchange.address + call.path, {
      method: call.method,
      headers: {
        authorization: this.token,
        origin: ORIGIN,
        ...(isGet ? {} : { 'content-type': 'application/json' }),
      },
      ...(isGet ? {} : { body: JSON.stringify(input) }),
    });
    return (await response.json()) as Answer;
  }

  async call<C extends Call>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const answer = await this.send(call, input);
    if (answer.type !== 'ok') throw new Error(JSON.stringify(answer));
    return answer.message as CallOutput<C>;
  }

  /** The code of a refused call. */
  async refused<C extends Call>(call: C, input: CallInput<C>): Promise<string> {
    return (await this.send(call, input)).code ?? 'accepted';
  }
}

describe('the step-up', () => {
  it('takes the password of who has nothing stronger, and lasts for this session only', async () => {
    const visitor = await Visitor.open('stepup@example.com');
    expect(await visitor.call(securityState, {})).toMatchObject({
      step_up_methods: ['password'],
      stepped_up: false,
      level: 50,
      totp: false,
      withdrawals_held_until: '',
    });
    expect(await visitor.refused(totpBegin, {})).toBe('step_up_required');
    expect(await visitor.refused(stepUp, { method: 'totp', value: '123456' })).toBe(
      'step_up_method',
    );
    expect(await visitor.refused(stepUp, { method: 'password', value: 'Wrong1234' })).toBe(
      'password_wrong',
    );
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    expect(await visitor.call(securityState, {})).toMatchObject({ stepped_up: true });
    await visitor.logIn();
    expect(await visitor.refused(totpBegin, {})).toBe('step_up_required');
  });

  it('is the login itself, for ten minutes', async () => {
    const visitor = await Visitor.open('stepup-age@example.com');
    visitor.token = await exchange.call(userLogin, {
      user_string: visitor.account,
      password: PASSWORD,
    });
    expect(await visitor.refused(totpBegin, {})).toBe('accepted');
    await visitor.age();
    expect(await visitor.refused(totpBegin, {})).toBe('step_up_required');
  });

  it('slows guessing', async () => {
    const visitor = await Visitor.open('stepup-guess@example.com');
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt++)
      answers.push(
        await visitor.refused(stepUp, { method: 'password', value: `Wrong${attempt}234` }),
      );
    expect(answers).toEqual([
      ...Array.from({ length: 5 }, () => 'password_wrong'),
      'login_delayed',
    ]);
  });

  it('tells the owner of wrong ones: each in the history, all of an hour in one message', async () => {
    const visitor = await Visitor.open('stepup-told@example.com');
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const { secret } = await visitor.call(totpBegin, {});
    await visitor.call(totpEnable, {
      code: await generate({ secret, epoch: Date.now() / 1000 - 30 }),
    });
    for (const value of ['000000', '111111'])
      expect(await visitor.refused(stepUp, { method: 'totp', value })).toBe('second_factor_wrong');
    const kinds = (await visitor.call(securityHistory, {})).list.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'step_up_failed')).toHaveLength(2);
    const notices = await exchange.queries
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', BigInt(visitor.user))
      .where('kind', '=', 'step_up_failed')
      .execute();
    expect(notices).toHaveLength(1);
  });
});

describe('a second factor that is put in', () => {
  /** The owner, and a thief who has logged in with the password a moment ago. */
  async function withThief(account: string): Promise<{ owner: Visitor; thief: Visitor }> {
    const owner = await Visitor.open(account);
    const thief = Object.assign(Object.create(Visitor.prototype) as Visitor, {
      account,
      user: owner.user,
      token: await exchange.call(userLogin, { user_string: account, password: PASSWORD }),
    });
    await owner.call(stepUp, { method: 'password', value: PASSWORD });
    return { owner, thief };
  }

  it('as an authenticator leaves no proof to the sessions that a password opened, but its own', async () => {
    const { owner, thief } = await withThief('thief-totp@example.com');
    const { secret } = await owner.call(totpBegin, {});
    await owner.call(totpEnable, {
      code: await generate({ secret, epoch: Date.now() / 1000 - 30 }),
    });
    expect(await thief.refused(totpDisable, {})).toBe('step_up_required');
    expect(await thief.call(securityState, {})).toMatchObject({ totp: true, stepped_up: false });
    expect(await owner.call(securityState, {})).toMatchObject({ totp: true, stepped_up: true });
  });

  it('as a passkey neither', async () => {
    const { owner, thief } = await withThief('thief-passkey@example.com');
    const { ticket, options } = await owner.call(passkeyBegin, {});
    await owner.call(passkeyAdd, {
      ticket,
      credential: new TestAuthenticator().create(options, ORIGIN),
      name: 'Key',
    });
    const [key] = (await thief.call(securityState, {})).passkeys;
    expect(await thief.refused(passkeyRemove, { id: key?.id ?? '' })).toBe('step_up_required');
  });

  it('is not got around by a password that was right a moment before', async () => {
    const { owner, thief } = await withThief('thief-race@example.com');
    const { secret } = await owner.call(totpBegin, {});
    const [enabled] = await Promise.all([
      owner.refused(totpEnable, {
        code: await generate({ secret, epoch: Date.now() / 1000 - 30 }),
      }),
      ...Array.from({ length: 4 }, () =>
        thief.refused(stepUp, { method: 'password', value: PASSWORD }),
      ),
    ]);
    expect(enabled).toBe('accepted');
    expect(await thief.call(securityState, {})).toMatchObject({ totp: true, stepped_up: false });
  });
});

describe('an authenticator', () => {
  it('is asked for at the login and the step-up, until it is removed', async () => {
    const visitor = await Visitor.open('totp@example.com');
    const login = { user_string: visitor.account, password: PASSWORD };
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    expect(await visitor.refused(recoveryCodesMake, {})).toBe('second_factor_unset');
    const { secret, uri } = await visitor.call(totpBegin, {});
    expect(uri).toContain('otpauth://totp/Meridian:totp%40example.com');
    expect(await visitor.refused(totpEnable, { code: 'abcdef' })).toBe('second_factor_wrong');
    // A begun authenticator is not in use.
    await exchange.call(userLogin, login);
    const { recovery_codes } = await visitor.call(totpEnable, {
      code: await generate({ secret, epoch: Date.now() / 1000 - 30 }),
    });
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await visitor.refused(userLogin, login)).toBe('second_factor_required');
    expect(await visitor.refused(userLogin, { ...login, totp: '000000' })).toBe(
      'second_factor_wrong',
    );
    // A wrong password gives the same answer with and without a code.
    expect(
      await visitor.refused(userLogin, { ...login, password: 'Wrong1234', totp: '000000' }),
    ).toBe('login_failed');
    const code = await generate({ secret });
    visitor.token = await visitor.call(userLogin, { ...login, totp: code });
    expect(await visitor.refused(userLogin, { ...login, totp: code })).toBe('second_factor_wrong');
    await visitor.call(userLogin, { ...login, totp: (recovery_codes[0] ?? '').toLowerCase() });
    expect(await visitor.refused(userLogin, { ...login, totp: recovery_codes[0] ?? '' })).toBe(
      'second_factor_wrong',
    );
    expect(await visitor.call(securityState, {})).toMatchObject({
      totp: true,
      recovery_codes_left: 9,
      step_up_methods: ['totp'],
    });
    expect(await visitor.refused(stepUp, { method: 'password', value: PASSWORD })).toBe(
      'step_up_method',
    );
    await visitor.call(stepUp, { method: 'totp', value: recovery_codes[1] ?? '' });
    await visitor.call(totpDisable, {});
    await exchange.call(userLogin, login);
    const kinds = async () =>
      (await visitor.call(securityHistory, {})).list.map(({ kind }) => kind);
    await expect
      .poll(kinds)
      .toEqual(
        expect.arrayContaining([
          'totp_enabled',
          'totp_disabled',
          'recovery_code_used',
          'login_failed',
          'second_factor_failed',
        ]),
      );
    expect((await visitor.call(securityState, {})).withdrawals_held_until).not.toBe('');
  });

  it('gives one code to one of a hundred calls at once', async () => {
    const { user } = await Visitor.open('totp-race@example.com');
    const authenticators = new Authenticators(exchange.queries, TEST_SECRETS);
    const { secret } = await authenticators.begin(user, 'x');
    expect(
      await authenticators.enable(
        exchange.queries,
        user,
        await generate({ secret, epoch: Date.now() / 1000 - 30 }),
      ),
    ).toBe(true);
    const code = await generate({ secret });
    const taken = await Promise.all(
      Array.from({ length: 100 }, () => authenticators.take(user, code)),
    );
    expect(taken.filter((factor) => factor !== undefined)).toHaveLength(1);
    const [recovery = ''] = await authenticators.makeRecoveryCodes(exchange.queries, user);
    const recovered = await Promise.all(
      Array.from({ length: 100 }, () => authenticators.take(user, recovery)),
    );
    expect(recovered.filter((factor) => factor !== undefined)).toHaveLength(1);
    const row = await exchange.queries
      .selectFrom('totp_secrets')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    expect(row.secret?.includes(secret)).toBe(false);
  });

  it('keeps recovery codes under a hash that needs the key, also those of an earlier version', async () => {
    const { user } = await Visitor.open('recovery-copy@example.com');
    const authenticators = new Authenticators(exchange.queries, TEST_SECRETS);
    const hashes = async () =>
      (
        await exchange.queries
          .selectFrom('recovery_codes')
          .select('code_hash')
          .where('user_id', '=', BigInt(user))
          .execute()
      ).map(({ code_hash }) => code_hash.toString('hex'));
    const plain = (code: string) => hash('sha256', code.replace('-', ''), 'buffer');
    const { secret } = await authenticators.begin(user, 'x');
    await authenticators.enable(exchange.queries, user, await generate({ secret }));
    const made = await authenticators.makeRecoveryCodes(exchange.queries, user);
    expect(
      (await hashes()).filter((each) => made.some((code) => plain(code).toString('hex') === each)),
    ).toEqual([]);
    await exchange.queries
      .deleteFrom('recovery_codes')
      .where('user_id', '=', BigInt(user))
      .execute();
    await exchange.queries
      .insertInto('recovery_codes')
      .values({ user_id: BigInt(user), code_hash: plain('ABCDE-FGHJK'), used_at: null })
      .execute();
    await keyRecoveryCodes(exchange.queries, TEST_SECRETS);
    expect(await hashes()).not.toContain(plain('ABCDE-FGHJK').toString('hex'));
    await keyRecoveryCodes(exchange.queries, TEST_SECRETS);
    expect(await authenticators.take(user, 'ABCDE-FGHJK')).toBe('recovery');
    expect(await authenticators.take(user, 'ABCDE-FGHJK')).toBeUndefined();
  });

  it('takes the codes of a minute and a half, no older and no newer', async () => {
    const { user } = await Visitor.open('totp-window@example.com');
    let nowMs = 1_800_000_015_000;
    const authenticators = new Authenticators(
      exchange.queries,
      new Secrets('a secret of thirty-two letters and more'),
      () => nowMs,
    );
    const { secret } = await authenticators.begin(user, 'x');
    await authenticators.enable(
      exchange.queries,
      user,
      await generate({ secret, epoch: nowMs / 1000 }),
    );
    nowMs += 600_000;
    const codeAt = (offset: number) => generate({ secret, epoch: nowMs / 1000 + offset });
    expect(await authenticators.take(user, await codeAt(-60))).toBeUndefined();
    expect(await authenticators.take(user, await codeAt(60))).toBeUndefined();
    expect(await authenticators.take(user, await codeAt(-30))).toBe('totp');
    expect(await authenticators.take(user, await codeAt(0))).toBe('totp');
    expect(await authenticators.take(user, await codeAt(-30))).toBeUndefined();
    expect(await authenticators.take(user, await codeAt(30))).toBe('totp');
  });
});

describe('a recovery code', () => {
  async function withCodes(
    account: string,
  ): Promise<{ visitor: Visitor; codes: readonly string[] }> {
    const visitor = await Visitor.open(account);
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const { secret } = await visitor.call(totpBegin, {});
    const { recovery_codes } = await visitor.call(totpEnable, {
      code: await generate({ secret, epoch: Date.now() / 1000 - 30 }),
    });
    await exchange.queries
      .updateTable('users')
      .set({ withdrawals_held_until: null })
      .where('id', '=', BigInt(visitor.user))
      .execute();
    return { visitor, codes: recovery_codes };
  }
  const heldFor = async ({ user }: Visitor): Promise<number> => {
    const { withdrawals_held_until: until } = await exchange.queries
      .selectFrom('users')
      .select('withdrawals_held_until')
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    expect(exchange.live.custody.restraint(user).heldUntilMs).toBe(until?.getTime() ?? 0);
    return ((until?.getTime() ?? 0) - exchange.live.timeMs) / 3_600_000;
  };

  it.each(['login', 'step-up'] as const)(
    'that is used at a %s holds withdrawals back for a day, and its owner is told with a link that freezes',
    async (where) => {
      const { visitor, codes } = await withCodes(`recovery-${where}@example.com`);
      const [value = ''] = codes;
      if (where === 'login')
        visitor.token = await visitor.call(userLogin, {
          user_string: visitor.account,
          password: PASSWORD,
          totp: value,
        });
      else await visitor.call(stepUp, { method: 'totp', value });
      expect(await heldFor(visitor)).toBeCloseTo(WITHDRAWAL_HOLD_HOURS, 1);
      const [mail] = await exchange.call(demoOutbox, { to: visitor.account });
      expect(mail?.text).toContain('A recovery code was used');
      expect(mail?.text).toMatch(/\/freeze\?lang=en#/);
      expect((await visitor.call(securityHistory, {})).list.map(({ kind }) => kind)).toContain(
        'recovery_code_used',
      );
      const notices = await exchange.queries
        .selectFrom('notifications')
        .select('kind')
        .where('user_id', '=', BigInt(visitor.user))
        .where('kind', '=', 'recovery_code_used')
        .execute();
      expect(notices).toHaveLength(1);
    },
  );

  it('that is wrong holds nothing back', async () => {
    const { visitor } = await withCodes('recovery-wrong@example.com');
    await exchange.queries
      .updateTable('users')
      .set({ withdrawals_held_until: new Date(1) })
      .where('id', '=', BigInt(visitor.user))
      .execute();
    expect(await visitor.refused(stepUp, { method: 'totp', value: 'AAAAA-AAAAA' })).toBe(
      'second_factor_wrong',
    );
    const { withdrawals_held_until: until } = await exchange.queries
      .selectFrom('users')
      .select('withdrawals_held_until')
      .where('id', '=', BigInt(visitor.user))
      .executeTakeFirstOrThrow();
    expect(until?.getTime()).toBe(1);
  });
});

describe('a passkey', () => {
  it('is one of ten at most, also where twenty are added at once', async () => {
    const visitor = await Visitor.open('passkey-many@example.com');
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const begun = [];
    for (let count = 0; count < 20; count++) begun.push(await visitor.call(passkeyBegin, {}));
    const added = begun.map(({ ticket, options }, at) =>
      visitor.refused(passkeyAdd, {
        ticket,
        credential: new TestAuthenticator().create(options, ORIGIN),
        name: `Key ${at}`,
      }),
    );
    const outcomes = await Promise.all(added);
    expect(outcomes.filter((outcome) => outcome === 'passkeys_too_many')).toHaveLength(10);
    expect((await visitor.call(securityState, {})).passkeys).toHaveLength(10);
  });

  it('answers once for each step of its counter, also where two answers come at once', async () => {
    const visitor = await Visitor.open('passkey-twice@example.com');
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const device = new TestAuthenticator();
    const begun = await visitor.call(passkeyBegin, {});
    await visitor.call(passkeyAdd, {
      ticket: begun.ticket,
      credential: device.create(begun.options, ORIGIN),
      name: 'Key',
    });
    for (let round = 0; round < 5; round++) {
      const answers = [];
      for (let copy = 0; copy < 4; copy++) {
        const { ticket, options } = await visitor.call(passkeyLoginBegin, {});
        answers.push({ ticket, credential: device.get(options, ORIGIN) });
        device.counter--;
      }
      device.counter++;
      const outcomes = await Promise.all(
        answers.map((answer) => visitor.refused(passkeyLogin, answer)),
      );
      expect(outcomes.filter((outcome) => outcome === 'passkey_invalid')).toHaveLength(3);
    }
    // A device without a counter stays at 0.
    const plain = new TestAuthenticator();
    const { ticket, options } = await visitor.call(passkeyBegin, {});
    await visitor.call(passkeyAdd, {
      ticket,
      credential: plain.create(options, ORIGIN),
      name: 'Plain',
    });
    for (let round = 0; round < 2; round++) {
      const login = await visitor.call(passkeyLoginBegin, {});
      plain.counter = -1;
      expect(
        await visitor.refused(passkeyLogin, {
          ticket: login.ticket,
          credential: plain.get(login.options, ORIGIN),
        }),
      ).not.toBe('passkey_invalid');
    }
  });

  it('is added after a step-up, logs in, proves itself, is removed', async () => {
    const visitor = await Visitor.open('passkey@example.com');
    const device = new TestAuthenticator();
    expect(await visitor.refused(passkeyBegin, {})).toBe('step_up_required');
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const begun = await visitor.call(passkeyBegin, {});
    const credential = device.create(begun.options, ORIGIN);
    await visitor.call(passkeyAdd, { ticket: begun.ticket, credential, name: 'My phone' });
    expect(
      await visitor.refused(passkeyAdd, { ticket: begun.ticket, credential, name: 'Again' }),
    ).toBe('passkey_invalid');
    expect(await visitor.call(securityState, {})).toMatchObject({
      passkeys: [{ name: 'My phone' }],
      step_up_methods: ['passkey'],
    });

    const login = await visitor.call(passkeyLoginBegin, {});
    const answer = { ticket: login.ticket, credential: device.get(login.options, ORIGIN) };
    visitor.token = await visitor.call(passkeyLogin, answer);
    await visitor.age();
    expect(await visitor.refused(passkeyLogin, answer)).toBe('passkey_invalid');
    expect(await visitor.refused(passkeyBegin, {})).toBe('step_up_required');
    const proof = await visitor.call(stepUpBegin, {});
    await visitor.call(stepUp, {
      method: 'passkey',
      ticket: proof.ticket,
      value: device.get(proof.options, ORIGIN),
    });
    const [passkey] = (await visitor.call(securityState, {})).passkeys;
    const stranger = await Visitor.open('passkey-stranger@example.com');
    await stranger.call(stepUp, { method: 'password', value: PASSWORD });
    expect(await stranger.refused(passkeyRemove, { id: passkey?.id ?? '' })).toBe(
      'passkey_not_found',
    );
    await visitor.call(passkeyRemove, { id: passkey?.id ?? '' });
    const late = await visitor.call(passkeyLoginBegin, {});
    expect(
      await visitor.refused(passkeyLogin, {
        ticket: late.ticket,
        credential: device.get(late.options, ORIGIN),
      }),
    ).toBe('passkey_invalid');
  });

  it('that is lost does not lock its owner out: the first one comes with recovery codes, each good for one login', async () => {
    const visitor = await Visitor.open('passkey-lost@example.com');
    const login = { user_string: visitor.account, password: PASSWORD };
    const add = async (name: string) => {
      const { ticket, options } = await visitor.call(passkeyBegin, {});
      return (
        await visitor.call(passkeyAdd, {
          ticket,
          credential: new TestAuthenticator().create(options, ORIGIN),
          name,
        })
      ).recovery_codes;
    };
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const codes = await add('Phone');
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    // The owner has seen the codes: a second passkey makes no others.
    expect(await add('Key')).toEqual([]);
    expect(await visitor.refused(userLogin, login)).toBe('passkey_required');
    expect(await visitor.refused(userLogin, { ...login, totp: '000000' })).toBe(
      'second_factor_wrong',
    );
    expect(
      await visitor.refused(userLogin, { ...login, password: 'Wrong1234', totp: codes[0] ?? '' }),
    ).toBe('login_failed');
    visitor.token = await visitor.call(userLogin, { ...login, totp: codes[0] ?? '' });
    expect(await visitor.refused(userLogin, { ...login, totp: codes[0] ?? '' })).toBe(
      'second_factor_wrong',
    );
    // The session counts as a proof: the lost passkey is removed, and the last factor takes the
    // codes with it.
    for (const { id } of (await visitor.call(securityState, {})).passkeys)
      await visitor.call(passkeyRemove, { id });
    expect(await visitor.call(securityState, {})).toMatchObject({
      recovery_codes_left: 0,
      step_up_methods: ['password'],
    });
    expect(await visitor.refused(recoveryCodesMake, {})).toBe('second_factor_unset');
    expect(await add('New phone')).toHaveLength(RECOVERY_CODES);
    expect(await visitor.call(recoveryCodesMake, {})).toMatchObject({
      recovery_codes: { length: RECOVERY_CODES },
    });
  });

  it('of an account without recovery codes, as earlier versions made them, gets them with the next one', async () => {
    const visitor = await Visitor.open('passkey-before@example.com');
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const begun = await visitor.call(passkeyBegin, {});
    await visitor.call(passkeyAdd, {
      ticket: begun.ticket,
      credential: new TestAuthenticator().create(begun.options, ORIGIN),
      name: 'Old',
    });
    await exchange.queries
      .deleteFrom('recovery_codes')
      .where('user_id', '=', BigInt(visitor.user))
      .execute();
    const next = await Promise.all(
      [await visitor.call(passkeyBegin, {}), await visitor.call(passkeyBegin, {})].map(
        ({ ticket, options }, at) =>
          visitor.call(passkeyAdd, {
            ticket,
            credential: new TestAuthenticator().create(options, ORIGIN),
            name: `Key ${at}`,
          }),
      ),
    );
    // Of two factors added at once one returns codes, and these are the valid ones.
    expect(next.map(({ recovery_codes }) => recovery_codes.length).sort((a, b) => a - b)).toEqual([
      0,
      RECOVERY_CODES,
    ]);
    const [code = ''] = next.flatMap(({ recovery_codes }) => recovery_codes);
    await visitor.call(userLogin, { user_string: visitor.account, password: PASSWORD, totp: code });
  });

  it('keeps the recovery codes when the authenticator beside it is removed', async () => {
    const visitor = await Visitor.open('passkey-beside@example.com');
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const { secret } = await visitor.call(totpBegin, {});
    const { recovery_codes } = await visitor.call(totpEnable, {
      code: await generate({ secret, epoch: Date.now() / 1000 - 30 }),
    });
    const begun = await visitor.call(passkeyBegin, {});
    expect(
      await visitor.call(passkeyAdd, {
        ticket: begun.ticket,
        credential: new TestAuthenticator().create(begun.options, ORIGIN),
        name: 'Key',
      }),
    ).toEqual({ recovery_codes: [] });
    await visitor.call(totpDisable, {});
    expect(await visitor.call(securityState, {})).toMatchObject({
      totp: false,
      recovery_codes_left: RECOVERY_CODES,
    });
    await visitor.call(userLogin, {
      user_string: visitor.account,
      password: PASSWORD,
      totp: recovery_codes[0] ?? '',
    });
  });

  it('is refused from another page, without the finger, for another ceremony, after five minutes, with an older counter', async () => {
    const visitor = await Visitor.open('passkey-bad@example.com');
    const device = new TestAuthenticator();
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    const begun = await visitor.call(passkeyBegin, {});
    await visitor.call(passkeyAdd, {
      ticket: begun.ticket,
      credential: device.create(begun.options, ORIGIN),
      name: 'Key',
    });
    const attempt = async (
      answer: (options: string) => string,
      ticket?: string,
    ): Promise<string> => {
      const login = await visitor.call(passkeyLoginBegin, {});
      return visitor.refused(passkeyLogin, {
        ticket: ticket ?? login.ticket,
        credential: answer(login.options),
      });
    };
    expect(await attempt((options) => device.get(options, 'http://evil.example'))).toBe(
      'passkey_invalid',
    );
    expect(await attempt((options) => device.get(options, ORIGIN, { isVerified: false }))).toBe(
      'passkey_invalid',
    );
    expect(await attempt((options) => new TestAuthenticator().get(options, ORIGIN))).toBe(
      'passkey_invalid',
    );
    expect(await attempt(() => 'not json')).toBe('passkey_invalid');
    expect(await attempt(() => '{"id":{"a":1}}')).toBe('passkey_invalid');
    const proof = await visitor.call(stepUpBegin, {});
    expect(await attempt((options) => device.get(options, ORIGIN), proof.ticket)).toBe(
      'passkey_invalid',
    );
    expect(await attempt((options) => device.get(options, ORIGIN))).toBe('accepted');
    device.counter = 0;
    expect(await attempt((options) => device.get(options, ORIGIN))).toBe('passkey_invalid');
    device.counter = 100;
    const old = await visitor.call(passkeyLoginBegin, {});
    await exchange.queries
      .updateTable('ceremonies')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect(
      await visitor.refused(passkeyLogin, {
        ticket: old.ticket,
        credential: device.get(old.options, ORIGIN),
      }),
    ).toBe('passkey_invalid');
  });
});

describe('the fund password', () => {
  it.each(['12345', '1234567', 'abcdef', '１２３４５６', '111111', '123456', '987654'])(
    'is not %s',
    async (password) => {
      await exchange.stepUp(BOB);
      const answer = exchange.call(
        fundPasswordSet,
        { password, re_password: password },
        { user: BOB },
      );
      await expect(answer).rejects.toMatchObject({ answer: { code: 'fund_password_invalid' } });
    },
  );

  it('locks after five wrong ones, also at once, and setting it unlocks', async () => {
    const passwords = new FundPasswords(exchange.queries, TEST_SECRETS);
    await expect(passwords.require(BOB, '135790')).rejects.toMatchObject({
      code: 'fund_password_unset',
    });
    await exchange.stepUp(BOB);
    await expect(
      exchange.call(fundPasswordSet, { password: '135790', re_password: '135791' }, { user: BOB }),
    ).rejects.toMatchObject({ answer: { code: 'passwords_differ' } });
    await exchange.call(
      fundPasswordSet,
      { password: '135790', re_password: '135790' },
      { user: BOB },
    );
    await passwords.require(BOB, '135790');
    const codes = await Promise.all(
      Array.from({ length: 20 }, () =>
        passwords.require(BOB, '000001').then(
          () => 'right',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    expect(codes.filter((code) => code === 'fund_password_wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'fund_password_locked')).toHaveLength(15);
    await expect(passwords.require(BOB, '135790')).rejects.toMatchObject({
      code: 'fund_password_locked',
    });
    await exchange.stepUp(BOB);
    await exchange.call(
      fundPasswordSet,
      { password: '135790', re_password: '135790' },
      { user: BOB },
    );
    await passwords.require(BOB, '135790');
  });
});

describe('the fund password in the table', () => {
  const hashOf = async (): Promise<string> =>
    (
      await exchange.queries
        .selectFrom('fund_passwords')
        .select('password_hash')
        .where('user_id', '=', BigInt(BOB))
        .executeTakeFirstOrThrow()
    ).password_hash;

  it('is nothing that a copy of the database lets guess; one of before becomes so when it is used', async () => {
    const passwords = new FundPasswords(exchange.queries, TEST_SECRETS);
    await passwords.set(BOB, '246801');
    expect(await isPasswordRight(await hashOf(), '246801')).toBe(false);
    await exchange.queries
      .updateTable('fund_passwords')
      .set({ password_hash: await hashPassword('246801'), failures: 0 })
      .where('user_id', '=', BigInt(BOB))
      .execute();
    await expect(passwords.require(BOB, '246802')).rejects.toMatchObject({
      code: 'fund_password_wrong',
    });
    await passwords.require(BOB, '246801');
    expect(await isPasswordRight(await hashOf(), '246801')).toBe(false);
    await passwords.require(BOB, '246801');
  });
});

describe('the anti-phishing code', () => {
  it('stands in every mail from then on', async () => {
    const visitor = await Visitor.open('phish@example.com');
    await visitor.call(stepUp, { method: 'password', value: PASSWORD });
    expect(await visitor.refused(antiPhishingSet, { code: 'a b' })).toBe('anti_phishing_invalid');
    await visitor.call(antiPhishingSet, { code: 'tulip9' });
    await visitor.call(userSetPassword, { pwd: 'Other9876', repwd: 'Other9876' });
    const [mail] = await exchange.call(demoOutbox, { to: visitor.account });
    expect(mail?.text).toContain('Your login password was changed');
    expect(mail?.text).toContain('tulip9');
  });
});
