import { demoOutbox } from '@meridian/contract/demo/calls';
import {
  officeAdjustmentDecide,
  officeAdjustmentPropose,
  officeAdjustments,
} from '@meridian/contract/wallet/office';
import { officeAudit, officeLogin, officeLogout } from '@meridian/contract/office/calls';
import { officeSettingSave } from '@meridian/contract/site/office';
import { officeUser } from '@meridian/contract/account/office';
import {
  officeJoin,
  officeMe,
  officeOperatorInvite,
  officeOperators,
  officeOperatorSave,
  officeOwnPassword,
  officeOwnSessionEnd,
  operatorTotpBegin,
  operatorTotpEnable,
} from '@meridian/contract/office/operators';
import { ROLE_NAMES, ROLES, type Role } from '@meridian/contract/office/permissions';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../account/accounts.ts';
import type { Refusal } from '../../gateway/refusal.ts';
import { ALICE, ownDelays, TEST_SECRETS, TestExchange } from '../../../test/test-exchange.ts';
import { AuditLog } from './audit-log.ts';
import { makersOf } from '../account/makers.ts';
import { Operators } from './operators.ts';
import { OFFICE_PASSWORD, TestOffice, type OfficeAnswer } from '../../../test/people/operators.ts';

const PASSWORD = 'correct horse, battery';
const HOUR_MS = 3_600_000;
const HERE = '127.0.0.1';

let exchange: TestExchange;
let office: TestOffice<Role | 'second owner'>;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await exchange.reset();
  office = new TestOffice(exchange);
  for (const role of ROLE_NAMES) await office.add(role, role);
  await office.add('second owner', 'owner');
  await exchange.engine.submit({
    kind: 'ledger.deposit',
    user: SYSTEM.house,
    wallet: 'spot',
    currency: 3,
    amount: 10_000_000_000n as Amount,
    reference: 'test',
  });
});
afterAll(() => exchange.close());

/** The token of the newest invitation mailed to an account. */
async function tokenTo(account: string): Promise<string> {
  const [mail] = await exchange.call(demoOutbox, { to: account });
  return /\/office\/#\/join\/([\w-]{43})\s/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function idOf(account: string): Promise<number> {
  return (
    (await office.as('owner', officeOperators, {})).find((row) => row.account === account)?.id ?? 0
  );
}

/** Invites an operator, who joins and logs in. Returns the token of the session. */
async function joined(name: string, role: Role, addresses = ''): Promise<string> {
  const account = `${name}@office.example`;
  await office.as('owner', officeOperatorSave, { account, name, role, addresses });
  await exchange.call(officeJoin, { token: await tokenTo(account), password: PASSWORD });
  return exchange.call(officeLogin, { account, password: PASSWORD });
}

/** The same with an authenticator. Returns also its secret. */
async function withTotp(name: string, role: Role): Promise<{ token: string; secret: string }> {
  const token = await joined(name, role);
  const { secret } = (await office.sendWith(token, operatorTotpBegin, { password: PASSWORD }))
    .message as { secret: string };
  const answer = await office.sendWith(token, operatorTotpEnable, {
    code: await codeOf(secret, -1),
  });
  expect(answer.type).toBe('ok');
  return { token, secret };
}

/** @param steps from now, of 30 seconds */
function codeOf(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: Date.now() / 1000 + steps * 30 });
}

/**
 * A decision, with a session and an optional code, on an adjustment of the owner's or of another
 * operator's.
 */
async function decide(
  id: number,
  authorization: string,
  code?: string,
  address = exchange.address,
): Promise<OfficeAnswer> {
  const headers = { authorization, ...(code === undefined ? {} : { 'x-operator-code': code }) };
  const response = await fetch(address + officeAdjustmentDecide.path, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ id: String(id), approved: '1' }),
  });
  return { status: response.status, ...((await response.json()) as Omit<OfficeAnswer, 'status'>) };
}

async function propose(
  by: Role | 'second owner' | { token: string } = 'second owner',
  user = ALICE,
): Promise<number> {
  const input = { user, wallet: 'spot', currency: 3, amount: '1', reason: 'A refund' } as const;
  const { message } =
    typeof by === 'string'
      ? await office.send(by, officeAdjustmentPropose, input)
      : await office.sendWith(by.token, officeAdjustmentPropose, input);
  return (message as { id: number }).id;
}

/** Entries of an action, newest first. */
async function entriesOf(action: string) {
  return (await office.as('auditor', officeAudit, { q: action })).list;
}

/** Operators with production settings, at a time of the test's choice. */
function strictAt(clock: { nowMs: number }): Operators {
  return new Operators(
    {
      queries: exchange.queries,
      secrets: TEST_SECRETS,
      auditLog: new AuditLog(exchange.queries, TEST_SECRETS),
      delays: ownDelays(exchange.queries, 'operator', () => clock.nowMs),
      needsTotp: true,
      waitMs: 72 * HOUR_MS,
    },
    () => clock.nowMs,
  );
}

describe('an invitation', () => {
  it('operator 07: lets its receiver in with a password of their own, once', async () => {
    await office.as('owner', officeOperatorSave, {
      account: ' Ann@office.example',
      name: 'Ann',
      role: 'support',
    });
    const row = () =>
      office
        .as('owner', officeOperators, {})
        .then((rows) => rows.find(({ account }) => account === 'ann@office.example'));
    expect(await row()).toMatchObject({
      is_invited: true,
      invited_by: 'owner@office.example',
      role: 'support',
    });
    const token = await tokenTo('ann@office.example');
    const { rows } = await sql<{
      row: string;
    }>`SELECT i::text AS row FROM operator_invitations i`.execute(exchange.queries);
    expect([token.length, rows.length > 0, rows.some(({ row }) => row.includes(token))]).toEqual([
      43,
      true,
      false,
    ]);
    const login = { account: 'ann@office.example', password: PASSWORD };
    expect((await office.sendWith('', officeLogin, login)).code).toBe('login_failed');
    expect((await office.sendWith('', officeLogin, { ...login, password: '' })).code).not.toBe(
      'accepted',
    );

    expect((await office.sendWith('', officeJoin, { token, password: 'Short12345' })).code).toBe(
      'password_length',
    );
    expect(
      (await office.sendWith('', officeJoin, { token: 'A'.repeat(43), password: PASSWORD })).code,
    ).toBe('invitation_invalid');
    const joins = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await office.sendWith('', officeJoin, { token, password: PASSWORD })).type,
      ),
    );
    expect(joins.filter((type) => type === 'ok')).toHaveLength(1);
    expect((await office.sendWith('', officeJoin, { token, password: PASSWORD })).code).toBe(
      'invitation_invalid',
    );
    const session = await exchange.call(officeLogin, login);
    expect((await office.sendWith(session, officeMe, {})).message).toMatchObject({
      role: 'support',
      permissions: [...ROLES.support],
      totp: false,
    });
    expect(await row()).toMatchObject({ is_invited: false });
    expect(await entriesOf('operator.join')).toHaveLength(1);
    expect(
      await office.refused('owner', officeOperatorSave, {
        account: 'ann@office.example',
        name: 'A',
        role: 'support',
      }),
    ).toBe('account_taken');
    expect(
      await office.refused('owner', officeOperatorSave, {
        account: 'ann',
        name: 'A',
        role: 'support',
      }),
    ).toBe('email_invalid');
  });

  it('is good for a day', async () => {
    await office.as('owner', officeOperatorSave, {
      account: 'late@office.example',
      name: 'Late',
      role: 'support',
    });
    const token = await tokenTo('late@office.example');
    await exchange.queries
      .updateTable('operator_invitations')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('operator_id', '=', BigInt(await idOf('late@office.example')))
      .execute();
    expect((await office.sendWith('', officeJoin, { token, password: PASSWORD })).code).toBe(
      'invitation_invalid',
    );
  });

  it('operator 10: anew takes password, authenticator, sessions and the link before it away', async () => {
    const { token } = await withTotp('lost', 'finance');
    const id = await idOf('lost@office.example');
    // An active operator stays in office: no invitation can take their place.
    expect(await office.refused('second owner', officeOperatorInvite, { id })).toBe(
      'operator_active',
    );
    expect((await office.sendWith(token, officeMe, {})).message).toMatchObject({ totp: true });
    expect([...(await makersOf(exchange.queries, BigInt(id)))]).toHaveLength(1);
    await office.as('second owner', officeOperatorSave, { id, role: 'finance', disabled: '1' });
    await office.as('second owner', officeOperatorInvite, { id });
    expect((await office.sendWith(token, officeMe, {})).code).toBe('operator_required');
    expect(
      (
        await office.sendWith('', officeLogin, {
          account: 'lost@office.example',
          password: PASSWORD,
        })
      ).code,
    ).toBe('login_failed');
    const first = await tokenTo('lost@office.example');
    await office.as('second owner', officeOperatorInvite, { id });
    expect((await office.sendWith('', officeJoin, { token: first, password: PASSWORD })).code).toBe(
      'invitation_invalid',
    );
    const join = async () =>
      (
        await office.sendWith('', officeJoin, {
          token: await tokenTo('lost@office.example'),
          password: PASSWORD,
        })
      ).code ?? 'accepted';
    expect(await join(), 'still disabled').toBe('invitation_invalid');
    expect(
      (
        await office.send('second owner', officeOperatorSave, {
          id,
          role: 'finance',
          disabled: '0',
        })
      ).message,
    ).toMatchObject({ proposal: expect.any(Number) as number });
    await office.as('second owner', officeOperatorSave, { id, role: 'finance', disabled: '0' });
    expect(await join()).toBe('accepted');
    const again = await exchange.call(officeLogin, {
      account: 'lost@office.example',
      password: PASSWORD,
    });
    expect((await office.sendWith(again, officeMe, {})).message).toMatchObject({ totp: false });
    expect(
      await office.refused('owner', officeOperatorInvite, {
        id: (await office.as('owner', officeMe, {})).id,
      }),
    ).toBe('own_account');
    expect(await office.refused('owner', officeOperatorInvite, { id: 999_999 })).toBe(
      'operator_not_found',
    );
    expect([...(await makersOf(exchange.queries, BigInt(id)))]).toHaveLength(2);
  });

  it('and its entry in the log are there together, or neither is', async () => {
    const before = (await office.as('owner', officeOperators, {})).length;
    const gateway = await exchange.serveBeside({
      operators: Object.assign(strictAt({ nowMs: Date.now() }), {
        refusalOf: async () => undefined,
        audit: async () => Promise.reject(new Error('the log cannot be written')),
      }),
    });
    const response = await fetch(gateway + officeOperatorSave.path, {
      method: 'POST',
      headers: { authorization: office.token('owner') },
      body: new URLSearchParams({
        account: 'ghost@office.example',
        name: 'G',
        role: 'owner',
        reason: 'A test',
      }),
    });
    expect(response.status).toBe(500);
    expect(await office.as('owner', officeOperators, {})).toHaveLength(before);
    expect(await exchange.call(demoOutbox, { to: 'ghost@office.example' })).toEqual([]);
  });
});

describe('who has just joined', () => {
  it('operator 08: decides nothing for the time that production asks for, nor after a new role', async () => {
    const clock = { nowMs: Date.now() };
    const strict = strictAt(clock);
    const { token } = await withTotp('fresh', 'approver');
    const session = await strict.find(token, HERE);
    if (session === undefined) throw new Error('there is no session');
    const refused = async (): Promise<string> =>
      (await strict.refusalOf(session, officeAdjustmentDecide, HERE))?.code ?? 'allowed';
    expect((await strict.refusalOf(session, officeAdjustmentDecide, HERE))?.params).toMatchObject({
      hours: expect.toSatisfy((hours: number) => hours >= 71 && hours <= 72) as unknown,
    });
    expect(await strict.refusalOf(session, officeAdjustments, HERE)).toBeUndefined();
    clock.nowMs += 72 * HOUR_MS - 60_000;
    expect(await refused()).toBe('operator_waits');
    clock.nowMs += 120_000;
    expect(await refused()).toBe('allowed');

    const gateway = await exchange.serveBeside({ operators: strictAt({ nowMs: Date.now() }) });
    const answer = await decide(await propose(), token, undefined, gateway);
    expect([answer.status, answer.code, answer.message]).toEqual([
      403,
      'operator_waits',
      expect.stringMatching(/7[12] hours/),
    ]);

    const id = await idOf('fresh@office.example');
    const since = async () => (await strict.byId(id)).active_since?.getTime() ?? 0;
    const [before] = [
      await since(),
      await office.as('owner', officeOperatorSave, { id, role: 'approver', name: 'Same role' }),
    ];
    expect(await since()).toBe(before);
    await office.as('owner', officeOperatorSave, { id, role: 'compliance' });
    const changed = await since();
    expect(changed).toBeGreaterThan(before);
    await office.as('owner', officeOperatorSave, { id, role: 'compliance', disabled: '1' });
    expect(await since()).toBe(changed);
    await office.as('owner', officeOperatorSave, { id, role: 'compliance', disabled: '0' });
    expect(await since()).toBeGreaterThan(changed);
  });

  it('operator 09: never decides what who let them in has proposed, nor the other way round, nor what concerns those as customers', async () => {
    const puppet = await joined('puppet', 'owner');
    expect(
      (await decide(await propose('owner'), await joined('approving-puppet', 'approver'))).code,
    ).toBe('own_account');
    await exchange.queries
      .updateTable('operators')
      .set({ role: 'approver' })
      .where('account', '=', 'owner@office.example')
      .execute();
    expect((await decide(await propose({ token: puppet }), office.token('owner'))).code).toBe(
      'own_account',
    );
    await exchange.queries
      .updateTable('operators')
      .set({ role: 'owner' })
      .where('account', '=', 'owner@office.example')
      .execute();
    // An operator invited by an invited one is not independent either.
    await office.settled(
      await office.sendWith(puppet, officeOperatorSave, {
        account: 'puppet2@office.example',
        name: 'P',
        role: 'approver',
      }),
    );
    await exchange.call(officeJoin, {
      token: await tokenTo('puppet2@office.example'),
      password: PASSWORD,
    });
    const second = await exchange.call(officeLogin, {
      account: 'puppet2@office.example',
      password: PASSWORD,
    });
    expect((await decide(await propose('owner'), second)).code).toBe('own_account');
    const customer = await createAccount(exchange.queries, {
      name: { kind: 'email', account: 'owner@office.example', countryCode: '' },
      language: 'en',
      passwordHash: '',
      referrer: null,
    });
    expect((await decide(await propose('second owner', customer), second)).code).toBe(
      'own_account',
    );
    expect((await decide(await propose('second owner'), second)).type).toBe('ok');
  });
});

describe('a decision', () => {
  it('operator 11: takes a code of the own authenticator, each once, and guessing is slowed', async () => {
    const { token, secret } = await withTotp('coded', 'approver');
    const id = await propose();
    expect(await decide(id, token)).toMatchObject({
      code: 'second_factor_required',
      field: 'code',
    });
    expect((await decide(id, token, '')).code).toBe('second_factor_required');
    expect((await decide(id, token, '000000')).code).toBe('second_factor_wrong');
    expect(
      (await decide(id, token, await codeOf(secret, -1))).code,
      'used when it was set up',
    ).toBe('second_factor_wrong');
    const code = await codeOf(secret);
    const many = await Promise.all(
      [await propose(), await propose(), await propose()].map((one) => decide(one, token, code)),
    );
    expect(many.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect((await entriesOf('code_wrong')).length).toBeGreaterThan(0);
    const guesses = [];
    const operators = strictAt({ nowMs: Date.now() });
    const session = await operators.find(token, HERE);
    if (session === undefined) throw new Error('there is no session');
    for (let guess = 0; guess < 6; guess++)
      guesses.push(
        await operators
          .confirm(session, officeAdjustmentDecide, '000000', '203.0.113.8')
          .catch(({ code: refused }: Refusal) => refused),
      );
    expect(guesses).toEqual([
      ...Array.from({ length: 5 }, () => 'second_factor_wrong'),
      'login_delayed',
    ]);
    // Calls that decide nothing still work.
    expect((await office.sendWith(token, officeAdjustments, {})).type).toBe('ok');
  });

  it('costs no code where the form was wrong', async () => {
    const { token, secret } = await withTotp('careless', 'approver');
    const code = await codeOf(secret);
    const headers = { authorization: token, 'x-operator-code': code };
    const response = await fetch(exchange.address + officeAdjustmentDecide.path, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ id: 'x', approved: '7' }),
    });
    expect(((await response.json()) as OfficeAnswer).type).toBe('error');
    expect((await decide(await propose(), token, code)).type).toBe('ok');
  });
});

describe('a stolen session', () => {
  it('operator 12: replaces neither authenticator nor password', async () => {
    const { token, secret } = await withTotp('robbed', 'finance');
    const begin = async (password: string, code?: string): Promise<OfficeAnswer> => {
      const headers = {
        authorization: token,
        ...(code === undefined ? {} : { 'x-operator-code': code }),
      };
      return (await (
        await fetch(exchange.address + operatorTotpBegin.path, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ password }),
        })
      ).json()) as OfficeAnswer;
    };
    expect((await begin(PASSWORD)).code).toBe('second_factor_required');
    expect((await begin('wrong password', await codeOf(secret))).code).toBe('password_wrong');
    expect(
      (await office.sendWith(token, operatorTotpEnable, { code: await codeOf(secret) })).code,
    ).toBe('second_factor_wrong');
    expect(
      (
        await office.sendWith(token, officeOwnPassword, {
          old_password: PASSWORD,
          password: 'another horse, battery',
        })
      ).code,
    ).toBe('second_factor_required');
    expect((await begin(PASSWORD, await codeOf(secret, 1))).type).toBe('ok');
  });

  it('without an authenticator needs the password to add one', async () => {
    const token = await joined('plain', 'support');
    expect(
      (await office.sendWith(token, operatorTotpBegin, { password: 'wrong password' })).code,
    ).toBe('password_wrong');
    const guesses = [];
    const [operators, id] = [strictAt({ nowMs: Date.now() }), await idOf('plain@office.example')];
    for (let guess = 0; guess < 6; guess++)
      guesses.push(
        await operators
          .checkPassword(id, {
            password: `wrong ${guess}`,
            field: 'password',
            address: '203.0.113.8',
          })
          .catch(({ code }: Refusal) => code),
      );
    expect(guesses).toEqual([
      ...Array.from({ length: 5 }, () => 'password_wrong'),
      'login_delayed',
    ]);
    expect(await entriesOf('password_wrong')).not.toHaveLength(0);
  });
});

describe('the own account', () => {
  it('has a password that its owner changes, which ends the other sessions', async () => {
    const token = await joined('own', 'support');
    const other = await exchange.call(officeLogin, {
      account: 'own@office.example',
      password: PASSWORD,
    });
    const change = (old_password: string, password: string) =>
      office.sendWith(token, officeOwnPassword, { old_password, password });
    expect((await change('wrong password', 'another horse, battery')).code).toBe('password_wrong');
    expect((await change(PASSWORD, 'elevenchars')).code).toBe('password_length');
    expect((await change(PASSWORD, 'x'.repeat(129))).type).toBe('error');
    expect((await change(PASSWORD, 'x'.repeat(128))).type).toBe('ok');
    expect((await office.sendWith(token, officeMe, {})).type).toBe('ok');
    expect((await office.sendWith(other, officeMe, {})).code).toBe('operator_required');
    expect(
      (
        await office.sendWith('', officeLogin, {
          account: 'own@office.example',
          password: PASSWORD,
        })
      ).code,
    ).toBe('login_failed');
    expect(await entriesOf('operator.password')).toHaveLength(1);
  });

  it('shows its sessions and ends them, never those of others', async () => {
    const token = await joined('seen', 'support');
    const other = await exchange.call(officeLogin, {
      account: 'seen@office.example',
      password: PASSWORD,
    });
    const { sessions } = (await office.sendWith(token, officeMe, {})).message as {
      sessions: { id: string; is_current: boolean }[];
    };
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true]);
    const id = sessions[0]?.id ?? '';
    expect(await office.refused('support', officeOwnSessionEnd, { id })).toBe('session_not_found');
    expect((await office.sendWith(token, officeOwnSessionEnd, { id })).type).toBe('ok');
    expect((await office.sendWith(other, officeMe, {})).code).toBe('operator_required');
    expect((await office.sendWith(token, officeOwnSessionEnd, { id })).code).toBe(
      'session_not_found',
    );
  });

  it('cannot be changed by itself', async () => {
    const { id } = await office.as('owner', officeMe, {});
    expect(
      await office.refused('owner', officeOperatorSave, { id, role: 'owner', disabled: '0' }),
    ).toBe('own_account');
  });
});

describe('sessions', () => {
  it('operator 13: end when their operator logs out or is disabled, after half an hour without use, and after eight hours in any case', async () => {
    const out = await joined('out', 'support');
    await office.sendWith(out, officeLogout, {});
    expect(await office.sendWith(out, officeMe, {})).toMatchObject({ code: 'operator_required' });
    const disabled = await joined('disabled', 'support');
    await office.as('owner', officeOperatorSave, {
      id: await idOf('disabled@office.example'),
      role: 'support',
      disabled: '1',
    });
    expect(await office.sendWith(disabled, officeMe, {})).toMatchObject({
      code: 'operator_required',
    });
    expect(
      (
        await office.sendWith('', officeLogin, {
          account: 'disabled@office.example',
          password: PASSWORD,
        })
      ).code,
    ).toBe('login_failed');

    const clock = { nowMs: Date.now() };
    const operators = strictAt(clock);
    const logIn = () =>
      operators.logIn(
        { account: 'auditor@office.example', password: OFFICE_PASSWORD, totp: undefined },
        { address: HERE, device: '' },
      );
    const idle = await logIn();
    clock.nowMs += 29 * 60_000;
    expect(await operators.find(idle, HERE)).toBeDefined();
    clock.nowMs += 31 * 60_000;
    expect(await operators.find(idle, HERE)).toBeUndefined();
    const busy = await logIn();
    for (let half = 0; half < 23; half++) {
      clock.nowMs += 20 * 60_000;
      expect(await operators.find(busy, HERE)).toBeDefined();
    }
    clock.nowMs += 20 * 60_000;
    expect(await operators.find(busy, HERE)).toBeUndefined();
  });

  it('of who has a list of addresses begin there, and end anywhere else', async () => {
    const clock = { nowMs: Date.now() };
    const operators = strictAt(clock);
    expect(
      await office.refused('owner', officeOperatorSave, {
        account: 'bound@office.example',
        name: 'B',
        role: 'support',
        addresses: '10.0.0.0/99',
      }),
    ).toBe('addresses_invalid');
    await joined('bound', 'support', '127.0.0.1, 10.0.0.0/8,2001:db8::/32');
    const logIn = (address: string) =>
      operators.logIn(
        { account: 'bound@office.example', password: PASSWORD, totp: undefined },
        { address, device: '' },
      );
    await expect(logIn('203.0.113.7')).rejects.toMatchObject({ code: 'login_failed' });
    const token = await logIn('10.0.0.1');
    expect(await operators.find(token, '10.0.0.1')).toBeDefined();
    expect(await operators.find(token, '10.0.0.2')).toBeUndefined();
    expect(await operators.find(token, '10.0.0.1'), 'it has ended').toBeUndefined();
    const sixth = await logIn('2001:db8::1');
    expect(await operators.find(sixth, '2001:db8::ffff')).toBeDefined();
    expect(await operators.find(sixth, '2001:db8:0:1::1')).toBeUndefined();
    expect((await entriesOf('session_moved')).map(({ address }) => address)).toEqual([
      '2001:db8:0:1::1',
      '10.0.0.2',
    ]);
    const free = await operators.logIn(
      { account: 'auditor@office.example', password: OFFICE_PASSWORD, totp: undefined },
      { address: '10.0.0.1', device: '' },
    );
    expect(await operators.find(free, '203.0.113.7')).toBeDefined();
  });
});

describe('the log', () => {
  it('has what failed, without the name that nobody has, and is not filled by it', async () => {
    const secret = 'typed-into-the-wrong-field';
    const before = await entriesOf('login_failed');
    const operators = strictAt({ nowMs: Date.now() });
    const logIn = (account: string) =>
      operators
        .logIn(
          { account, password: 'Wrong1234', totp: undefined },
          { address: '203.0.113.7', device: '' },
        )
        .catch(({ code }: Refusal) => code);
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt++) answers.push(await logIn(secret));
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'login_failed'), 'login_delayed']);
    const id = await idOf('content@office.example');
    for (let attempt = 0; attempt < 3; attempt++) await logIn('content@office.example');
    const after = await entriesOf('login_failed');
    expect(after.filter(({ subject }) => subject === `operator ${id}`)).toHaveLength(1);
    expect(after.length - before.length).toBe(2);
    expect(after.slice(0, 2)).toMatchObject([
      { operator: '', subject: `operator ${id}`, address: '203.0.113.7' },
      { operator: '', subject: 'no operator' },
    ]);
    expect(JSON.stringify(after)).not.toContain(secret);
    for (let attempt = 0; attempt < 3; attempt++)
      expect(
        await office.refused('support', officeSettingSave, {
          key: 'app_url',
          value: 'https://x.example',
        }),
      ).toBe('permission_denied');
    expect(await entriesOf('permission_denied')).toMatchObject([
      { operator: 'support@office.example', subject: `call ${officeSettingSave.path}` },
    ]);
  });

  it('operator 15: has who looked at which customer, once an hour', async () => {
    for (let reading = 0; reading < 3; reading++)
      await office.as('support', officeUser, { id: ALICE });
    await office.as('compliance', officeUser, { id: ALICE });
    const readings = (await entriesOf('user.read')).map(({ operator, subject }) => [
      operator,
      subject,
    ]);
    expect(readings).toEqual([
      ['compliance@office.example', `user ${ALICE}`],
      ['support@office.example', `user ${ALICE}`],
    ]);
  });
});
