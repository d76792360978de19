import {
  userForget,
  userFreeze,
  userInfo,
  userLogin,
  userLogout,
  userRegister,
  userSetPassword,
} from '@meridian/contract/account/calls';
import type { Call } from '@meridian/contract/schema/call';
import {
  addAddress,
  deleteAddress,
  setWhitelist,
  withdraw,
} from '@meridian/contract/custody/calls';
import { officeAdjustments } from '@meridian/contract/wallet/office';
import { officeApplications } from '@meridian/contract/identity/office';
import { officeAudit, officeAuditVerify, officeLogin } from '@meridian/contract/office/calls';
import { officeUser, officeUserFreeze, officeUsers } from '@meridian/contract/account/office';
import { officeMarginPositions } from '@meridian/contract/margin/office';
import { officeSecondsTickets } from '@meridian/contract/seconds/office';
import { officeDeposits, officeWithdrawals } from '@meridian/contract/custody/office';
import { officeDeals } from '@meridian/contract/acceptor/office';
import { officeJoin, officeOperators } from '@meridian/contract/office/operators';
import { officePayments } from '@meridian/contract/payment/office';
import { officeOrders } from '@meridian/contract/spot/office';
import { accountClose, dataExport } from '@meridian/contract/personal/calls';
import {
  deviceRemember,
  passkeyLogin,
  passkeyLoginBegin,
  passkeyBegin,
  stepUp,
  stepUpBegin,
  totpBegin,
} from '@meridian/contract/security/calls';
import { siteLinks } from '@meridian/contract/site/calls';
import { transactionIn } from '@meridian/contract/spot/calls';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { Queries } from '../../../src/database/database.ts';
import type { Tables } from '../../../src/database/tables.ts';
import { Fault } from '../../../src/fault.ts';
import { AuditLog } from '../../../src/modules/office/audit-log.ts';
import { ADDRESS_RATE, SENSITIVE_RATE, USER_RATE } from '../../../src/gateway/limits.ts';
import { TEST_SECRETS } from '../../test-exchange.ts';
import { plausibleInput } from '../../../src/gateway/hostile-input.ts';
import { goodCall } from './good-calls.ts';
import type { GoodCall } from './recipes.ts';
import { OPERATOR_PASSWORD, PASSWORD, type Answer, type Caller, type Scene } from './scene.ts';

/** A port that no process listens on. */
const NOWHERE = 'postgres://nobody:secret@127.0.0.1:9/meridian';
/** Forms of stacks, statements, paths and versions. */
const INSIDE =
  /\bat [\w.]+ \(|\.[cm]?[jt]s:\d|node_modules|\bSELECT\b|\bINSERT\b|relation "|column "|constraint|ECONN|127\.0\.0\.1|:5432|postgres|kysely|fastify|\/home\/|\/usr\/|\/var\/|\/tmp\/|Error:|undefined|\[object|v\d+\.\d+\.\d+/i;
/** Calls that begin a process and change nothing yet. */
const BEGINNINGS: ReadonlySet<Call> = new Set<Call>([
  deviceRemember,
  totpBegin,
  passkeyBegin,
  stepUpBegin,
  passkeyLoginBegin,
  stepUp,
]);
/** Number of requests. */
const AT_ONCE = 20;
const SECRETS = [PASSWORD, 'Newer4567', '135790', '$argon2'];

/** Items 37 to 39 of the checklist: limits, failures, the log. */
export function checkService(scene: () => Scene): void {
  it('item 37: requests are limited for an address, a user and a route, whatever the caller writes about where it is', async () => {
    const { exchange, alice, bob } = scene();
    const forged = (request: number) => ({
      'x-forwarded-for': `10.0.${request % 250}.1`,
      'x-real-ip': `10.1.${request % 250}.1`,
      forwarded: `for=10.2.${request % 250}.1`,
      'true-client-ip': `10.3.${request % 250}.1`,
    });
    /**
     * Makes requests until one is refused, many at once: on a slow machine the limit must not
     * refill meanwhile. Returns the number of passed ones.
     */
    const until429 = async (
      caller: Caller,
      call: Call,
      {
        atOnce = AT_ONCE,
        ...sending
      }: { address: string; most: number; authorization?: string; atOnce?: number },
    ): Promise<number> => {
      let passed = 0;
      for (let sent = 0; sent < sending.most; sent += atOnce) {
        const batch = Array.from(
          { length: Math.min(atOnce, sending.most - sent) },
          (_none, index) =>
            caller.send(call, plausibleInput(call), { ...sending, headers: forged(sent + index) }),
        );
        const answers = await Promise.all(batch);
        const refused = answers.filter(({ status }) => status === 429);
        passed += answers.length - refused.length;
        for (const { body, headers } of refused) {
          expect(body).toMatchObject({ type: 'error', code: 'too_many_requests' });
          expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        }
        if (refused.length > 0) return passed;
      }
      return passed;
    };
    const perUser = await exchange.serveBeside({ rateLimits: true });
    const authorization = await alice.newSession();
    const ofAlice = await until429(alice, userInfo, {
      address: perUser,
      most: 2 * USER_RATE.burst,
    });
    expect(ofAlice).toBeGreaterThanOrEqual(USER_RATE.burst);
    expect(ofAlice).toBeLessThan(2 * USER_RATE.burst);
    const ofAnotherSession = await until429(alice, userInfo, {
      address: perUser,
      most: USER_RATE.burst,
      authorization,
    });
    expect(
      ofAnotherSession,
      'another session of hers has no requests of its own, but what came back meanwhile',
    ).toBeLessThan(USER_RATE.burst / 2);
    expect((await bob.send(userInfo, {}, { address: perUser })).status).toBe(200);

    const perRoute = await exchange.serveBeside({ rateLimits: true });
    const guesses = await until429(scene().nobody(), userLogin, {
      address: perRoute,
      most: 2 * SENSITIVE_RATE.burst + 20,
      atOnce: 1,
    });
    // The delays of the login itself answer first, with the same status.
    expect(guesses).toBeLessThanOrEqual(SENSITIVE_RATE.burst + 2);
    expect((await scene().nobody().send(siteLinks, {}, { address: perRoute })).status).toBe(200);

    const perAddress = await exchange.serveBeside({ rateLimits: true });
    const all = await until429(scene().nobody(), siteLinks, {
      address: perAddress,
      most: 4 * ADDRESS_RATE.burst,
    });
    expect(all).toBeGreaterThanOrEqual(ADDRESS_RATE.burst);
    expect(all).toBeLessThan(4 * ADDRESS_RATE.burst);
  });

  it('item 38: a failure shows nothing of the inside, and opens nothing', async () => {
    const { exchange, alice } = scene();
    const pool = new pg.Pool({ connectionString: NOWHERE });
    const dead = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) as Queries;
    onTestFinished(() => dead.destroy());
    const address = await exchange.serveBeside({}, dead);
    for (const call of exchange.calls) {
      const authorization =
        call.access === 'operator' ? scene().operator('owner').token : alice.token;
      const answer = await scene().send(call, plausibleInput(call), { address, authorization });
      expectNothingInside(answer, call.path);
      if (call.access !== 'private' && call.access !== 'operator') continue;
      expect([answer.status, answer.body.code], call.path).toEqual([503, 'database_unavailable']);
      expect(answer.headers.get('retry-after'), call.path).toBe('1');
    }
    expect(
      (
        await scene().send(
          userLogin,
          { user_string: 'a@b.example', password: PASSWORD },
          { address },
        )
      ).status,
    ).toBe(503);

    const { submit } = exchange;
    onTestFinished(() => void (exchange.submit = submit));
    const order = { legal_id: 3, currency_id: 1, price: '59000', num: '0.001', mode: '2' } as const;
    exchange.submit = () =>
      Promise.reject(new Fault('engine_stopped', 'the journal /var/lib/meridian is full'));
    const stopped = await alice.send(transactionIn, order);
    expect([stopped.status, stopped.body.code]).toEqual([503, 'engine_stopped']);
    exchange.submit = () => Promise.reject(new Error('SELECT * FROM users at /home/x/secret.ts:1'));
    const bug = await alice.send(transactionIn, order);
    expect(
      [stopped, bug].map(
        (answer) => (expectNothingInside(answer, 'a failed order'), answer.status),
      ),
    ).toEqual([503, 500]);
    exchange.submit = submit;

    const wrong: [string, RequestInit][] = [
      [
        '/api/transaction/in',
        {
          method: 'POST',
          body: '{"a":',
          headers: { 'content-type': 'application/json', authorization: alice.token },
        },
      ],
      [
        '/api/transaction/in',
        {
          method: 'POST',
          body: 'x'.repeat(100_000),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: alice.token,
          },
        },
      ],
      [
        '/api/upload',
        {
          method: 'POST',
          body: 'x',
          headers: { 'content-type': 'multipart/form-data', authorization: alice.token },
        },
      ],
      ['/api/%zz', {}],
      ['/api/nothing', {}],
      ['/office/api/nothing', { method: 'DELETE' }],
      ['/uploads/%00.webp', {}],
    ];
    for (const [path, init] of wrong) {
      const response = await fetch(exchange.address + path, init);
      const text = await response.text();
      expect(response.status, path).toBeGreaterThanOrEqual(400);
      expect(response.status, path).toBeLessThan(500);
      expectNothingInside(
        {
          status: response.status,
          headers: response.headers,
          text,
          body: JSON.parse(text) as Answer['body'],
        },
        path,
      );
    }
  });

  it('item 39: the log has every sign-in, change and decision, no secrets, and nobody rewrites it', async () => {
    const { exchange } = scene();
    const { queries } = exchange;
    const secrets = [...SECRETS];
    const make = (call: Call, { authorization, input, file }: GoodCall) =>
      file === undefined
        ? scene().send(call, input, { authorization })
        : scene().sendFile(call, file, { authorization });
    for (const call of exchange.calls.filter(
      ({ access, method, path }) =>
        method === 'POST' &&
        (access === 'operator' || path === officeLogin.path || path === officeJoin.path),
    )) {
      const good = await goodCall(scene(), call);
      const before = await newest(queries);
      const { body, text } = await make(call, good);
      expect(body.type, `${call.path}: ${text}`).toBe('ok');
      const { rows } = await sql<{
        id: bigint;
        operator_id: bigint;
        action: string;
        address: string;
      }>`SELECT * FROM audit_log WHERE id > ${before} ORDER BY id`.execute(queries);
      expect(rows.length, call.path).toBeGreaterThan(0);
      for (const row of rows)
        expect([row.operator_id > 0n, row.action !== '', row.address], call.path).toEqual([
          true,
          true,
          '127.0.0.1',
        ]);
      secrets.push(
        good.authorization,
        ...['token', 'password', 'old_password'].map((name) => good.input[name] ?? ''),
        ...(typeof body.message === 'string' && call.path === officeLogin.path
          ? [body.message]
          : []),
      );
    }
    const changes: readonly Call[] = [
      userRegister,
      userLogin,
      userLogout,
      userForget,
      userFreeze,
      userSetPassword,
      accountClose,
      dataExport,
      passkeyLogin,
      withdraw,
      addAddress,
      deleteAddress,
      setWhitelist,
      ...exchange.calls.filter(
        ({ area, access, method }) =>
          area === 'security' && access === 'private' && method === 'POST',
      ),
    ];
    for (const call of changes.filter((one) => !BEGINNINGS.has(one))) {
      const good = await goodCall(scene(), call);
      const { rows: before } = await sql<{
        id: bigint;
      }>`SELECT coalesce(max(id), 0) AS id FROM security_events`.execute(queries);
      const { body, text } = await make(call, good);
      expect(body.type, `${call.path}: ${text}`).toBe('ok');
      const { rows } = await sql<{
        address: string;
      }>`SELECT * FROM security_events WHERE id > ${before[0]?.id ?? 0n}`.execute(queries);
      expect(
        rows.map(({ address }) => address),
        call.path,
      ).toEqual(expect.arrayContaining(['127.0.0.1']));
      const { code = '' } = good.input;
      if (code.length >= 6) secrets.push(code);
      secrets.push(good.authorization);
    }
    const failed = await scene().newcomer();
    await failed.refused(userLogin, { user_string: failed.account, password: 'Wrong1234' });
    // The entry is written after the answer.
    await expect
      .poll(
        async () =>
          (
            await sql`SELECT 1 FROM security_events WHERE user_id = ${failed.user} AND kind = 'login_failed'`.execute(
              queries,
            )
          ).rows,
      )
      .toHaveLength(1);

    // Failures, and reads of a customer. On a new server, because a second failure of a kind is
    // only counted.
    const address = await exchange.serveBeside({});
    const [support, unknown] = [scene().operator('support'), scene().newName()];
    const traced = [
      [
        'login_failed',
        () =>
          scene()
            .nobody()
            .refused(officeLogin, { account: unknown, password: 'Wrong1234' }, { address }),
      ],
      [
        'login_failed',
        () =>
          scene()
            .nobody()
            .refused(
              officeLogin,
              { account: 'support@office.example', password: 'Wrong1234' },
              { address },
            ),
      ],
      [
        'invitation_invalid',
        () =>
          scene()
            .nobody()
            .refused(
              officeJoin,
              { token: 'A'.repeat(43), password: OPERATOR_PASSWORD },
              { address },
            ),
      ],
      [
        'permission_denied',
        () =>
          support.refused(
            officeUserFreeze,
            { id: scene().alice.user, frozen: '1', reason: 'x' },
            { address },
          ),
      ],
      ['user.read', () => support.ask(officeUser, { id: failed.user }, { address })],
      ['users.list', () => support.ask(officeUsers, { q: String(failed.user) }, { address })],
      ['deals.list', () => scene().operator('auditor').ask(officeDeals, {}, { address })],
      ['payments.list', () => scene().operator('auditor').ask(officePayments, {}, { address })],
      ['orders.list', () => support.ask(officeOrders, {}, { address })],
      ['adjustments.list', () => support.ask(officeAdjustments, {}, { address })],
      [
        'withdrawals.list',
        () => scene().operator('auditor').ask(officeWithdrawals, {}, { address }),
      ],
      [
        'deposits.list',
        () => scene().operator('auditor').ask(officeDeposits, { status: 'pending' }, { address }),
      ],
      [
        'positions.list',
        () => scene().operator('auditor').ask(officeMarginPositions, {}, { address }),
      ],
      [
        'tickets.list',
        () => scene().operator('auditor').ask(officeSecondsTickets, {}, { address }),
      ],
      [
        'applications.list',
        () => scene().operator('compliance').ask(officeApplications, {}, { address }),
      ],
    ] as const;
    for (const [action, make] of traced) {
      const before = await newest(queries);
      await make();
      const { rows } = await sql<{
        action: string;
        address: string;
      }>`SELECT * FROM audit_log WHERE id > ${before}`.execute(queries);
      expect(rows.map((row) => [row.action, row.address])).toEqual([[action, '127.0.0.1']]);
    }
    secrets.push(unknown);

    const auditor = scene().operator('auditor');
    const listed = (await auditor.ask(officeAudit, {})).list
      .map((row) => JSON.stringify(row))
      .join('\n');
    const { rows: stored } = await sql<{
      text: string;
    }>`SELECT concat(action, ' ', subject, ' ', before, ' ', after) AS text FROM audit_log UNION ALL SELECT e::text FROM security_events e`.execute(
      queries,
    );
    const logged = `${listed}\n${stored.map(({ text }) => text).join('\n')}`;
    for (const secret of new Set(secrets.filter((one) => one.length > 6 || !/^\d+$/.test(one))))
      if (secret !== '') expect(logged.includes(secret), `the log has ${secret}`).toBe(false);

    for (const statement of [
      sql`UPDATE audit_log SET after = 'x' WHERE id = 1`,
      sql`DELETE FROM audit_log WHERE id = 1`,
      sql`TRUNCATE audit_log`,
    ])
      await expect(statement.execute(queries)).rejects.toThrow('append-only');
    for (const call of exchange.calls)
      expect(call.path).not.toMatch(/audit.*(?:delete|remove|save|edit|clear)/);
    const whole = await auditor.ask(officeAuditVerify, {});
    expect(whole).toMatchObject({ broken_at: 0 });
    const owners = (await scene().operator('owner').ask(officeOperators, {})).length;
    expect([whole.entries > 20, owners > 5]).toEqual([true, true]);
    expect(await brokenBy(scene(), sql`UPDATE audit_log SET after = '{}' WHERE id = 5`)).toBe(5);
    expect(await brokenBy(scene(), sql`DELETE FROM audit_log WHERE id = 7`)).toBe(7);
  });
}

function expectNothingInside({ status, headers, text }: Answer, what: string): void {
  const message = (JSON.parse(text) as { message?: unknown }).message;
  if (status !== 200) expect(String(message), what).not.toMatch(INSIDE);
  for (const name of ['server', 'x-powered-by', 'via']) expect(headers.get(name), what).toBeNull();
  if (status !== 200)
    expect(
      Object.keys(JSON.parse(text) as object).filter((key) => key !== 'field'),
      what,
    ).toEqual(['type', 'code', 'message']);
}

async function newest(queries: Queries): Promise<bigint> {
  const { rows } = await sql<{
    id: bigint;
  }>`SELECT coalesce(max(id), 0) AS id FROM audit_log`.execute(queries);
  return rows[0]?.id ?? 0n;
}

/**
 * The result of `verify` after a change by an attacker with the database's password; then undoes
 * the change.
 */
async function brokenBy({ exchange }: Scene, change: ReturnType<typeof sql>): Promise<number> {
  const undone = exchange.queries.transaction().execute(async (transaction) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    await change.execute(transaction);
    const { brokenAt } = await new AuditLog(transaction, TEST_SECRETS).verify();
    throw Object.assign(new Error('undo'), { brokenAt });
  });
  return undone.then(
    () => 0,
    (error: { brokenAt?: number }) => error.brokenAt ?? -1,
  );
}
