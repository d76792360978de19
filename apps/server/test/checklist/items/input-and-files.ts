import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@meridian/contract/schema/call';
import { cashInfo, cashSave, realName, upload } from '@meridian/contract/identity/calls';
import { newsDetail } from '@meridian/contract/news/calls';
import {
  officeApplication,
  officeApplications,
  officeReview,
} from '@meridian/contract/identity/office';
import { officeArticle, officeArticleSave } from '@meridian/contract/news/office';
import { officeAudit } from '@meridian/contract/office/calls';
import { officeUser, officeUserFreeze } from '@meridian/contract/account/office';
import { passkeyAdd, passkeyBegin, securityState } from '@meridian/contract/security/calls';
import { userInfo } from '@meridian/contract/account/calls';
import {
  appealOpen,
  appealState,
  evidenceUpload,
  ownAppeals,
} from '@meridian/contract/p2p/appeal-calls';
import {
  adList,
  adSend,
  dealDetail,
  dealPay,
  dealTake,
  ownAds,
} from '@meridian/contract/p2p/calls';
import { chat, chatSend } from '@meridian/contract/p2p/chat-calls';
import { officeP2pAds, officeP2pDeals } from '@meridian/contract/p2p/office';
import { officeP2pAppeal } from '@meridian/contract/p2p/office-appeals';
import { p2pTrader } from '@meridian/contract/p2p/trader-calls';
import { transactionIn } from '@meridian/contract/spot/calls';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { plausibleInput } from '../../../src/gateway/hostile-input.ts';
import { TestAuthenticator } from '../../people/authenticator.ts';
import { goodCall } from './good-calls.ts';
import { application, identityInput } from './identity-scene.ts';
import { asP2pTrader } from './p2p-scene.ts';
import { ORIGIN, type Answer, type Scene } from './scene.ts';

/**
 * Each would show if any part executed it: by a pause of five seconds, a product, a header or a
 * word of the database.
 */
const INJECTIONS = [
  "'; SELECT pg_sleep(5)--",
  "' OR (SELECT 1 FROM pg_sleep(5)) IS NOT NULL OR ''='",
  '1 AND 1=(SELECT 1 FROM pg_sleep(5))',
  "'||(SELECT version())||'",
  '$(sleep 5)',
  '`sleep 5`',
  '| sleep 5',
  '{{1337*1337}}',
  '${1337*1337}',
  '<%= 1337*1337 %>',
  '#{1337*1337}',
  'x\r\nX-Injected: 1',
  'x%0d%0aX-Injected: 1',
  'x\nBcc: victim@example.com',
  '../../../../etc/passwd',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  '{"$gt":""}',
  '*)(uid=*',
];
const EVALUATED = /1787569|PostgreSQL \d|root:x:0|syntax error/;
const SLOWEST_MS = 4_000;
const SCRIPT = `"'><img src=x onerror=alert(1)><script>alert(1)</script>`;
const FOREIGN = 'https://evil.example';
const SOURCES = join(import.meta.dirname, '../../../../..');

/**
 * Items 30 to 36 of the checklist: input, output, files. Item 33 is tested beside the pictures, 35
 * beside csvText.
 */
export function checkInputAndFiles(scene: () => Scene): void {
  it('item 30: what looks like SQL, a command, a template or a header in any field is text', async () => {
    const { exchange } = scene();
    const usersBefore = await countUsers(scene());
    // Refusals here count as failed attempts, which must not slow the other checks.
    const address = await exchange.serveBeside({});
    for (const call of exchange.calls.filter(({ multipart }) => multipart !== true)) {
      let good = await goodCall(scene(), call);
      for (const field of textFields(call)) {
        const { authorization, input } = good;
        const headers = {
          'accept-language': "' OR 1=1--",
          'user-agent': INJECTIONS[0] ?? '',
          lang: '${1337*1337}',
        };
        const answers = await Promise.all(
          INJECTIONS.map(async (injection) => {
            const startedAt = performance.now();
            const answer = await scene().send(
              call,
              { ...input, [field]: injection },
              { authorization, headers, address },
            );
            const shown = `${call.path} ${field}=${injection}: ${answer.status} ${answer.text.slice(0, 200)}`;
            expect(performance.now() - startedAt, shown).toBeLessThan(SLOWEST_MS);
            expectPlain(answer, shown);
            expect(answer.text.replaceAll(injection, ''), shown).not.toMatch(EVALUATED);
            const isDone = answer.status === 200 && answer.body.code === undefined;
            if (!isDone)
              expect(answer.text, shown).not.toContain(JSON.stringify(injection).slice(1, -1));
            return isDone;
          }),
        );
        if (answers.includes(true)) good = await goodCall(scene(), call);
      }
    }
    for (const path of [
      "/api/upload/' OR 1=1--",
      '/uploads/..%2f..%2fetc%2fpasswd.webp',
      "/uploads/'; SELECT pg_sleep(5)--.webp",
      '/api/upload/x?expires[]=1&signature=1',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const response = await fetch(exchange.address + path);
      expect([response.status, EVALUATED.test(await response.text())], path).toEqual([404, false]);
    }
    expect(await countUsers(scene())).toBeGreaterThanOrEqual(usersBefore);
  });

  it('item 31: a script that somebody stores runs nowhere', async () => {
    const customer = await scene().newcomer();
    const owner = scene().operator('owner');
    await customer.ask(cashSave, {
      real_name: SCRIPT,
      bank_name: SCRIPT,
      alipay_account: SCRIPT,
      wechat_nickname: SCRIPT,
      wechat_account: SCRIPT,
    });
    const { ticket, options } = await customer.ask(passkeyBegin, {});
    await customer.ask(passkeyAdd, {
      ticket,
      credential: new TestAuthenticator().create(options, ORIGIN),
      name: SCRIPT.slice(0, 40),
    });
    expect(
      await customer.refused(realName, { ...(await identityInput(customer)), name: SCRIPT }),
    ).toBe('name_invalid');
    const named = await scene().sendFile(upload, await scene().picture(), {
      authorization: customer.token,
      name: `${SCRIPT}.jpg`,
    });
    expect(named.body.message).toMatch(
      /^\/api\/upload\/[0-9a-f-]{36}\?expires=\d+&signature=[A-Za-z0-9_-]{43}$/,
    );
    await owner.ask(officeUserFreeze, {
      id: (await scene().newcomer()).user,
      frozen: '1',
      reason: SCRIPT,
    });
    const { id } = await owner.ask(officeArticleSave, {
      c_id: 3,
      language: 'en',
      title: SCRIPT,
      abstract: SCRIPT,
      content: `<p onclick="a()">Text</p><a href="java\tscript:alert(1)">x</a><svg onload=alert(1)></svg><iframe src="//evil.example"></iframe><style>*{}</style>${SCRIPT}`,
      thumbnail: 'javascript:alert(1)',
    });

    const article = await owner.ask(officeArticle, { id });
    const shown = await scene().nobody().ask(newsDetail, { id });
    for (const html of [shown.content, ...article.translations.map(({ content }) => content)])
      expect(html).not.toMatch(/<script|<svg|<iframe|<style|\son\w+=|script:/i);
    expect(shown.thumbnail).toBe('');
    const reads = [
      customer.send(cashInfo, {}),
      customer.send(securityState, {}),
      owner.send(officeUser, { id: customer.user }),
      owner.send(officeAudit, {}),
      owner.send(officeApplications, {}),
      owner.send(officeArticle, { id }),
      scene().nobody().send(newsDetail, { id }),
    ];
    for (const answer of await Promise.all(reads)) expectPlain(answer, answer.text.slice(0, 200));
    // Screens render text as text: none makes HTML or code from a string.
    const html =
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|\bsrcDoc\b/;
    const makers = screens()
      .filter(({ text }) => html.test(text))
      .map(({ name }) => name);
    expect(makers).toEqual([]);
  });

  it('item 31: a script in an ad, a reply, a chat, an appeal or the name of its file is text', async () => {
    const seller = await asP2pTrader(await scene().newcomer());
    const buyer = await asP2pTrader(await scene().newcomer());
    // The lowest price is first in the list.
    const sale = { type: 'sell', currency_id: 3, price: '6.9', way: 'bank' } as const;
    const texts = { remark: SCRIPT, auto_reply: SCRIPT };
    await seller.ask(adSend, { ...sale, ...texts, total_number: '100' });
    const [ad] = (await seller.ask(ownAds, {})).data;
    const { id } = await buyer.ask(dealTake, { id: ad?.id ?? 0, number: '50' });
    for (const person of [seller, buyer])
      await person.ask(chatSend, { id, client_id: SCRIPT.slice(0, 64), text: SCRIPT });
    await buyer.ask(dealPay, { id });
    const named = (file: Buffer, name: string) =>
      scene().sendFile(evidenceUpload, file, { authorization: seller.token, name });
    const uploaded = await named(await scene().picture(), `${SCRIPT}.jpg`);
    const link = String((uploaded.body.message as { link?: string }).link);
    expect(link).toMatch(
      /^\/api\/c2c\/evidence\/[0-9a-f-]{36}\?expires=\d+&signature=[A-Za-z0-9_-]{43}$/,
    );
    for (const [file, name] of [
      [SCRIPT, 'receipt.jpg'],
      [`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, 'receipt.svg'],
      [`<html>${SCRIPT}</html>`, 'receipt.pdf'],
    ] as const)
      expect((await named(Buffer.from(file), name)).body.type, name).toBe('error');
    const said = { reason: 'other', statement: SCRIPT, file_1: link } as const;
    const appeal = await seller.ask(appealOpen, { id, ...said });
    await buyer.ask(appealState, { id: appeal.id, statement: SCRIPT });

    const approver = scene().operator('approver');
    const owner = scene().operator('owner');
    const reads = [
      [scene().nobody().send(adList, { type: 'sell' }), 1],
      [seller.send(ownAds, {}), 2],
      [seller.send(dealDetail, { id }), 0],
      [buyer.send(chat, { id }), 2],
      [buyer.send(ownAppeals, {}), 2],
      [buyer.send(p2pTrader, { id: seller.user }), 0],
      [owner.send(officeP2pAds, {}), 2],
      [owner.send(officeP2pDeals, {}), 0],
      [approver.send(officeP2pAppeal, { id: appeal.id }), 4],
    ] as const;
    const whole = JSON.stringify(SCRIPT).slice(1, -1);
    for (const [reading, least] of reads) {
      const answer = await reading;
      expectPlain(answer, answer.text.slice(0, 200));
      // It is stored as it was written, as one string of JSON: nothing was cut out or made of it.
      expect(answer.text.split(whole).length - 1, answer.text).toBeGreaterThanOrEqual(least);
    }
    const opened = await fetch(scene().exchange.address + link, {
      headers: { authorization: seller.token },
    });
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff');
    expect(opened.headers.get('content-disposition') ?? '').not.toContain('<');
  });

  it('item 32: headers forbid foreign scripts, frames, guesses and referrers, and no foreign page reads an answer', async () => {
    const root = mkdtempSync(join(tmpdir(), 'meridian-pages-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    writeFileSync(join(root, 'index.html'), '<!doctype html><title>page</title>');
    const address = await scene().exchange.serveBeside({
      production: true,
      webRoot: root,
      officeRoot: root,
    });
    for (const path of [
      '/',
      '/dealCenter',
      '/office/',
      '/office/users',
      '/api/docs/',
      '/api/openapi.json',
      '/healthz',
      '/nothing.js',
      '/api/nothing',
    ]) {
      const { headers } = await fetch(address + path, { headers: { origin: FOREIGN } });
      expectHeaders(headers, path);
      const policy = headers.get('content-security-policy') ?? '';
      const scripts =
        /script-src([^;]*)/.exec(policy)?.[1] ??
        /default-src([^;]*)/.exec(policy)?.[1] ??
        'nothing said';
      expect(scripts.trim(), path).toMatch(/^'(?:self|none)'$/);
      if (['/', '/dealCenter'].includes(path)) expect(policy, path).toMatch(/style-src 'self';/);
      for (const directive of ["object-src 'none'", "base-uri 'self'"])
        if (!path.startsWith('/api')) expect(policy, path).toContain(directive);
    }
    for (const call of scene().exchange.calls) {
      const answer = await scene().send(call, plausibleInput(call), {
        address,
        headers: { origin: FOREIGN },
      });
      expectHeaders(answer.headers, call.path);
      const preflight = await fetch(address + call.path, {
        method: 'OPTIONS',
        headers: {
          origin: FOREIGN,
          'access-control-request-method': call.method,
          'access-control-request-headers': 'authorization',
        },
      });
      expectHeaders(preflight.headers, call.path);
      expect(preflight.status, call.path).toBe(405);
    }
  });

  it('item 34: a picture of an identity opens for its owner and reviewers, by a link that lasts ten minutes and is of one session; who looked is logged', async () => {
    const { exchange, bob, alice } = scene();
    const { customer, id, pictures } = await application(scene());
    const [link = ''] = pictures;
    const [, picture = ''] = /upload\/([0-9a-f-]{36})/.exec(link) ?? [];
    const open = async (path: string, authorization: string): Promise<number> =>
      (await fetch(exchange.address + path, { headers: { authorization } })).status;
    for (const authorization of [
      '',
      bob.token,
      alice.token,
      scene().operator('owner').token,
      await customer.newSession(),
    ])
      expect(await open(link, authorization)).toBe(404);
    expect(await open(link, customer.token)).toBe(200);
    const ofBob = /\?.*$/.exec(await bob.upload())?.[0] ?? '';
    const guesses = [
      `/api/upload/${picture}`,
      `/api/upload/${picture}${ofBob}`,
      `/api/upload/${picture}?expires=99999999999&signature=${'A'.repeat(43)}`,
      link.replace(/expires=\d+/, 'expires=99999999999'),
      `/uploads/${picture}.webp`,
      `/uploads/${picture}.jpg`,
      `/api/upload/${crypto.randomUUID()}${/\?.*$/.exec(link)?.[0]}`,
    ];
    for (const path of guesses)
      for (const authorization of [
        bob.token,
        customer.token,
        alice.token,
        scene().operator('owner').token,
      ])
        expect(await open(path, authorization), path).toBe(404);
    // No call of Bob's returns the link, or reveals that it exists.
    for (const call of exchange.calls.filter(
      ({ access, method }) => access !== 'operator' && method === 'GET',
    )) {
      const answer = await bob.send(call, plausibleInput(call));
      expect(answer.text, call.path).not.toContain(picture);
    }
    for (const role of ['support', 'finance', 'content', 'auditor'] as const) {
      for (const call of [officeApplication, officeApplications, officeReview])
        expect(await scene().operator(role).refused(call, { id, approved: '1' }), role).toBe(
          'permission_denied',
        );
    }
    const opened = await scene().operator('compliance').ask(officeApplication, { id });
    expect(opened.pictures).toHaveLength(3);
    for (const authorization of ['', customer.token, scene().operator('owner').token])
      expect(await open(opened.pictures[0] ?? '', authorization)).toBe(404);
    expect(await open(opened.pictures[0] ?? '', scene().operator('compliance').token)).toBe(200);
    const { list } = await scene()
      .operator('auditor')
      .ask(officeAudit, { q: `user ${customer.user}` });
    expect(list[0]).toMatchObject({
      action: 'identity.open',
      operator: 'compliance@office.example',
      address: '127.0.0.1',
    });
    const expires = Number(/expires=(\d+)/.exec(link)?.[1]) - Date.now() / 1000;
    expect(expires).toBeGreaterThan(9 * 60);
    expect(expires).toBeLessThanOrEqual(10 * 60);
  });

  // Item 35 is tested beside the one function that writes spreadsheets.
  it('nothing but csvText writes spreadsheets', () => {
    const writers = screens()
      .filter(({ text }) =>
        /jsonExport|downloadCSV|import [^;]*\bExportButton\b[^;]* from 'react-admin'|\bexporter(?!\s*[=:]\s*\{?\s*false)/.test(
          text,
        ),
      )
      .map(({ name }) => name);
    expect(writers).toEqual([]);
    // react-admin's lists offer an export of their own unless that is disabled.
    const lists = screens().filter(
      ({ name, text }) =>
        name.startsWith('apps/office') &&
        /<(?:List|InfiniteList)\b/.test(text) &&
        !/exporter=\{false\}/.test(text),
    );
    expect(lists.map(({ name }) => name)).toEqual([]);
  });

  it('item 36: no answer sets a cookie and none is listened to, so no foreign form acts for anybody', async () => {
    const { exchange, alice } = scene();
    const cookie = ['token', 'session', 'sid', 'authorization', '__Host-session', 'connect.sid']
      .map((name) => `${name}=${alice.token}`)
      .join('; ');
    for (const call of exchange.calls.filter(({ multipart }) => multipart !== true)) {
      const { authorization, input } = await goodCall(scene(), call);
      const answer = await scene().send(call, input, { authorization });
      expect(answer.headers.getSetCookie(), call.path).toEqual([]);
      if (call.access !== 'private') continue;
      const foreign = await scene().send(call, plausibleInput(call), {
        headers: { cookie, origin: FOREIGN, referer: `${FOREIGN}/` },
      });
      expect(foreign.body.type, call.path).toBe('999');
    }
    for (const path of ['/', '/api/docs/', '/healthz', '/wss/socket.io/?EIO=4&transport=polling'])
      expect((await fetch(exchange.address + path)).headers.getSetCookie(), path).toEqual([]);
    // A form of a foreign page can send text/plain without a preflight request, but no call accepts
    // it.
    const plain = await fetch(exchange.address + transactionIn.path, {
      method: 'POST',
      headers: { authorization: alice.token, 'content-type': 'text/plain' },
      body: 'legal_id=3&currency_id=1&price=59000&num=0.001&mode=2',
    });
    expect(plain.status).toBe(415);
    expect((await alice.send(userInfo, {})).body.type).toBe('ok');
  });
}

/** JSON that no browser interprets as anything else, with no injected headers. */
function expectPlain({ status, headers, text }: Answer, what: string): void {
  expect(status, what).toBeLessThan(500);
  expect(headers.get('content-type'), what).toMatch(/^application\/json/);
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('content-security-policy'), what).toContain("default-src 'none'");
  expect(headers.has('x-injected') || headers.has('bcc'), what).toBe(false);
  expect(() => JSON.parse(text) as unknown, what).not.toThrow();
}

function expectHeaders(headers: Headers, path: string): void {
  expect(headers.get('strict-transport-security'), path).toMatch(/^max-age=31536000/);
  expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  expect(headers.get('referrer-policy'), path).toBe('no-referrer');
  expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
  for (const name of [
    'access-control-allow-origin',
    'access-control-allow-credentials',
    'access-control-allow-headers',
    'x-powered-by',
    'server',
  ])
    expect(headers.get(name), `${path} ${name}`).toBeNull();
}

/** Text fields without an enumeration. */
function textFields({ input }: Call): string[] {
  return Object.entries(input.properties)
    .filter(([, schema]) => !('enum' in schema))
    .map(([name]) => name);
}

async function countUsers({ exchange }: Scene): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) AS count FROM users`.execute(
    exchange.queries,
  );
  return Number(rows[0]?.count);
}

/** Sources of the code that browsers run. */
function screens(): { name: string; text: string }[] {
  return ['apps/web/src', 'apps/office/src'].flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => ({
        name: `${folder}/${name}`,
        text: readFileSync(join(SOURCES, folder, name), 'utf8'),
      })),
  );
}
