/** Attacks by strangers without an account: expensive requests, many requests, many connections. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';
import { checkEmail, smsSend, userLogin } from '@meridian/contract/account/calls';
import { demoFaucet } from '@meridian/contract/demo/calls';
import { upload } from '@meridian/contract/identity/calls';
import { transactionIn } from '@meridian/contract/spot/calls';
import { EXPORT_ROWS, statementExport } from '@meridian/contract/wallet/calls';
import sharp from 'sharp';
import type { House } from '../house/house.ts';
import { verdictOf } from '../house/wire.ts';
import { counted, judge, median, parallel, shown, times, type Outcome, type Row } from '../row.ts';

const BODY_BYTES = 65_300;
/**
 * A tenth of the time of these requests before they were parsed in one pass, on a machine with
 * other work.
 */
const DEAR_MS = 1_000;

/**
 * Time of the same number of requests of the same size, hostile and harmless. Both from addresses
 * of their own.
 */
async function dearRequests(house: House): Promise<Outcome> {
  const unended = `{"a":"${'\\"'.repeat((BODY_BYTES - 6) / 2)}`;
  const harmless = `{"a":"${'x'.repeat(BODY_BYTES - 8)}"}`;
  const timed = async (body: string, type: string): Promise<number> => {
    const startedMs = performance.now();
    await Promise.all(
      times(8).map(() =>
        house.customers.json('/api/user/register', body, {
          from: house.newAddress(),
          headers: { 'content-type': type },
        }),
      ),
    );
    return performance.now() - startedMs;
  };
  const quietMs = await timed(harmless, 'application/json');
  const bodiesMs = await timed(unended, 'application/json');
  const headersMs = await timed('{}', `application/json${' '.repeat(14_000)};x`);
  const summary = `8 bodies ${shown(bodiesMs)}, 8 headers ${shown(headersMs)}, 8 harmless ${shown(quietMs)}`;
  return judge(summary, {
    'bodies cost as much as others': bodiesMs < DEAR_MS + 3 * quietMs,
    'headers cost as much as others': headersMs < DEAR_MS + 3 * quietMs,
  });
}

const FLOOD = 700;
/** Limits of one network: requests at once, and in a second. */
const [BURST, PER_SECOND] = [400, 100];

/**
 * A flood of one network at a path that is no call. `isLimited`: no more were answered than the
 * limit lets through; on a slow machine that may be all of it.
 */
async function flood(
  house: House,
  path: string,
): Promise<{ path: string; allowed: number; isLimited: boolean }> {
  const from = house.newAddress();
  const startedMs = performance.now();
  const answers = await parallel(times(FLOOD), 32, () => house.customers.send({ path, from }));
  const allowed = answers.filter(({ status }) => status !== 429).length;
  return {
    path,
    allowed,
    isLimited: allowed <= BURST + PER_SECOND * (1 + (performance.now() - startedMs) / 1000),
  };
}

async function halfRequests(house: House): Promise<Outcome> {
  const from = house.newAddress();
  const sockets: Socket[] = [];
  let refused = 0;
  const startedMs = performance.now();
  for (const _ of times(700)) {
    const socket = connect({ host: '127.0.0.1', port: house.server.port, localAddress: from }, () =>
      socket.write('GET /api/custorm HTTP/1.1\r\nhost: x\r\nx-half:'),
    );
    // Unread data would hide the end of the connection.
    socket
      .on('error', () => undefined)
      .on('close', () => refused++)
      .resume();
    sockets.push(socket);
  }
  await delay(1_500);
  const refusedAtOnce = refused;
  const other = await house.customers.send({ path: '/healthz', from: house.newAddress() });
  // The server waits eight seconds for headers that do not end.
  while (refused < sockets.length && performance.now() - startedMs < 20_000) await delay(100);
  const heldMs = performance.now() - startedMs;
  for (const socket of sockets) socket.destroy();
  const summary = `${sockets.length - refusedAtOnce} of ${sockets.length} connections held, all ended after ${shown(heldMs)}, another address is answered in ${shown(other.ms)}`;
  return judge(summary, {
    'a network holds 500 at most': refusedAtOnce >= 200,
    'half a request ends after seconds': refused === sockets.length,
    'others are served': other.status === 200,
  });
}

async function manyPictures(house: House): Promise<Outcome> {
  const customer = await house.newcomer();
  // 6,300 pixels each way, in 118 KB of one colour: a picture above 25 million pixels is not
  // decoded at all.
  const large = await sharp({
    create: { width: 6_300, height: 6_300, channels: 3, background: '#123456' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const allowed = await sharp({
    create: { width: 4_900, height: 4_900, channels: 3, background: '#123456' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const logins = async (): Promise<number> => {
    const took = [];
    for (const _ of times(5))
      took.push(
        (
          await house.customers.call(
            userLogin,
            { user_string: customer.account, password: customer.password },
            { from: house.newAddress() },
          )
        ).ms,
      );
    return median(took);
  };
  const quietMs = await logins();
  const sent = parallel(times(60), 24, (index) =>
    house.customers.file(upload, index % 2 === 0 ? large : allowed, {
      token: customer.token,
      from: customer.from,
    }),
  );
  const besideMs = await logins();
  const verdicts = (await sent).map(verdictOf);
  const summary = `a login ${shown(quietMs)}, ${shown(besideMs)} beside 60 uploads of one customer: ${counted(verdicts)}`;
  return judge(summary, {
    'fewer than a day holds are taken':
      verdicts.filter((verdict) => verdict === 'accepted').length <= 40,
    'logins take less than a second more': besideMs < quietMs + 1_000,
  });
}

/**
 * A customer with the longest statement that can be exported requests the export in a loop, while
 * another customer trades.
 */
async function longStatements(house: House): Promise<Outcome> {
  const [customer, trader] = [await house.newcomer(), await house.newcomer()];
  await trader.ask(demoFaucet, {});
  await house.server.sql(
    `INSERT INTO statements (user_id, id, wallet, currency, amount, balance_after, reason, subject, reference, order_id, market, time_ms, seq)
     SELECT $1, 7000000000000 + n, 'spot', 3, -100000000, 100000000, 'transfer', 0, 'p2p', NULL, NULL, 1700000000000 + n, 0 FROM generate_series(1, ${EXPORT_ROWS}) AS n`,
    [customer.user],
  );
  const order = async (): Promise<number> =>
    (
      await trader.send(transactionIn, {
        legal_id: 3,
        currency_id: 1,
        price: '60000',
        num: '0.001',
        mode: '2',
      })
    ).ms;
  const quietMs = await order();
  const verdicts: string[] = [];
  const sent = parallel(times(60), 60, async () =>
    verdicts.push(await customer.verdict(statementExport, {})),
  );
  const besideMs = [];
  while (verdicts.length < 60) besideMs.push(await order());
  await sent;
  const summary = `an order ${shown(quietMs)}, at most ${shown(Math.max(...besideMs))} beside 60 exports of ${EXPORT_ROWS} rows: ${counted(verdicts)}`;
  return judge(summary, {
    'few are made': verdicts.filter((verdict) => verdict === 'accepted').length <= 5,
    'an order takes less than half a second more': Math.max(...besideMs) < quietMs + 500,
  });
}

/** Whether a call reveals which accounts exist, and by how much the time of a login does. */
async function whoHasAnAccount(house: House): Promise<Outcome> {
  const known = await house.newcomer();
  const [taken, free] = await Promise.all(
    [known.account, house.newName()].map((email) =>
      house.customers.call(
        checkEmail,
        { email },
        { from: house.newAddress(), headers: { lang: 'en' } },
      ),
    ),
  );
  const guess = async (account: string): Promise<number> =>
    (
      await house.customers.call(
        userLogin,
        { user_string: account, password: 'Wrong12345' },
        { from: house.newAddress() },
      )
    ).ms;
  const [knownMs, unknownMs]: [number[], number[]] = [[], []];
  for (const _ of times(4)) {
    // Five failures of an account are free. Alternating, so that the machine's other work disturbs
    // both alike.
    knownMs.push(await guess(known.account));
    unknownMs.push(await guess(house.newName()));
  }
  const summary = `check_email answers ${taken?.text.slice(0, 60)} to both; a wrong password takes ${shown(median(knownMs))} where there is an account, ${shown(median(unknownMs))} where there is none`;
  return judge(summary, {
    'an address with an account is answered as one without':
      taken?.status === free?.status && taken?.text === free?.text,
  });
}

async function behindOneAddress(house: House): Promise<Outcome> {
  const customer = await house.newcomer();
  const attacker = house.newAddress();
  const guesses = await parallel(times(45), 8, (index) =>
    house.customers.call(
      userLogin,
      { user_string: house.newName(), password: 'Wrong12345' },
      { from: attacker, headers: { 'x-forwarded-for': `203.0.113.${index}` } },
    ),
  );
  const stopped = guesses.filter(({ status }) => status === 429).length;
  const owner = await house.customers.call(
    userLogin,
    { user_string: customer.account, password: customer.password },
    { from: customer.from },
  );
  return judge(
    `${stopped} of 45 guesses of one address refused, also with made-up X-Forwarded-For; the owner: ${verdictOf(owner)}`,
    { 'the attacker is stopped': stopped > 5, 'the owner gets in': owner.status === 200 },
  );
}

async function ipv6(house: House): Promise<Outcome> {
  const guesses = await parallel(times(45), 8, (index) =>
    house.customers.call(
      userLogin,
      { user_string: house.newName(), password: 'Wrong12345' },
      { from: `2001:db8:77:1::${(index + 1).toString(16)}` },
    ),
  );
  const stopped = guesses.filter(({ status }) => status === 429).length;
  return judge(`${stopped} of 45 guesses refused, each from another address of one /64`, {
    'a /64 is one': stopped > 5,
  });
}

/**
 * Texts to one /24 in a day. With only the limit of each address, one address alone could cause
 * 43,200 a day.
 */
const TEXTS_OF_NETWORK = 50;

/** From four addresses of one network, each as many as an address may request at once. */
async function textsToStrangers(house: House): Promise<Outcome> {
  const network = house.newAddress().replace(/\.\d+$/, '');
  const answers = await parallel(times(120), 8, (index) =>
    house.customers.call(
      smsSend,
      { user_string: `79460${String(index).padStart(5, '0')}`, country_code: '44' },
      { from: `${network}.${20 + (index % 4)}` },
    ),
  );
  // A refusal may come with status 200, so its code decides.
  const sent = answers.filter((answer) => verdictOf(answer) === 'accepted').length;
  return judge(
    `${sent} of 120 texts to British numbers left, for four addresses of one network: ${counted(answers.map(verdictOf))}`,
    { 'a network has a number for the day': sent <= TEXTS_OF_NETWORK },
  );
}

export const REQUEST_ROWS: readonly Row[] = [
  {
    id: '1',
    tries: 'stop the server by small bodies and headers that are dear to read',
    against: 'demo',
    run: ({ demo }) => dearRequests(demo),
  },
  {
    id: '1b',
    tries: 'the same through the proxy',
    against: 'production',
    run: ({ production }) => dearRequests(production),
  },
  {
    id: '7',
    tries: 'lock everybody out from one address behind the proxy',
    against: 'production',
    run: ({ production }) => behindOneAddress(production),
  },
  {
    id: '9',
    tries: 'take all connections with half requests',
    against: 'demo',
    run: ({ demo }) => halfRequests(demo),
  },
  {
    id: '13',
    tries: 'find out who has an account',
    against: 'demo',
    run: ({ demo }) => whoHasAnAccount(demo),
  },
  {
    id: '14',
    tries: 'ask for documents, figures and pictures without end',
    against: 'demo',
    async run({ demo }) {
      const doors = ['/api/openapi.json', '/metrics', `/uploads/${crypto.randomUUID()}.webp`];
      const seen = await parallel(doors, 1, (path) => flood(demo, path));
      const summary = seen
        .map(({ path, allowed }) => `${path.slice(0, 17)} ${allowed} of ${FLOOD}`)
        .join(', ');
      return judge(
        summary,
        Object.fromEntries(seen.map(({ path, isLimited }) => [`${path} has a limit`, isLimited])),
      );
    },
  },
  {
    id: '14b',
    tries: 'keep the machine busy with pictures that are dear to decode',
    against: 'demo',
    run: ({ demo }) => manyPictures(demo),
  },
  {
    id: '14c',
    tries: 'stop the server by having a long statement written again and again',
    against: 'demo',
    run: ({ demo }) => longStatements(demo),
  },
  {
    id: '21',
    tries: 'have texts sent to strangers, at the price of nothing',
    against: 'demo',
    run: ({ demo }) => textsToStrangers(demo),
  },
  {
    id: '29',
    tries: 'be a thousand callers with one IPv6 connection',
    against: 'production',
    run: ({ production }) => ipv6(production),
  },
  {
    id: '33',
    tries: 'have the server answer with a script of the caller’s choice (JSONP)',
    against: 'demo',
    async run({ demo }) {
      const [old, present] = await parallel(
        ['EIO=3&transport=polling&j=0', 'EIO=4&transport=polling&j=0'],
        1,
        (query) =>
          demo.customers.send({ path: `/wss/socket.io/?${query}`, from: demo.newAddress() }),
      );
      const isScript = [old, present].some(
        (answer) =>
          answer === undefined ||
          /___eio/.test(answer.text) ||
          /script/.test(String(answer.headers['content-type'])),
      );
      return judge(
        `answers ${old?.status} and ${present?.status}, ${String(present?.headers['content-type'])}`,
        {
          'no script': !isScript,
          'what is answered is nosniff':
            present?.status !== 200 || present.headers['x-content-type-options'] === 'nosniff',
        },
      );
    },
  },
  {
    id: '34',
    tries: 'be led to http by forms and sockets, which have no HSTS',
    against: 'production',
    async run({ production }) {
      const from = production.newAddress();
      const doors = {
        '/wss': '/wss/socket.io/?EIO=4&transport=polling',
        pages: '/',
        calls: '/api/custorm',
      };
      const answers = await Promise.all(
        Object.entries(doors).map(
          async ([name, path]) =>
            [
              `${name} has HSTS`,
              'strict-transport-security' in
                (await production.customers.send({ path, from })).headers,
            ] as const,
        ),
      );
      return judge('pages, calls and sockets say HSTS', Object.fromEntries(answers));
    },
  },
  {
    id: '35',
    tries: 'read from the numbers of requests how much is asked for',
    against: 'demo',
    async run({ demo }) {
      const answers = await Promise.all(
        times(3).map(() =>
          demo.customers.send({ path: '/api/no-such-call', from: demo.newAddress() }),
        ),
      );
      const ids = answers.map(({ headers }) => String(headers['x-request-id']));
      return judge(`for example ${ids[0]}`, {
        'numbers are random': ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4/.test(id)),
      });
    },
  },
];
