import { request } from 'node:http';
import {
  smsMail,
  smsSend,
  userInfo,
  userLogin,
  userLogout,
  userRegister,
} from '@meridian/contract/account/calls';
import { officeLogin, officeLogout } from '@meridian/contract/office/calls';
import { officeJoin, officeMe, officeOperators } from '@meridian/contract/office/operators';
import { accountClose } from '@meridian/contract/personal/calls';
import { PERMISSIONS, ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import type { Call } from '@meridian/contract/schema/call';
import { transactionIn } from '@meridian/contract/spot/calls';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { plausibleInput } from '../../../src/gateway/hostile-input.ts';
import { goodCall } from './good-calls.ts';
import { invitation } from './office-scene.ts';
import { NO_OBJECTS, OBJECTS } from './objects.ts';
import { OPERATOR_PASSWORD, PASSWORD, type Customer, type Scene } from './scene.ts';

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'LOCK',
];
/** Calls whose second answer is that a code was sent just now. */
const SENDING_CODES: ReadonlySet<Call> = new Set<Call>([smsMail, smsSend]);
/** Texts that are the session of nobody; `user` is somebody's number. */
const strangers = (user: number): readonly string[] => [
  '',
  'x',
  'null',
  'undefined',
  'Bearer ',
  `Bearer ${'A'.repeat(43)}`,
  'A'.repeat(43),
  `Basic ${btoa('a:b')}`,
  String(user),
];
/** Field names by which a client might try to name another user. */
const USER_FIELDS = ['user_id', 'userId', 'uid', 'user', 'account_id', 'owner_id', 'users'];
const PRIVILEGES = {
  is_seller: '1',
  seller: '1',
  balance: '1000000',
  change_balance: '1000000',
  status: '2',
  review_status: '2',
  role: 'owner',
  permissions: 'audit.read',
  is_admin: 'true',
  level: '3',
  totp: 'true',
  frozen_at: '',
  'user[role]': 'owner',
  ['__proto__']: 'x',
};

/** Items 1 to 7 of the checklist: access rights. */
export function checkAccessControl(scene: () => Scene): void {
  it('item 01: a private call answers nobody but a session, and an office call nobody but an operator', async () => {
    const { exchange, alice } = scene();
    const tokens = [undefined, ...strangers(alice.user)];
    const guarded = exchange.calls.filter(
      ({ access }) => access === 'private' || access === 'operator',
    );
    expect(guarded.length).toBeGreaterThan(60);
    for (const call of guarded) {
      const input = { ...plausibleInput(call), user_id: String(alice.user) };
      for (const authorization of tokens) {
        const { status, body } = await scene().send(call, input, { authorization });
        const what = `${call.method} ${call.path} with ${authorization}`;
        expect(Object.keys(body), what).toEqual(['type', 'code', 'message']);
        if (call.access === 'private') expect([status, body.type], what).toEqual([200, '999']);
        else expect([status, body.code], what).toEqual([403, 'operator_required']);
      }
    }
  });

  it('item 01: a call that needs no session answers a wrong one, and an operator, as it answers nobody', async () => {
    const { exchange, alice } = scene();
    const tokens = [...strangers(alice.user), scene().operator('owner').token];
    const optional = exchange.calls.filter(({ access }) => access === 'optional');
    expect(optional.length).toBeGreaterThan(15);
    const compared = new Set<Call>();
    for (const call of optional) {
      const { input } = await goodCall(scene(), call);
      const asNobody = () => scene().send(call, input, { authorization: '' });
      for (const authorization of tokens) {
        const before = await asNobody();
        const answer = await scene().send(call, input, { authorization });
        const what = `${call.method} ${call.path} with ${authorization}`;
        expect(answer.text, what).not.toContain(alice.account);
        // A price that moves meanwhile, or a code that may not be sent again, is another answer.
        if (before.text !== (await asNobody()).text) continue;
        expect(answer.text, what).toBe(before.text);
        compared.add(call);
      }
    }
    expect(optional.filter((call) => !compared.has(call) && !SENDING_CODES.has(call))).toEqual([]);
  });

  it("item 02: an object of somebody else answers as one that is not there, and stays its owner's", async () => {
    const { exchange } = scene();
    const fields = await idFields(exchange.address);
    expect(fields.length).toBeGreaterThan(0);
    for (const { path, field } of fields) {
      const recipe = OBJECTS.get(`${path} ${field}`);
      if (recipe === undefined)
        throw new Error(
          `${path} takes ${field}: say in objects.ts how somebody comes to own such a thing, or that it is no object`,
        );
      const call = exchange.calls.find(
        (one) => one.path === path && Object.hasOwn(one.input.properties, field),
      );
      if (call === undefined) throw new Error(`the document has ${path}, the gateway does not`);
      const { owner, other, id, absent, rest } = await recipe(scene());
      const answers = [];
      for (const value of [absent, id]) {
        const { status, body } = await other.send(call, { ...(await rest(other)), [field]: value });
        answers.push({ status, ...body });
      }
      expect(answers[1], `${path} ${field}`).toEqual(answers[0]);
      expect(answers[0], `${path} ${field}`).toMatchObject({ type: 'error' });
      const ownAnswer = await owner.send(call, { ...(await rest(owner)), [field]: id });
      expect(ownAnswer.body, `${path} ${field}, by its owner`).toMatchObject({ type: 'ok' });
    }
  });

  it('item 03: no name of a user in the input reaches another user', async () => {
    const { exchange, alice, bob } = scene();
    await bob.ask(transactionIn, {
      legal_id: 3,
      currency_id: 1,
      price: '59001',
      num: '0.002',
      mode: '2',
    });
    const before = await traceOf(scene(), bob);
    const { account_number, extension_code } = await exchange.queries
      .selectFrom('users')
      .selectAll()
      .where('id', '=', BigInt(bob.user))
      .executeTakeFirstOrThrow();
    for (const call of exchange.calls.filter(
      ({ access, multipart }) =>
        (access === 'private' || access === 'optional') && multipart !== true,
    )) {
      const { input, ...made } = await goodCall(scene(), call);
      const authorization = call.access === 'optional' ? alice.token : made.authorization;
      const names = Object.fromEntries(
        USER_FIELDS.filter(
          (name) => name === 'user_id' || !Object.hasOwn(call.input.properties, name),
        ).map((name) => [name, String(bob.user)]),
      );
      const foreign = await scene().send(
        call,
        { ...input, ...names },
        {
          authorization,
          headers: { 'x-user-id': String(bob.user), cookie: `user_id=${bob.user}` },
        },
      );
      for (const secret of [bob.account, account_number, `"${extension_code}"`])
        expect(foreign.text, call.path).not.toContain(secret);
      if (authorization !== alice.token || call.money === true || SENDING_CODES.has(call)) continue;
      const [plain, again] = [
        await scene().send(call, input, { authorization }),
        await scene().send(call, input, { authorization }),
      ];
      // A random part of an answer (a challenge) cannot be compared.
      if (plain.text === again.text) expect(foreign.body, call.path).toEqual(plain.body);
    }
    expect(await traceOf(scene(), bob)).toEqual(before);
  });

  it("item 04: a customer's token opens nothing of the office, and each role opens what it lists", async () => {
    const { exchange, alice } = scene();
    const officeCalls = exchange.calls.filter(({ access }) => access === 'operator');
    expect(officeCalls.length).toBeGreaterThan(20);
    for (const call of exchange.calls) {
      expect(
        call.access === 'operator' ||
          call.path === officeLogin.path ||
          call.path === officeJoin.path,
        call.path,
      ).toBe(call.path.startsWith('/office/api/'));
      if (call.access === 'operator')
        expect(['any', ...PERMISSIONS], call.path).toContain(call.permission);
    }
    for (const call of officeCalls) {
      const customer = await alice.send(call, plausibleInput(call));
      expect([customer.status, customer.body.code], call.path).toEqual([403, 'operator_required']);
      for (const role of ROLE_NAMES.filter(() => call.path !== officeLogout.path)) {
        const isAllowed =
          call.permission === 'any' ||
          ROLES[role].some((permission) => permission === call.permission);
        // Ids that do not exist: an allowed call finds nothing to change.
        const ofNothing = Object.fromEntries(
          ['id', 'user', 'key', 'c_id', 'currency', 'role'].map((name) => [name, '999999999']),
        );
        const { status, body } = await scene()
          .operator(role)
          .send(call, { ...plausibleInput(call), ...ofNothing });
        if (isAllowed) expect(body.code, `${role} ${call.path}`).not.toBe('permission_denied');
        else
          expect([status, body.code], `${role} ${call.path}`).toEqual([403, 'permission_denied']);
      }
    }
    for (const call of exchange.calls.filter(({ access }) => access === 'private')) {
      const { body } = await scene().operator('owner').send(call, plausibleInput(call));
      expect(body.type, call.path).toBe('999');
    }
  });

  it('item 05: fields that a call does not declare change nothing', async () => {
    const { exchange } = scene();
    for (const call of exchange.calls.filter(
      ({ access, method, multipart }) =>
        access === 'private' && method === 'POST' && multipart !== true,
    )) {
      const { authorization, input } = await goodCall(scene(), call);
      const user = (await exchange.access.find(authorization))?.user ?? 0;
      const before = await standingOf(scene(), user);
      for (const encoding of ['form', 'json'] as const)
        await scene().send(call, { ...PRIVILEGES, ...input }, { authorization, encoding });
      const after = await standingOf(scene(), user);
      // Submitting an identity starts a review, but no customer can approve themselves.
      expect(
        after.review_status === before.review_status || after.review_status === 'underReview',
        call.path,
      ).toBe(true);
      // Closing the account freezes it.
      const frozen_at = call.path === accountClose.path ? after.frozen_at : before.frozen_at;
      expect({ ...after, review_status: 'none', worth: '' }, call.path).toEqual({
        ...before,
        review_status: 'none',
        worth: '',
        frozen_at,
      });
      if (call.money !== true) expect(after.worth, call.path).toBe(before.worth);
    }
    const { input } = await goodCall(scene(), userRegister);
    expect(
      (
        await scene().send(userRegister, {
          ...input,
          ...PRIVILEGES,
          id: '7',
          account_number: '1',
          extension_code: '',
        })
      ).body.type,
    ).toBe('ok');
    const token = await scene()
      .nobody()
      .ask(userLogin, {
        user_string: input['user_string'] ?? '',
        password: input['password'] ?? '',
      });
    const registered = await scene().nobody().ask(userInfo, {}, { authorization: token });
    expect(registered).toMatchObject({
      is_seller: 0,
      seller: [],
      review_status: 0,
      total_assets: '0',
    });
    expect(registered.account_number).not.toBe('1');

    const owner = scene().operator('owner');
    const { account, token: link } = await invitation(scene(), 'support', {
      permissions: PERMISSIONS.join(','),
      password: PASSWORD,
      password_hash: 'x',
      active_since: '1970-01-01',
      totp_secret: 'x',
      is_disabled: '1',
    });
    expect(await scene().nobody().refused(officeLogin, { account, password: PASSWORD })).toBe(
      'login_failed',
    );
    await scene().nobody().ask(officeJoin, { token: link, password: OPERATOR_PASSWORD });
    const operator = await scene()
      .nobody()
      .ask(officeLogin, { account, password: OPERATOR_PASSWORD });
    expect(
      (await scene().nobody().ask(officeMe, {}, { authorization: operator })).permissions,
    ).toEqual([...ROLES.support]);
    expect(
      (await owner.ask(officeOperators, {})).find((row) => row.account === account),
    ).toMatchObject({ is_disabled: false, totp: false });
  });

  it('item 06: only declared methods answer', async () => {
    const { exchange, alice } = scene();
    for (const path of new Set(exchange.calls.map((call) => call.path))) {
      const declared = exchange.calls
        .filter((call) => call.path === path)
        .map(({ method }) => method as string);
      for (const method of METHODS.filter((one) => !declared.includes(one))) {
        const { status, allow } = await requestWith(method, exchange.address + path, alice.token);
        expect([status, allow], `${method} ${path}`).toEqual([405, declared.join(', ')]);
      }
    }
    const overridden = await requestWith('POST', exchange.address + userInfo.path, alice.token, {
      'x-http-method-override': 'GET',
      'x-method-override': 'GET',
    });
    expect(overridden.status).toBe(405);
    expect(
      (
        await alice.send(
          userLogout,
          {},
          { headers: { 'x-http-method-override': 'GET' }, authorization: await alice.newSession() },
        )
      ).body.type,
    ).toBe('ok');
  });

  it("item 07: a socket hears of nobody's account without their token, and answers no foreign page", async () => {
    const { alice, bob, exchange } = scene();
    const [stranger, asBob, asAlice] = [
      await scene().connect(),
      await scene().connect({ token: bob.token }),
      await scene().connect({ token: alice.token }),
    ];
    const wrongToken = await scene().connect({ token: 'A'.repeat(43) });
    const spies = [stranger, wrongToken, asAlice];
    for (const { socket } of spies) {
      socket.emit('login', { user_id: bob.user });
      socket.emit('login', String(bob.user));
      for (const channel of [
        `user:${bob.user}`,
        `user ${bob.user}`,
        `orders_${bob.user}`,
        `update_balance_${bob.user}`,
        `${bob.user}`,
      ]) {
        socket.emit('subscribe', { channel, legal_id: 3, currency_id: 1 });
        socket.emit('subscribe', channel);
        socket.emit('join', channel);
      }
    }
    await expect
      .poll(() => spies.every(({ heard }) => heard.some(({ event }) => event !== 'daymarket')), {
        timeout: 5_000,
      })
      .toBe(true);
    await bob.ask(transactionIn, {
      legal_id: 3,
      currency_id: 1,
      price: '59002',
      num: '0.003',
      mode: '2',
    });
    await alice.ask(transactionIn, {
      legal_id: 3,
      currency_id: 1,
      price: '59003',
      num: '0.003',
      mode: '2',
    });
    const personal = ({ heard }: typeof asBob, user: number) =>
      heard.filter(({ event }) => event === `orders_${user}` || event === `update_balance_${user}`);
    await expect
      .poll(
        () => [personal(asBob, bob.user).length > 0, personal(asAlice, alice.user).length > 0],
        { timeout: 5_000 },
      )
      .toEqual([true, true]);
    for (const spy of spies) {
      expect(personal(spy, bob.user)).toEqual([]);
      expect(
        spy.heard.filter(
          ({ event, payload }) =>
            event !== 'transaction' && JSON.stringify(payload).includes(`"user_id":${bob.user}`),
        ),
      ).toEqual([]);
    }
    for (const origin of [
      'https://evil.example',
      'null',
      `${exchange.address}.evil.example`,
      'http://127.0.0.1:1',
    ]) {
      await expect(
        scene().connect({ token: bob.token, headers: { origin } }),
        origin,
      ).rejects.toThrow();
    }
    await scene().connect({ token: bob.token, headers: { origin: exchange.address } });
  });
}

interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  readonly security: readonly object[];
  readonly parameters: readonly { name: string; in: string; schema: object }[];
  readonly requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, object> } }>;
  };
}

/**
 * Every field of customers' calls in the OpenAPI document that could be the id of an object, where
 * the call takes a session.
 */
async function idFields(address: string): Promise<{ path: string; field: string }[]> {
  const { paths } = (await (await fetch(`${address}/api/openapi.json`)).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ security, parameters, requestBody }) => {
      const takesSession =
        path.startsWith('/api/') && security.some((way) => Object.hasOwn(way, 'session'));
      if (!takesSession) return [];
      const inQuery = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => [name, schema] as const);
      const inBody = Object.entries(
        requestBody?.content['application/json']?.schema.properties ?? {},
      );
      return [...inQuery, ...inBody]
        .filter(
          ([name, schema]) => isIdOfObject(name, schema) && !NO_OBJECTS.has(`${path} ${name}`),
        )
        .map(([field]) => ({ path, field }));
    }),
  );
}

function isIdOfObject(name: string, schema: object): boolean {
  if (NO_OBJECTS.has(name)) return false;
  return (
    /(?:^|_)(?:id|ids|pic|ticket|hash|no|link|file|url)$/.test(name) ||
    (schema as { 'x-wire'?: string })['x-wire'] === 'id'
  );
}

/** All stored rows of a user, except when their sessions were used. */
async function traceOf({ exchange }: Scene, { user }: Customer): Promise<unknown> {
  const { rows: tables } = await sql<{ table_name: string }>`
    SELECT table_name FROM information_schema.columns WHERE column_name = 'user_id' AND table_schema = 'public' AND table_name <> 'sessions' ORDER BY 1`.execute(
    exchange.queries,
  );
  const trace: unknown[] = [];
  for (const { table_name } of tables) {
    const { rows } =
      await sql`SELECT md5(string_agg(t::text, '' ORDER BY t::text)) AS hash FROM ${sql.table(table_name)} t WHERE user_id = ${user}`.execute(
        exchange.queries,
      );
    trace.push([table_name, rows]);
  }
  const { rows: userRows } = await sql`SELECT u::text FROM users u WHERE id = ${user}`.execute(
    exchange.queries,
  );
  const { accounts } = exchange.engine.exchange.snapshot();
  return {
    trace,
    own: userRows,
    sessions: (await exchange.access.list(user)).length,
    accounts: accounts.filter((account) => account.user === user),
    orders: exchange.live.openOrders(user as never),
  };
}

/** Rights and funds that users cannot give themselves. */
async function standingOf(
  { exchange }: Scene,
  user: number,
): Promise<{ review_status: string; frozen_at: Date | null; worth: string }> {
  const row = await exchange.queries
    .selectFrom('users')
    .select([
      'id',
      'kind',
      'referrer_id',
      'account_number',
      'extension_code',
      'review_status',
      'frozen_at',
      'created_at',
    ])
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
  const worth = exchange.live
    .balances(user as never)
    .map(({ wallet, currency, available, held }) => `${wallet} ${currency} ${available + held}`);
  return { ...row, worth: worth.join(', ') };
}

/** Node's own client, since `fetch` refuses some methods. */
function requestWith(
  method: string,
  url: string,
  authorization: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; allow: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { authorization, ...headers } }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, allow: response.headers.allow ?? '' }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
