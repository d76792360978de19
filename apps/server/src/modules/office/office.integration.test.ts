import { userRegister } from '@meridian/contract/account/calls';
import type { CallInput } from '@meridian/contract/schema/call';
import { chargeRequest } from '@meridian/contract/custody/calls';
import { realName, upload } from '@meridian/contract/identity/calls';
import { newsDetail } from '@meridian/contract/news/calls';
import { dashboard, officeAudit, officeAuditVerify } from '@meridian/contract/office/calls';
import {
  officeAdjustmentDecide,
  officeAdjustmentPropose,
  officeAdjustments,
} from '@meridian/contract/wallet/office';
import {
  officeApplication,
  officeApplications,
  officeReview,
} from '@meridian/contract/identity/office';
import {
  officeArticle,
  officeArticleDelete,
  officeArticles,
  officeArticleSave,
  officePictureAdd,
} from '@meridian/contract/news/office';
import { officeSettings, officeSettingSave } from '@meridian/contract/site/office';
import { officeUser, officeUserFreeze, officeUsers } from '@meridian/contract/account/office';
import { officeClaims } from '@meridian/contract/custody/office';
import { DEFAULT_PASSWORD_POLICY } from '@meridian/contract/account/password-policy';
import { ROLE_NAMES, type Role } from '@meridian/contract/office/permissions';
import { siteConfig, siteLinks } from '@meridian/contract/site/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALICE,
  BOB,
  TEST_SECRETS,
  TestExchange,
  type WireRefusal,
} from '../../../test/test-exchange.ts';
import { AuditLog } from './audit-log.ts';
import { TestOffice, type OfficeAnswer } from '../../../test/people/operators.ts';

const COIN = 100_000_000n;

let exchange: TestExchange;
let office: TestOffice<Role | 'second approver'>;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  await exchange.reset();
  office = new TestOffice(exchange);
  for (const role of ROLE_NAMES) await office.add(role, role);
  await office.add('second approver', 'approver');
});
afterAll(() => exchange.close());

describe('the audit log', () => {
  it('has an entry for each change, which nobody can change unnoticed', async () => {
    await office.as('owner', officeSettingSave, {
      key: 'custorm_url',
      value: 'https://help.example/{id}',
    });
    const { list } = await office.as('auditor', officeAudit, {});
    expect(list[0]).toMatchObject({
      operator: 'agreeing@office.example',
      action: 'setting.save',
      subject: 'setting custorm_url',
      after: expect.stringContaining('"value":"https://help.example/{id}"') as string,
    });
    await expect(sql`UPDATE audit_log SET after = 'x'`.execute(exchange.queries)).rejects.toThrow(
      'append-only',
    );
    await expect(sql`DELETE FROM audit_log`.execute(exchange.queries)).rejects.toThrow(
      'append-only',
    );
    await expect(sql`TRUNCATE audit_log`.execute(exchange.queries)).rejects.toThrow('append-only');
    expect((await office.as('auditor', officeAuditVerify, {})).broken_at).toBe(0);
    const all = await exchange.queries.selectFrom('audit_log').select('id').execute();
    expect(all.length).toBeGreaterThan(5);
  });

  it('shows where somebody with the database in hand has changed or removed an entry', async () => {
    const log = new AuditLog(exchange.queries, TEST_SECRETS);
    const tamper = async (change: ReturnType<typeof sql>) => {
      const result = exchange.queries.transaction().execute(async (transaction) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
        await change.execute(transaction);
        const { brokenAt } = await new AuditLog(transaction, TEST_SECRETS).verify();
        throw Object.assign(new Error('undo'), { brokenAt });
      });
      return result.then(
        () => 0,
        (error: { brokenAt?: number }) => error.brokenAt ?? -1,
      );
    };
    expect(await tamper(sql`UPDATE audit_log SET address = '10.0.0.1' WHERE id = 3`)).toBe(3);
    expect(await tamper(sql`DELETE FROM audit_log WHERE id = 2`)).toBe(2);
    expect(await log.verify()).toMatchObject({ brokenAt: 0 });
  });

  it('stays whole when many append at once', async () => {
    const log = new AuditLog(exchange.queries, TEST_SECRETS);
    await Promise.all(
      Array.from({ length: 50 }, (_none, index) =>
        log.append(1, '', { action: 'test', subject: `s ${index}` }),
      ),
    );
    expect(await log.verify()).toMatchObject({ brokenAt: 0 });
  });
});

describe('the dashboard', () => {
  it('sums the ledger to zero', async () => {
    // In addition to the house's funds for contracts.
    await exchange.engine.submit({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'spot',
      currency: 3,
      amount: (1_000n * COIN) as Amount,
      reference: 'test',
    });
    const { sums, engine } = await office.as('support', dashboard, {});
    expect(engine).toBe('running');
    expect(sums.find(({ currency_name }) => currency_name === 'USDT')).toMatchObject({
      customers: '300000',
      house: '21001000',
      outside: '-21301000',
      sum: '0',
    });
    expect(sums.every(({ sum }) => sum === '0')).toBe(true);
  });
});

describe('customers', () => {
  it('are found by how their names begin, looked at, frozen and let go', async () => {
    const { list, total } = await office.as('support', officeUsers, { q: `${BOB}` });
    expect(list.map(({ id }) => id)).toEqual([BOB]);
    expect(total).toBe(1);
    expect((await office.as('support', officeUsers, { q: '%' })).total).toBe(0);
    const profile = await office.as('support', officeUser, { id: BOB });
    expect(profile.balances).toContainEqual({
      wallet: 'spot',
      currency_name: 'USDT',
      available: '100000',
      held: '0',
    });
    expect(profile.sessions).toHaveLength(1);
    expect(
      await office.refused('support', officeUserFreeze, { id: BOB, frozen: '1', reason: 'x' }),
    ).toBe('permission_denied');
    await office.as('compliance', officeUserFreeze, {
      id: BOB,
      frozen: '1',
      reason: 'Lost phone, as the customer asked.',
    });
    expect(
      (await fetch(`${exchange.address}/api/user/info`, {
        headers: exchange.headers({ user: BOB }),
      }).then((response) => response.json())) as unknown,
    ).toMatchObject({ type: '999' });
    expect((await office.as('support', officeUser, { id: BOB })).is_frozen).toBe(true);
    await office.as('compliance', officeUserFreeze, { id: BOB, frozen: '0', reason: 'Found.' });
    await exchange.logIn(BOB);
    expect(await office.refused('support', officeUser, { id: 5 })).toBe('user_not_found');
  });
});

describe('the review of identities', () => {
  it('shows what was sent, logs who looked, ends once', async () => {
    const picture = await sharp({
      create: { width: 20, height: 20, channels: 3, background: '#123' },
    })
      .jpeg()
      .toBuffer();
    const links = [];
    for (let index = 0; index < 3; index++) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(picture)]));
      const answer = (await (
        await fetch(exchange.address + upload.path, {
          method: 'POST',
          headers: exchange.headers({ user: ALICE }),
          body: form,
        })
      ).json()) as { message: string };
      links.push(answer.message);
    }
    const [front_pic = '', reverse_pic = '', hand_pic = ''] = links;
    await exchange.call(
      realName,
      {
        name: 'Alice Example',
        card_id: 'P1234567',
        card_type: 'passport',
        front_pic,
        reverse_pic,
        hand_pic,
      },
      { user: ALICE },
    );
    const { list } = await office.as('compliance', officeApplications, { status: '1' });
    expect(list).toMatchObject([{ user: ALICE, kind: 'identity', status: 1 }]);
    const id = list[0]?.id ?? 0;
    const opened = await office.as('compliance', officeApplication, { id });
    expect(opened).toMatchObject({
      name: 'Alice Example',
      card_id: 'P1234567',
      card_type: 'passport',
      same_document: [],
    });
    expect((await office.as('auditor', officeAudit, { q: `user ${ALICE}` })).list[0]).toMatchObject(
      { action: 'identity.open', operator: 'compliance@office.example' },
    );
    expect(await office.refused('compliance', officeReview, { id, approved: '0' })).toBe(
      'field_missing',
    );
    const decided = await Promise.all(
      Array.from({ length: 5 }, () =>
        office.refused('compliance', officeReview, { id, approved: '1' }),
      ),
    );
    expect(decided.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect((await office.as('support', officeUser, { id: ALICE })).review_status).toBe(2);
    await exchange.announcer.rounds.runOnce();
    expect((await mails()).filter(({ receiver }) => receiver === `${ALICE}@test`)).toMatchObject([
      { receiver: `${ALICE}@test`, subject: 'Meridian: Your identity is verified' },
    ]);
  });

  it('tells its end by mail, in the language of the account, with the reason', async () => {
    const { queries } = exchange;
    await queries
      .updateTable('users')
      .set({ language: 'es', email: 'bob@people.example', anti_phishing_code: 'Bob1234' })
      .where('id', '=', BigInt(BOB))
      .execute();
    const { id } = await queries
      .insertInto('identity_applications')
      .values({
        user_id: BigInt(BOB),
        kind: 'assets',
        pictures: [],
        card_id: null,
        card_hash: null,
        submitted_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await office.as('compliance', officeReview, {
      id: Number(id),
      approved: '0',
      reason: 'The screenshot is cut.',
    });
    await exchange.announcer.rounds.runOnce();
    const [mail] = (await mails()).filter(({ receiver }) => receiver === 'bob@people.example');
    expect(mail).toMatchObject({ subject: 'Meridian: Su comprobante de activos no fue aceptado' });
    expect(mail?.body).toContain('Motivo: The screenshot is cut.');
    expect(mail?.body).toContain('Bob1234');
  });

  const mails = () =>
    exchange.queries
      .selectFrom('outbox')
      .select(['receiver', 'subject', 'body'])
      .where('subject', 'like', 'Meridian: %')
      .execute();
});

describe('claims of deposits', () => {
  it('are found by customer, transaction, address and network', async () => {
    for (const [acc, hash, type] of [
      ['0xone', '0xaaa', 'erc20'],
      ['Tone', 'bbb', '1'],
      ['mone', 'ccc', 'omni'],
    ] as const)
      await exchange.call(
        chargeRequest,
        { amount: '500', currency: 3, acc, hash, type },
        { user: ALICE },
      );
    const search = async (filter: CallInput<typeof officeClaims>) =>
      (await office.as('finance', officeClaims, filter)).list.map(({ hash }) => hash);
    expect(await search({})).toEqual(['ccc', 'bbb', '0xaaa']);
    expect(await search({ q: '0xaaa' })).toEqual(['0xaaa']);
    expect(await search({ q: 'Tone' })).toEqual(['bbb']);
    expect(await search({ q: `${ALICE}@test` })).toHaveLength(3);
    expect(await search({ q: String(BOB) })).toEqual([]);
    expect(await search({ network: 'trc20' })).toEqual(['bbb']);
    expect(await search({ network: 'erc20', status: 'open' })).toEqual(['0xaaa']);
    expect(await search({ network: 'btc' })).toEqual([]);
  });
});

describe('articles', () => {
  it('are written in each language, stripped of what runs, shown and removed', async () => {
    const { id } = await office.as('content', officeArticleSave, {
      c_id: 3,
      language: 'en',
      title: 'Maintenance',
      content: '<p onclick="x()">At noon.<script>alert(1)</script></p>',
    });
    await office.as('content', officeArticleSave, {
      id,
      c_id: 3,
      language: 'es',
      title: 'Mantenimiento',
      content: '<p>A mediodía.</p>',
    });
    expect(await office.as('content', officeArticle, { id })).toMatchObject({
      languages: ['en', 'es'],
      translations: [{ language: 'en', content: '<p>At noon.</p>' }, { language: 'es' }],
    });
    expect((await office.as('content', officeArticles, { q: 'maint' })).list).toMatchObject([
      { id, title: 'Maintenance', languages: ['en', 'es'] },
    ]);
    expect(await exchange.call(newsDetail, { id }, { language: 'es' })).toMatchObject({
      title: 'Mantenimiento',
    });
    expect(
      await office.refused('content', officeArticleSave, {
        c_id: 4,
        language: 'en',
        title: 'x',
        content: 'x',
      }),
    ).toBe('input_invalid');
    const long = `<p>${'条款'.repeat(20_000)}</p>`;
    await office.as('content', officeArticleSave, {
      id,
      c_id: 3,
      language: 'zh-CN',
      title: '条款',
      content: long,
    });
    expect(await exchange.call(newsDetail, { id }, { language: 'zh-CN' })).toMatchObject({
      content: long,
    });
    await office.as('content', officeArticleDelete, { id, language: 'zh-CN' });
    await office.as('content', officeArticleDelete, { id, language: 'es' });
    expect((await office.as('content', officeArticle, { id })).languages).toEqual(['en']);
    expect(await office.refused('content', officeArticleDelete, { id, language: 'es' })).toBe(
      'article_not_found',
    );
    await office.as('content', officeArticleDelete, { id });
    expect(await office.refused('content', officeArticle, { id })).toBe('article_not_found');
  });
});

async function sendPicture(name: Role, picture: Uint8Array<ArrayBuffer>): Promise<OfficeAnswer> {
  const form = new FormData();
  form.append('file', new Blob([picture]));
  const response = await fetch(exchange.address + officePictureAdd.path, {
    method: 'POST',
    headers: { authorization: office.token(name) },
    body: form,
  });
  return {
    status: response.status,
    ...((await response.json()) as { type: string; message: unknown }),
  };
}

describe('pictures of articles', () => {
  it('are encoded anew, and everybody may keep them', async () => {
    const drawn = sharp({
      create: { width: 3000, height: 100, channels: 4, background: '#12345680' },
    }).withExif({ IFD0: { Copyright: 'SECRET' } });
    for (const picture of [
      await drawn.clone().jpeg().toBuffer(),
      await drawn.clone().png().toBuffer(),
      await drawn.clone().webp().toBuffer(),
    ]) {
      const { message } = await sendPicture('content', new Uint8Array(picture));
      expect(message).toMatch(/^\/uploads\/[0-9a-f-]{36}\.webp$/);
      const response = await fetch(exchange.address + String(message));
      expect([
        response.status,
        response.headers.get('content-type'),
        response.headers.get('cache-control'),
      ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable']);
      const kept = Buffer.from(await response.arrayBuffer());
      expect(await sharp(kept).metadata()).toMatchObject({
        format: 'webp',
        width: 2400,
        height: 80,
      });
      expect(kept.includes('SECRET')).toBe(false);
    }
    expect((await office.as('auditor', officeAudit, {})).list[0]).toMatchObject({
      action: 'article.picture',
      operator: 'content@office.example',
    });
  });

  it('are refused where they are none, and none is found under another name', async () => {
    const text = new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    );
    expect(await sendPicture('content', text)).toMatchObject({ code: 'picture_invalid' });
    expect(await sendPicture('support', text)).toMatchObject({ code: 'permission_denied' });
    for (const name of [
      'x.webp',
      `${crypto.randomUUID()}.webp`,
      `${crypto.randomUUID()}`,
      '%2e%2e%2fx.webp',
    ])
      expect((await fetch(`${exchange.address}/uploads/${name}`)).status, name).toBe(404);
  });
});

describe('settings', () => {
  it('change what customers see', async () => {
    await office.as('owner', officeSettingSave, { key: 'app_url', value: 'https://apps.example' });
    expect(await exchange.call(siteLinks, {})).toMatchObject({ app_url: 'https://apps.example' });
    expect((await exchange.call(siteLinks, {})).forum_url).toBe('');
    const forum = { key: 'forum_url', value: 'https://forum.example/{id}' } as const;
    await office.as('owner', officeSettingSave, forum);
    expect((await exchange.call(siteLinks, {})).forum_url).toBe(forum.value);
    expect(
      (await office.as('owner', officeSettings, {})).find(({ key }) => key === 'app_url')?.value,
    ).toBe('https://apps.example');
  });

  it('are refused, and stay, where a value cannot be', async () => {
    const before = await office.as('owner', officeSettings, {});
    for (const [key, value, code] of [
      ['app_url', 'javascript:alert(1)', 'link_invalid'],
      ['custorm_url', '//elsewhere.example', 'link_invalid'],
      ['forum_url', 'javascript:alert(1)', 'link_invalid'],
      ['app_url', `https://apps.example/${'a'.repeat(300)}`, 'link_invalid'],
      ['p2p_contact_words', 'telegram,,vx', 'input_invalid'],
      ['p2p_coin_words', 'Coin, coin', 'input_invalid'],
      ['default_language', 'xx', 'input_invalid'],
      ['password_min_length', '5', 'number_not_between'],
      ['password_min_length', '65', 'number_not_between'],
      ['password_min_length', '8.5', 'number_not_between'],
      ['password_letters_and_digits', '2', 'input_invalid'],
      ['sms_area_codes', '86,999', 'input_invalid'],
      ['sms_area_codes', '86,86', 'input_invalid'],
      ['sms_daily_limit', '100001', 'number_not_between'],
      ['daily_limit_1', '-1', 'number_not_positive'],
      ['daily_limit_2', '1e5', 'number_syntax'],
      ['daily_limit_3', '9999999999999', 'number_range'],
    ] as const) {
      expect(
        await office.refused('owner', officeSettingSave, { key, value }),
        `${key} ${value}`,
      ).toBe(code);
    }
    expect(await office.as('owner', officeSettings, {})).toEqual(before);
  });

  it('are what they were before they were set, where a value is taken back', async () => {
    await office.as('owner', officeSettingSave, { key: 'daily_limit_1', value: '3000.5' });
    await office.as('owner', officeSettingSave, { key: 'daily_limit_1' });
    await office.as('owner', officeSettingSave, { key: 'app_url' });
    const settings = new Map(
      (await office.as('owner', officeSettings, {})).map(({ key, value }) => [key, value]),
    );
    expect([settings.get('daily_limit_1'), settings.get('app_url')]).toEqual(['2000', '']);
  });

  it('decide what a new password must be, and the language of who has chosen none', async () => {
    const register = (password: string) =>
      exchange
        .call(userRegister, {
          type: 'email',
          user_string: 'new@office.example',
          code: '000000',
          password,
          re_password: password,
        })
        .catch((error: unknown) => (error as WireRefusal).answer);
    await office.as('owner', officeSettingSave, { key: 'password_min_length', value: '10' });
    await office.as('owner', officeSettingSave, { key: 'default_language', value: 'ko' });
    expect(await exchange.call(siteConfig, {})).toEqual({
      default_language: 'ko',
      password: { least: 10, most: 64, letters_and_digits: 1 },
      trading: 'open',
    });
    expect(await register('Abcd98765')).toMatchObject({
      code: 'password_invalid',
      message: expect.stringContaining('10 to 64') as unknown,
    });
    await office.as('owner', officeSettingSave, { key: 'password_letters_and_digits', value: '0' });
    expect(await register('abcdefghi')).toMatchObject({ code: 'password_length' });
    expect(await register('xkcdefghij')).toMatchObject({ code: 'code_wrong' });
    for (const key of [
      'password_min_length',
      'password_letters_and_digits',
      'default_language',
    ] as const)
      await office.as('owner', officeSettingSave, { key });
    expect(await exchange.call(siteConfig, {})).toEqual({
      default_language: 'en',
      password: DEFAULT_PASSWORD_POLICY,
      trading: 'open',
    });
    expect(await register('xkcdefghij')).toMatchObject({ code: 'password_invalid' });
  });
});

describe('an adjustment', () => {
  it('is proposed by one, decided by another, paid once from the house', async () => {
    const form = {
      user: ALICE,
      wallet: 'spot',
      currency: 3,
      amount: '12.5',
      reason: 'Refund of a fee',
    } as const;
    const balance = () =>
      exchange.live
        .balances(ALICE)
        .find(({ wallet, currency }) => wallet === 'spot' && currency === 3)?.available ?? 0n;
    const before = balance();
    const { id } = await office.as('owner', officeAdjustmentPropose, form);
    expect(await office.refused('owner', officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'permission_denied',
    );
    const decided = await Promise.all(
      (['approver', 'second approver', 'approver', 'second approver'] as const).map((name) =>
        office.refused(name, officeAdjustmentDecide, { id, approved: '1' }),
      ),
    );
    expect(decided.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(balance() - before).toBe(1_250_000_000n);
    expect((await office.as('finance', officeAdjustments, {})).list[0]).toMatchObject({
      id,
      state: 'approved',
      amount: '12.5',
      proposed_by: 'owner@office.example',
    });
  });

  it('of somebody who has left, or that waited for three days, is proposed again', async () => {
    const form = { user: ALICE, wallet: 'spot', currency: 3, amount: '1', reason: 'x' } as const;
    const set = (operator: 'finance', disabled_at: Date | null) =>
      exchange.queries
        .updateTable('operators')
        .set({ disabled_at })
        .where('account', '=', `${operator}@office.example`)
        .execute();
    const { id } = await office.as('finance', officeAdjustmentPropose, form);
    await set('finance', new Date());
    expect(await office.refused('approver', officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'proposal_outdated',
    );
    await set('finance', null);
    await exchange.queries
      .updateTable('adjustments')
      .set({ proposed_at: new Date(Date.now() - 73 * 3_600_000) })
      .where('id', '=', BigInt(id))
      .execute();
    expect(await office.refused('approver', officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'proposal_lapsed',
    );
    expect(await office.refused('approver', officeAdjustmentDecide, { id, approved: '0' })).toBe(
      'accepted',
    );
  });

  it('that the house could not pay is paid once it can', async () => {
    const { id } = await office.as('owner', officeAdjustmentPropose, {
      user: ALICE,
      wallet: 'spot',
      currency: 3,
      amount: '5000000',
      reason: 'A large one',
    });
    expect(await office.refused('approver', officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'house_insufficient',
    );
    await exchange.engine.submit({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'spot',
      currency: 3,
      amount: (5_000_000n * 10n ** 8n) as Amount,
      reference: 'test',
    });
    expect(await office.refused('approver', officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'accepted',
    );
  });

  it('whose decision was lost after it was paid is decided again days later, and paid once', async () => {
    const { id } = await office.as('owner', officeAdjustmentPropose, {
      user: ALICE,
      wallet: 'spot',
      currency: 3,
      amount: '7',
      reason: 'A refund',
    });
    const balance = () => exchange.live.balance(ALICE, 'spot', 3).available;
    const before = balance();
    const submit = exchange.submit;
    exchange.submit = async (command) => {
      await submit(command);
      throw new Error('the server stops');
    };
    expect(
      (await office.send('approver', officeAdjustmentDecide, { id, approved: '1' })).status,
    ).toBe(500);
    exchange.submit = submit;
    expect((await office.as('finance', officeAdjustments, {})).list[0]).toMatchObject({
      id,
      state: 'proposed',
    });
    // Longer than the core remembers keys.
    exchange.engine.advance(48 * 3_600_000);
    expect(
      await office.refused('approver', officeAdjustmentDecide, { id, approved: '0' }),
      'what is paid is not rejected',
    ).toBe('transfer_exists');
    expect(await office.refused('approver', officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'accepted',
    );
    expect(balance() - before).toBe(700_000_000n);
    expect((await office.as('finance', officeAdjustments, {})).list[0]).toMatchObject({
      id,
      state: 'approved',
    });
  });

  it('is never from nothing: what the house has not stays proposed', async () => {
    const { id } = await office.as('owner', officeAdjustmentPropose, {
      user: ALICE,
      wallet: 'spot',
      currency: 3,
      amount: '99999999',
      reason: 'Too much',
    });
    expect(await office.refused('approver', officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'house_insufficient',
    );
    expect((await office.as('finance', officeAdjustments, {})).list[0]).toMatchObject({
      id,
      state: 'proposed',
    });
    await office.as('approver', officeAdjustmentDecide, { id, approved: '0' });
    expect(await office.refused('approver', officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'adjustment_not_found',
    );
  });

  it.each([
    [{ amount: '0' }, 'number_not_positive'],
    [{ amount: '-1' }, 'number_not_positive'],
    [{ amount: '0.000000001' }, 'number_precision'],
    [{ amount: '1e3' }, 'number_syntax'],
    [{ currency: 999 }, 'currency_unknown'],
    [{ user: 4 }, 'user_not_found'],
    [{ wallet: 'bank' }, 'input_invalid'],
  ])('is refused: %j', async (change, code) => {
    const form = { user: ALICE, wallet: 'spot', currency: 3, amount: '1', reason: 'x', ...change };
    expect(await office.refused('owner', officeAdjustmentPropose, form as never)).toBe(code);
  });
});
