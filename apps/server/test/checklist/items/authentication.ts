import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptorDeal } from '@meridian/contract/acceptor/calls';
import { cashSave } from '@meridian/contract/identity/calls';
import {
  smsMail,
  smsSend,
  userForget,
  userFreeze,
  userInfo,
  userLogin,
  userLogout,
  userRegister,
  userSetPassword,
} from '@meridian/contract/account/calls';
import { isDecision, type Call } from '@meridian/contract/schema/call';
import {
  addAddress,
  addresses,
  checkAddress,
  deleteAddress,
  depositAddress,
  setWhitelist,
  withdraw,
  withdrawals,
} from '@meridian/contract/custody/calls';
import { demoOutbox } from '@meridian/contract/demo/calls';
import { appealWithdraw } from '@meridian/contract/p2p/appeal-calls';
import { officeLogin } from '@meridian/contract/office/calls';
import { officeUserFreeze } from '@meridian/contract/account/office';
import { officeWithdrawalDecide } from '@meridian/contract/custody/office';
import {
  officeJoin,
  officeOperatorSave,
  officeOwnPassword,
  operatorTotpBegin,
  operatorTotpEnable,
} from '@meridian/contract/office/operators';
import { ROLES, type Role } from '@meridian/contract/office/permissions';
import { ordersEventName } from '@meridian/contract/spot/events';
import {
  emailBind,
  mobileBind,
  passkeyLogin,
  passkeyLoginBegin,
  passkeyRemove,
  securityHistory,
  securityState,
  sessionEnd,
  sessionList,
  sessionsEnd,
  stepUp,
  stepUpBegin,
  totpBegin,
} from '@meridian/contract/security/calls';
import { transactionIn } from '@meridian/contract/spot/calls';
import { transferHistory } from '@meridian/contract/wallet/calls';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { Access } from '../../../src/gateway/access.ts';
import { hashPassword, isPasswordRight } from '../../../src/modules/account/passwords.ts';
import { VerificationCodes } from '../../../src/modules/account/verification-codes.ts';
import type { TestAuthenticator } from '../../people/authenticator.ts';
import { TEST_SECRETS } from '../../test-exchange.ts';
import { goodCall } from './good-calls.ts';
import { invitation } from './office-scene.ts';
import { OPERATOR_PASSWORD, ORIGIN, PASSWORD, type Customer, type Scene } from './scene.ts';

const WRONG = 'Wrong1234';
const NEWER = 'Newer4567';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const ROUNDS_AT_ONCE = 20;
/**
 * The step-up itself, calls that any session must be able to make at once, and calls that only read
 * or take back.
 */
const WITHOUT_STEP_UP: ReadonlySet<Call> = new Set<Call>([
  // The withdrawal of an appeal: coins go back to where they were.
  appealWithdraw,
  stepUp,
  stepUpBegin,
  sessionEnd,
  sessionsEnd,
  depositAddress,
  addresses,
  checkAddress,
  deleteAddress,
  withdrawals,
  transferHistory,
]);
/** Names of calls by which money might leave. */
const WAYS_OUT =
  /withdraw|out_?put|wallet\/out$|acceptor\/deal$|address|whitelist|api_?key|transfer|legal_send|cash_save/;
/**
 * Passwords of published breaches, the first and the rare ones; and words of them with usual
 * additions.
 */
const COMMON = [
  'password1',
  'Password1',
  'Password123',
  'abcd1234',
  'qwerty123',
  'iloveyou1',
  'admin123',
  '1q2w3e4r',
  'zaq12wsx',
  'letmein1',
  'PASSWORD1',
  'jordan23',
  'rush2112',
  'sasha1998',
  'ka12rm12',
  'Bhrh0h2oof6xbqjeh',
  'Summer2025',
  'Sunshine99!',
];

/** Items 11 to 17 of the checklist: identity and its duration. */
export function checkAuthentication(scene: () => Scene): void {
  it('item 11: a reset keeps the second factor, ends all sessions, holds withdrawals, and tells the owner', async () => {
    const customer = await scene().newcomer();
    const { secret } = await customer.enableTotp();
    const sessions = [customer.token, await customer.newSession(), await customer.newSession()];
    const { socket, heard } = await scene().connect({ token: customer.token });
    await expect.poll(() => heard.some(({ event }) => event === 'login')).toBe(true);
    const { exchange } = scene();
    await exchange.queries
      .updateTable('users')
      .set({ withdrawals_held_until: null })
      .where('id', '=', BigInt(customer.user))
      .execute();
    await scene().nobody().ask(smsMail, { user_string: customer.account, type: 'forget' });
    const code = await expect
      .poll(() => scene().codeFor(customer.account))
      .not.toBe('')
      .then(() => scene().codeFor(customer.account));
    await scene()
      .nobody()
      .ask(userForget, { account: customer.account, code, password: NEWER, repassword: NEWER });

    for (const authorization of sessions)
      expect((await customer.send(userInfo, {}, { authorization })).body.type).toBe('999');
    await expect
      .poll(() =>
        heard.some(
          ({ event, payload }) =>
            event === 'refused' && (payload as { code: string }).code === 'session_invalid',
        ),
      )
      .toBe(true);
    socket.disconnect();
    const login = { user_string: customer.account, password: NEWER };
    expect(await customer.refused(userLogin, { ...login, password: PASSWORD })).toBe(
      'login_failed',
    );
    expect(await customer.refused(userLogin, login)).toBe('second_factor_required');
    expect(await customer.refused(userLogin, { ...login, totp: await generate({ secret }) })).toBe(
      'accepted',
    );
    const { withdrawals_held_until } = await exchange.queries
      .selectFrom('users')
      .select('withdrawals_held_until')
      .where('id', '=', BigInt(customer.user))
      .executeTakeFirstOrThrow();
    expect((withdrawals_held_until?.getTime() ?? 0) - exchange.engine.timeMs).toBeGreaterThan(
      DAY_MS - MINUTE_MS,
    );
    const [notice] = await exchange.call(demoOutbox, { to: customer.account });
    expect(notice?.text).toContain('Your login password was reset');
  });

  it('item 11: a change of address is told to all that were bound before, with a link that freezes after one confirmation', async () => {
    const { exchange } = scene();
    const customer = await scene().newcomer();
    const bind = async (name: string): Promise<void> => {
      const isMail = name.includes('@');
      await customer.ask(isMail ? smsMail : smsSend, { user_string: name, type: 'bind' });
      const code = await scene().codeFor(name);
      await (isMail
        ? customer.ask(emailBind, { email: name, code })
        : customer.ask(mobileBind, { mobile: name, code }));
    };
    const address = await exchange.serveBeside({});
    const noticesTo = async (to: string) =>
      (await exchange.call(demoOutbox, { to })).filter(({ code }) => code === '');
    const [phone, thief, thiefsPhone] = [
      scene().newMobile(),
      scene().newName(),
      scene().newMobile(),
    ];
    await bind(phone);
    expect((await noticesTo(customer.account))[0]?.text).toContain('A phone number was bound');
    await bind(thief);
    const [toMail] = await noticesTo(customer.account);
    const [toPhone] = await noticesTo(phone);
    for (const notice of [toMail, toPhone])
      expect(notice?.text).toContain('An e-mail address was bound');
    await bind(thiefsPhone);
    expect((await noticesTo(phone))[0]?.text).toContain('A phone number was bound');

    const tokenOf = (text = ''): string => /\/freeze\?lang=[\w-]+#([\w-]+)/.exec(text)?.[1] ?? '';
    const token = tokenOf(toMail?.text);
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    const { rows } = await sql<{ row: string }>`SELECT f::text AS row FROM freeze_links f`.execute(
      exchange.queries,
    );
    expect(
      rows.some(
        ({ row }) =>
          row.includes(token) || row.includes(Buffer.from(token, 'base64url').toString('hex')),
      ),
    ).toBe(false);
    const isOpen = async () => (await customer.send(userInfo, {})).body.type === 'ok';
    await fetch(`${exchange.address}${userFreeze.path}?token=${token}`);
    await fetch(`${exchange.address}/freeze?token=${token}`);
    expect(await isOpen()).toBe(true);
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const wrong of ['', 'x', changed, `${token}x`])
      expect(await scene().nobody().refused(userFreeze, { token: wrong }), wrong).not.toBe(
        'accepted',
      );
    expect(await isOpen()).toBe(true);
    expect(await scene().nobody().refused(userFreeze, { token })).toBe('accepted');
    expect(await isOpen()).toBe(false);
    expect(
      await scene()
        .nobody()
        .refused(userLogin, { user_string: thief, password: PASSWORD }, { address }),
    ).toBe('account_frozen');
    const { rows: events } =
      await sql`SELECT 1 FROM security_events WHERE user_id = ${customer.user} AND kind = 'frozen'`.execute(
        exchange.queries,
      );
    expect(events).toHaveLength(1);

    await scene()
      .operator('compliance')
      .ask(officeUserFreeze, { id: customer.user, frozen: '0', reason: 'Spoken to.' });
    expect(await scene().nobody().refused(userFreeze, { token }), 'a link is good once').toBe(
      'freeze_link_invalid',
    );
    await exchange.queries
      .updateTable('freeze_links')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', BigInt(customer.user))
      .execute();
    expect(
      await scene()
        .nobody()
        .refused(userFreeze, { token: tokenOf(toPhone?.text) }),
    ).toBe('freeze_link_invalid');
    expect(
      await scene()
        .nobody()
        .refused(userLogin, { user_string: thief, password: PASSWORD }, { address }),
    ).toBe('accepted');
  });

  it('item 11: every change of security is told with such a link', async () => {
    const customer = await scene().newcomer();
    await customer.enableTotp();
    const [notice] = await scene().exchange.call(demoOutbox, { to: customer.account });
    expect(notice?.text).toMatch(/\/freeze\?lang=en#[\w-]{43}/);
  });

  it('item 12: a token is 256 random bits, new at each login, dead after logout, a day without use, and a month, also where the server has just used it', async () => {
    const { exchange } = scene();
    const customer = await scene().newcomer();
    const login = { user_string: customer.account, password: PASSWORD };
    const isOpen = async (authorization: string) =>
      (await customer.send(userInfo, {}, { authorization })).body.type === 'ok';
    const token = await customer.ask(userLogin, login);
    const another = await customer.ask(userLogin, login, { authorization: token });
    expect(another).not.toBe(token);
    expect([await isOpen(token), await isOpen(another)]).toEqual([true, true]);
    await customer.ask(userLogout, {}, { authorization: token });
    expect([await isOpen(token), await isOpen(another)]).toEqual([false, true]);

    const drawn = await Promise.all(Array.from({ length: 128 }, () => customer.newSession()));
    expect(new Set(drawn).size).toBe(drawn.length);
    const bytes = drawn.map((one) => Buffer.from(one, 'base64url'));
    expect(bytes.every(({ length }) => length === 32)).toBe(true);
    for (let bit = 0; bit < 256; bit++) {
      const set = bytes.filter((one) => ((one[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
      expect(set, `bit ${bit}`).toBeGreaterThan(20);
      expect(set, `bit ${bit}`).toBeLessThan(108);
    }
    const { rows } = await sql<{ row: string }>`SELECT s::text AS row FROM sessions s`.execute(
      exchange.queries,
    );
    for (const one of [token, another, drawn[0] ?? ''])
      expect(
        rows.some(
          ({ row }) =>
            row.includes(one) || row.includes(Buffer.from(one, 'base64url').toString('hex')),
        ),
      ).toBe(false);

    const aged = async (idleMs: number, lifeMs: number): Promise<boolean> => {
      const fresh = await exchange.access.open(customer.user, {
        address: '127.0.0.1',
        device: 'aged',
      });
      const change = {
        last_used_at: new Date(Date.now() - idleMs),
        created_at: new Date(Date.now() - lifeMs),
      };
      await exchange.queries
        .updateTable('sessions')
        .set({ ...change, device: '' })
        .where('user_id', '=', BigInt(customer.user))
        .where('device', '=', 'aged')
        .execute();
      return isOpen(fresh);
    };
    expect([
      await aged(DAY_MS - MINUTE_MS, 8 * DAY_MS),
      await aged(DAY_MS + MINUTE_MS, 8 * DAY_MS),
    ]).toEqual([true, false]);
    expect([
      await aged(0, 30 * DAY_MS - MINUTE_MS),
      await aged(0, 30 * DAY_MS + MINUTE_MS),
    ]).toEqual([true, false]);

    // The same for sessions in the server's cache, for which no change in a table can tell.
    const [idle, busy] = [await customer.newSession(), await customer.newSession()];
    let nowMs = Date.now();
    const remembering = new Access(exchange.queries, () => nowMs);
    const isKnown = async (authorization: string) =>
      (await remembering.find(authorization)) !== undefined;
    expect([await isKnown(idle), await isKnown(busy), await isKnown(another)]).toEqual([
      true,
      true,
      true,
    ]);
    for (let hour = 0; hour < 30 * 24 - 1; hour++) {
      nowMs += HOUR_MS;
      if (!(await isKnown(busy)))
        throw new Error(`a session in use was dead after ${hour + 1} hours`);
      if (hour === 22) expect(await isKnown(another)).toBe(true);
      if (hour === 24) expect(await isKnown(idle)).toBe(false);
    }
    nowMs += 2 * HOUR_MS;
    expect(await isKnown(busy)).toBe(false);
    // Ended by the server that has it in its cache.
    nowMs = Date.now();
    const ended = await customer.newSession();
    const session = await remembering.find(ended);
    if (session === undefined) throw new Error('a new session is none');
    await remembering.end(session);
    expect(await isKnown(ended)).toBe(false);
  });

  it('item 13: a frozen account is out at once, with its sockets and every way in', async () => {
    const customer = await scene().newcomer();
    await customer.fund();
    const device = await customer.addPasskey();
    const second = await customer.newSession();
    const { heard } = await scene().connect({ token: second });
    await expect.poll(() => heard.some(({ event }) => event === 'login')).toBe(true);
    await scene()
      .operator('compliance')
      .ask(officeUserFreeze, { id: customer.user, frozen: '1', reason: 'Stolen phone.' });
    for (const authorization of [customer.token, second])
      expect((await customer.send(userInfo, {}, { authorization })).body.type).toBe('999');
    await expect.poll(() => heard.some(({ event }) => event === 'refused')).toBe(true);
    await scene().exchange.engine.submit({
      kind: 'ledger.deposit',
      user: customer.user,
      wallet: 'spot',
      currency: 3,
      amount: 1n as never,
      reference: 'test',
    });
    expect(
      await customer.refused(userLogin, { user_string: customer.account, password: PASSWORD }),
    ).toBe('account_frozen');
    const { ticket, options } = await customer.ask(passkeyLoginBegin, {});
    expect(
      await customer.refused(passkeyLogin, { ticket, credential: device.get(options, ORIGIN) }),
    ).toBe('account_frozen');
    const late = await scene().connect({ token: second });
    await expect.poll(() => late.heard.some(({ event }) => event === 'refused')).toBe(true);
    expect(
      [...heard, ...late.heard].filter(({ event }) => event.startsWith('update_balance_')),
    ).toEqual([]);
    await scene()
      .operator('compliance')
      .ask(officeUserFreeze, { id: customer.user, frozen: '0', reason: 'Found.' });
    const again = await customer.ask(passkeyLoginBegin, {});
    expect(
      await customer.refused(userLogin, {
        user_string: customer.account,
        password: PASSWORD,
        ticket: again.ticket,
        credential: device.get(again.options, ORIGIN),
      }),
    ).toBe('accepted');
    expect((await customer.send(userInfo, {})).body.type, 'what was ended stays ended').toBe('999');
  });

  it('item 13: of a login and a freeze at once, or a login and a reset, no session is left', async () => {
    const { exchange } = scene();
    const codes = new VerificationCodes(exchange.queries, TEST_SECRETS);
    let address = '';
    for (let round = 0; round < ROUNDS_AT_ONCE; round++) {
      // A new gateway, before the failures of the address slow the logins.
      if (round % 8 === 0) address = await exchange.serveBeside({});
      for (const change of ['freeze', 'reset']) {
        const customer = await scene().newcomer();
        const code = await codes.issue({ receiver: customer.account, purpose: 'forget' });
        const login = customer.send(
          userLogin,
          { user_string: customer.account, password: PASSWORD },
          { address },
        );
        await sleep((round % 10) * 2);
        if (change === 'freeze')
          await scene()
            .operator('compliance')
            .ask(officeUserFreeze, { id: customer.user, frozen: '1', reason: 'Stolen phone.' });
        else
          await customer.ask(userForget, {
            account: customer.account,
            code,
            password: NEWER,
            repassword: NEWER,
          });
        const { body } = await login;
        expect(body.code).not.toBe('login_delayed');
        const isOpen =
          body.type === 'ok' &&
          (await customer.send(userInfo, {}, { authorization: String(body.message) })).body.type ===
            'ok';
        expect(isOpen, `${change}, round ${round}: ${body.code ?? 'accepted'}`).toBe(false);
      }
    }
  });

  it('item 14: a user sees the open sessions and ends one or all others, their sockets too', async () => {
    const customer = await scene().newcomer();
    await customer.fund();
    const others = [
      await customer.newSession(),
      await customer.newSession(),
      await customer.newSession(),
    ];
    const isOpen = async (authorization: string) =>
      (await customer.send(userInfo, {}, { authorization })).body.type === 'ok';
    const { heard } = await scene().connect({ token: others[0] });
    await expect.poll(() => heard.some(({ event }) => event === 'login')).toBe(true);
    const listed = await customer.ask(sessionList, {});
    expect(listed).toHaveLength(4);
    expect(listed.filter((one) => one.is_current)).toHaveLength(1);
    for (const row of listed)
      expect(row).toMatchObject({
        address: '127.0.0.1',
        created_time: expect.stringMatching(/^\d{4}-/) as string,
      });

    const ended = await scene().exchange.access.find(others[0]);
    await customer.ask(sessionEnd, { id: ended?.session ?? '' });
    expect([
      await isOpen(others[0] ?? ''),
      await isOpen(others[1] ?? ''),
      await isOpen(customer.token),
    ]).toEqual([false, true, true]);
    await expect.poll(() => heard.some(({ event }) => event === 'refused')).toBe(true);
    await customer.ask(transactionIn, {
      legal_id: 3,
      currency_id: 1,
      price: '59000',
      num: '0.001',
      mode: '2',
    });
    await customer.ask(sessionsEnd, {});
    expect([
      await isOpen(others[1] ?? ''),
      await isOpen(others[2] ?? ''),
      await isOpen(customer.token),
    ]).toEqual([false, false, true]);
    expect(await customer.ask(sessionList, {})).toHaveLength(1);
    expect(heard.filter(({ event }) => event === ordersEventName(customer.user))).toEqual([]);
    expect(
      (await customer.ask(securityHistory, {})).list.filter(({ kind }) => kind === 'session_ended'),
    ).toHaveLength(2);
  });

  it('item 15: a token that was changed, made up, signed by somebody or outlived is none', async () => {
    const { exchange, alice } = scene();
    const { token } = alice;
    const changed = Array.from(
      token,
      (letter, index) =>
        token.slice(0, index) + (letter === 'A' ? 'B' : 'A') + token.slice(index + 1),
    );
    const claims = {
      sub: String(alice.user),
      user_id: alice.user,
      user: alice.user,
      exp: 4_000_000_000,
    };
    const session = await exchange.access.find(token);
    const { token_hash } = await exchange.queries
      .selectFrom('sessions')
      .select('token_hash')
      .where('id', '=', session?.session ?? '')
      .executeTakeFirstOrThrow();
    const outlived = await exchange.access.open(alice.user, { address: '', device: 'outlived' });
    await exchange.queries
      .updateTable('sessions')
      .set({ created_at: new Date(0) })
      .where('device', '=', 'outlived')
      .execute();
    const made = [
      jwt({ alg: 'none' }, claims, ''),
      jwt({ alg: 'None', typ: 'JWT' }, claims, 'x'),
      ...['', 'secret', 'meridian', token, 'a secret of the tests'].map((key) =>
        jwt({ alg: 'HS256', typ: 'JWT' }, claims, key),
      ),
      jwt({ alg: 'HS256', kid: '../../dev/null' }, claims, ''),
      token_hash.toString('hex'),
      token_hash.toString('base64url'),
      session?.session ?? '',
      `${token}=`,
      ` ${token}x`,
      token.toLowerCase(),
      `${token}.${token}`,
      `bearer ${token}`,
      `Bearer Bearer ${token}`,
      `Basic ${btoa(`${alice.user}:${token}`)}`,
      outlived,
      scene().operator('owner').token,
    ];
    for (const authorization of [...changed, ...made]) {
      const { body } = await alice.send(userInfo, {}, { authorization });
      expect(body.type, authorization).toBe('999');
    }
    const elsewhere = [
      { cookie: `token=${token}; session=${token}` },
      { 'x-access-token': token },
      { token },
    ];
    for (const headers of elsewhere)
      expect(
        (await scene().send(userInfo, {}, { headers: headers as Record<string, string> })).body
          .type,
      ).toBe('999');
    expect(
      (await scene().send(userInfo, { token, authorization: token, access_token: token }, {})).body
        .type,
    ).toBe('999');
    expect((await alice.send(userInfo, {})).body.type).toBe('ok');
  });

  it('item 16: common and breached passwords are refused wherever one is set, 64 characters of any script are taken, and no password is ever cut', async () => {
    const customer = await scene().newcomer();
    for (const [call, fields] of [
      [userRegister, ['password', 're_password']],
      [userForget, ['password', 'repassword']],
      [userSetPassword, ['pwd', 'repwd']],
    ] as const) {
      for (const password of COMMON) {
        const { authorization, input } = await goodCall(scene(), userSetPassword);
        const known =
          call === userSetPassword
            ? input
            : call === userRegister
              ? { type: 'email', user_string: scene().newName(), code: '123456' }
              : { account: customer.account, code: '123456' };
        const code = await scene()
          .nobody()
          .refused(
            call,
            { ...known, ...Object.fromEntries(fields.map((field) => [field, password])) },
            { authorization },
          );
        expect(code, `${call.path} ${password}`).toBe('password_common');
      }
    }
    const { authorization, input } = await goodCall(scene(), userSetPassword);
    const set = (password: string) =>
      scene()
        .nobody()
        .refused(userSetPassword, { ...input, pwd: password, repwd: password }, { authorization });
    const [longest, phrase] = [`Ab3${'é'.repeat(61)}`, 'привет, horse battery 9 🐎'];
    expect([...longest]).toHaveLength(64);
    expect([await set(`${longest}x`), await set('Xk7pq9z')]).toEqual([
      'password_invalid',
      'password_invalid',
    ]);
    expect([await set(phrase), await set(longest)]).toEqual(['accepted', 'accepted']);
    const owner = await exchangeUser(scene(), authorization);
    const logIn = (password: string) =>
      scene().nobody().refused(userLogin, { user_string: owner, password });
    expect([
      await logIn(longest.slice(0, -1)),
      await logIn(`${longest}x`),
      await logIn(longest.normalize('NFD')),
      await logIn(longest),
    ]).toEqual(['login_failed', 'login_failed', 'login_failed', 'accepted']);
    expect(await logIn(`${longest}\u0000`)).not.toBe('accepted');
    const stored = await hashPassword(longest);
    expect([
      await isPasswordRight(stored, longest),
      await isPasswordRight(stored, longest.slice(0, -1)),
    ]).toEqual([true, false]);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('item 17: what changes security or moves money out needs a proof of the last ten minutes', async () => {
    const { exchange } = scene();
    const isGuarded = (call: Call) =>
      call.access === 'private' &&
      call.method === 'POST' &&
      (call.area === 'security' || call === userSetPassword || WAYS_OUT.test(call.path));
    const guarded = exchange.calls.filter((call) => isGuarded(call) && !WITHOUT_STEP_UP.has(call));
    expect(guarded.length).toBeGreaterThan(10);
    for (const call of [withdraw, addAddress, setWhitelist, acceptorDeal, cashSave])
      expect(guarded.includes(call), call.path).toBe(true);
    for (const call of guarded) {
      const { authorization, input } = await goodCall(scene(), call);
      const session = await exchange.access.find(authorization);
      if (session === undefined) throw new Error(`${call.path} has no session`);
      const aged = (ms: number) =>
        exchange.queries
          .updateTable('sessions')
          .set({ stepped_up_at: new Date(Date.now() - ms) })
          .where('user_id', '=', BigInt(session.user))
          .execute();
      await aged(10 * MINUTE_MS + 1);
      // A proof in another session does not count in this one.
      await exchange.access.open(session.user, { address: '', device: '' });
      expect(await scene().nobody().refused(call, input, { authorization }), call.path).toBe(
        'step_up_required',
      );
      await aged(9 * MINUTE_MS);
      expect(await scene().nobody().refused(call, input, { authorization }), call.path).toBe(
        'accepted',
      );
    }
    await checkProofs(await scene().newcomer());
  });

  it("item 17: an operator's stolen session decides nothing, and replaces neither authenticator nor password", async () => {
    const { exchange } = scene();
    const guarded = exchange.calls.filter((call) => isDecision(call) || call.asksCode === true);
    expect(guarded.length).toBeGreaterThan(10);
    for (const call of [
      officeWithdrawalDecide,
      officeOperatorSave,
      officeOwnPassword,
      operatorTotpBegin,
    ])
      expect(guarded.includes(call), call.path).toBe(true);
    const tokens = new Map<Role, string>();
    for (const role of ['owner', 'approver'] as const)
      tokens.set(role, await operatorWithTotp(scene(), role));
    for (const call of guarded) {
      const role =
        ROLES.owner.some((permission) => permission === call.permission) ||
        call.permission === 'any'
          ? 'owner'
          : 'approver';
      const { input } = await goodCall(scene(), call);
      const { body } = await scene()
        .nobody()
        .send(call, input, { authorization: tokens.get(role) ?? '' });
      expect(body, call.path).toMatchObject({ code: 'second_factor_required', field: 'code' });
    }
  });

  it('item 17: a password alone neither opens an account with a passkey, also after a reset, nor counts as a proof in it', async () => {
    const [customer, stranger] = [await scene().newcomer(), await scene().newcomer()];
    const [device, foreign] = [await customer.addPasskey(), await stranger.addPasskey()];
    const [{ id = '' } = {}] = (await customer.ask(securityState, {})).passkeys;
    const address = await scene().exchange.serveBeside({});
    const login = { user_string: customer.account, password: PASSWORD };
    expect(await customer.refused(userLogin, login, { address })).toBe('passkey_required');
    expect(await customer.refused(userLogin, { ...login, totp: '000000' }, { address })).toBe(
      'second_factor_wrong',
    );

    await scene().nobody().ask(smsMail, { user_string: customer.account, type: 'forget' });
    const code = await expect
      .poll(() => scene().codeFor(customer.account))
      .not.toBe('')
      .then(() => scene().codeFor(customer.account));
    await scene()
      .nobody()
      .ask(userForget, { account: customer.account, code, password: NEWER, repassword: NEWER });
    const anew = { ...login, password: NEWER };
    expect(await customer.refused(userLogin, anew, { address })).toBe('passkey_required');

    const proof = async (by: TestAuthenticator) => {
      const { ticket, options } = await customer.ask(passkeyLoginBegin, {});
      return { ticket, credential: by.get(options, ORIGIN) };
    };
    expect(
      await customer.refused(userLogin, { ...anew, ...(await proof(foreign)) }, { address }),
    ).toBe('passkey_invalid');
    const right = await proof(device);
    const token = await customer.ask(userLogin, { ...anew, ...right }, { address });
    expect(await customer.refused(userLogin, { ...anew, ...right }, { address })).toBe(
      'passkey_invalid',
    );
    expect(
      await customer.refused(
        userLogin,
        { ...anew, password: WRONG, ...(await proof(device)) },
        { address },
      ),
    ).toBe('login_failed');
    expect(await customer.ask(securityState, {}, { authorization: token })).toMatchObject({
      stepped_up: true,
      step_up_methods: ['passkey'],
    });

    // A session that may have been opened by a password alone proves nothing.
    const authorization = await customer.newSession();
    expect(await customer.ask(securityState, {}, { authorization })).toMatchObject({
      stepped_up: false,
    });
    for (const [call, input] of [
      [passkeyRemove, { id }],
      [totpBegin, {}],
      [userSetPassword, { pwd: 'Third9012', repwd: 'Third9012' }],
    ] as const) {
      expect(await customer.refused(call, input, { authorization }), call.path).toBe(
        'step_up_required',
      );
    }
    expect(await customer.refused(passkeyRemove, { id }, { authorization: token })).toBe(
      'accepted',
    );
    expect(await customer.refused(userLogin, anew, { address })).toBe('accepted');
  });
}

/** The session of an operator with an authenticator, stolen without the authenticator. */
async function operatorWithTotp(scene: Scene, role: Role): Promise<string> {
  const { account, token } = await invitation(scene, role);
  await scene.nobody().ask(officeJoin, { token, password: OPERATOR_PASSWORD });
  const authorization = await scene
    .nobody()
    .ask(officeLogin, { account, password: OPERATOR_PASSWORD });
  const { secret } = await scene
    .nobody()
    .ask(operatorTotpBegin, { password: OPERATOR_PASSWORD }, { authorization });
  await scene
    .nobody()
    .ask(operatorTotpEnable, { code: await generate({ secret }) }, { authorization });
  return authorization;
}

/**
 * A password does not suffice for a customer with a second factor; guesses at the factor are
 * slowed.
 */
async function checkProofs(customer: Customer): Promise<void> {
  await customer.enableTotp();
  await customer.age();
  expect(await customer.refused(stepUp, { method: 'password', value: PASSWORD })).toBe(
    'step_up_method',
  );
  const guesses = [];
  for (let guess = 0; guess < 6; guess++)
    guesses.push(await customer.refused(stepUp, { method: 'totp', value: '000000' }));
  expect(guesses.slice(0, 5).every((code) => code === 'second_factor_wrong')).toBe(true);
  expect(guesses[5]).toBe('login_delayed');
}

async function exchangeUser({ exchange }: Scene, authorization: string): Promise<string> {
  const session = await exchange.access.find(authorization);
  const { account } = await exchange.queries
    .selectFrom('users')
    .select('account')
    .where('id', '=', BigInt(session?.user ?? 0))
    .executeTakeFirstOrThrow();
  return account;
}

function jwt(header: object, claims: object, key: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${key === '' ? '' : createHmac('sha256', key).update(signed).digest('base64url')}`;
}
