import { hash } from 'node:crypto';
import {
  checkEmail,
  smsMail,
  smsSend,
  userCountries,
  userInfo,
  userInvitees,
  userLanguage,
  userLogin,
  userLogout,
  userRegister,
} from '@meridian/contract/account/calls';
import { demoFaucet, demoOutbox, FAUCET_PER_HOUR } from '@meridian/contract/demo/calls';
import { DEFAULT_EXTENSION_CODE } from '@meridian/contract/account/extension-code';
import { newsDetail, newsList, newsListByLanguage } from '@meridian/contract/news/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedArticles } from '../news/seed.ts';
import { ALICE, BOB, TEST_SECRETS } from '../../../test/test-exchange.ts';
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

const COIN = 100_000_000n;

beforeAll(openExchange);
afterAll(closeExchange);

describe('the language of mails', () => {
  it('is that of the login, until the owner chooses another one', async () => {
    await newcomer('reader@example.com');
    const { id } = await exchange.queries
      .selectFrom('users')
      .select('id')
      .where('account', '=', 'reader@example.com')
      .executeTakeFirstOrThrow();
    const reader = { user: Number(id) };
    await exchange.logIn(reader.user);
    const languages = () =>
      exchange.queries
        .selectFrom('users')
        .select('language')
        .where('account', 'in', ['reader@example.com', 'other.reader@example.com'])
        .orderBy('id')
        .execute();
    await newcomer('other.reader@example.com');
    expect(await languages()).toEqual([{ language: 'en' }, { language: 'en' }]);
    await exchange.call(userLanguage, { language: 'zh-TW' }, reader);
    expect(await languages()).toEqual([{ language: 'zh-TW' }, { language: 'en' }]);
    const unknown = { language: 'xx' } as unknown as { language: 'ko' };
    expect(await refusal(exchange.call(userLanguage, unknown, reader))).not.toBe('accepted');
    expect(await refusal(exchange.call(userLanguage, { language: 'ko' }))).not.toBe('accepted');
    expect(await languages()).toEqual([{ language: 'zh-TW' }, { language: 'en' }]);
    await exchange.call(
      userLogin,
      { user_string: 'reader@example.com', password: PASSWORD },
      { language: 'es' },
    );
    expect(await languages()).toEqual([{ language: 'es' }, { language: 'en' }]);
  });
});

describe('opening an account', () => {
  it('goes from the code in the mailbox to a session, which logging out ends', async () => {
    await exchange.call(smsMail, { user_string: 'New.User@Example.com' }, { language: 'es' });
    const [mail] = await exchange.call(demoOutbox, { to: 'new.user@example.com' });
    expect(mail).toMatchObject({
      kind: 'mail',
      to: 'new.user@example.com',
      subject: 'Su código de verificación de Meridian',
    });
    const code = mail?.code ?? '';
    expect(code).toMatch(/^\d{6}$/);
    expect(
      await exchange.call(checkEmail, { email: 'new.user@example.com', email_code: code }),
    ).toBe('The verification code is right.');
    const form = {
      type: 'email',
      user_string: 'new.user@EXAMPLE.com',
      code,
      password: PASSWORD,
      re_password: PASSWORD,
    } as const;
    await exchange.call(userRegister, form);
    expect(await refusal(exchange.call(userRegister, form))).toBe('code_wrong');
    expect(await exchange.call(checkEmail, { email: 'new.user@example.com' })).toBe(
      await exchange.call(checkEmail, { email: 'nobody@example.com' }),
    );

    const token = await exchange.call(userLogin, {
      user_string: ' NEW.user@example.com ',
      password: PASSWORD,
      type: '1',
    });
    const { message } = await info(token);
    expect(message).toMatchObject({
      account: 'new.user@example.com',
      email: 'new.user@example.com',
      phone: '',
      review_status: 0,
      is_seller: 0,
      total_assets: '0',
    });
    expect((message as { account_number: string }).account_number).toMatch(/^[89]\d{10}$/);
    expect((message as { id: number }).id).toBeGreaterThan(BOB);
    const another = await exchange.call(userLogin, {
      user_string: 'new.user@example.com',
      password: PASSWORD,
    });
    expect(another).not.toBe(token);
    await fetch(`${exchange.address}${userLogout.path}`, {
      method: 'POST',
      headers: asToken(token),
    });
    expect(await info(token)).toMatchObject({ type: '999' });
    expect(await info(another)).toMatchObject({ type: 'ok' });
  });

  it('takes a phone number, and an invitation code that exists', async () => {
    await exchange.call(smsSend, { user_string: '13912345678', country_code: '86' });
    const form = {
      type: 'mobile',
      user_string: '13912345678',
      code: await codeFor('13912345678'),
      password: PASSWORD,
      re_password: PASSWORD,
    } as const;
    expect(await refusal(exchange.call(userRegister, { ...form, extension_code: 'NOBODY' }))).toBe(
      'extension_code_unknown',
    );
    const { extension_code } = await exchange.call(userInfo, {}, { user: ALICE });
    await exchange.call(userRegister, { ...form, extension_code });
    await exchange.call(userLogin, { user_string: '139-1234-5678', password: PASSWORD });
  });

  it('keeps the nationality; the default invitation code invites nobody', async () => {
    await exchange.call(smsSend, { user_string: '13912345677' });
    const form = {
      type: 'mobile',
      user_string: '13912345677',
      code: await codeFor('13912345677'),
      password: PASSWORD,
      re_password: PASSWORD,
      extension_code: DEFAULT_EXTENSION_CODE,
    } as const;
    expect(await refusal(exchange.call(userRegister, { ...form, country_id: 9 }))).toBe(
      'input_invalid',
    );
    await exchange.call(userRegister, { ...form, country_id: 276 });
    const token = await exchange.call(userLogin, {
      user_string: '13912345677',
      password: PASSWORD,
    });
    expect(await info(token)).toMatchObject({ message: { country_id: 276 } });
    const { referrer_id } = await exchange.queries
      .selectFrom('users')
      .select('referrer_id')
      .where('account', '=', '13912345677')
      .executeTakeFirstOrThrow();
    expect(referrer_id).toBeNull();
  });

  it.each([
    [{ user_string: 'no mail' }, 'email_invalid'],
    [{ user_string: 'a@b' }, 'email_invalid'],
    [{ type: 'mobile', user_string: '12345' }, 'mobile_invalid'],
    [{ type: 'mobile', user_string: '１３９１２３４５６７８' }, 'mobile_invalid'],
    [{ type: 'fax' }, 'input_invalid'],
    [{ password: 'Ab1' }, 'password_invalid'],
    [{ password: 'Abcdefgh' }, 'password_invalid'],
    [{ password: '12345678' }, 'password_invalid'],
    [{ password: 'Abcde12' }, 'password_invalid'],
    [{ password: `1${'ñ'.repeat(64)}` }, 'password_invalid'],
    [{ password: 'Summer2025!' }, 'password_common'],
    [{ password: 'Password123' }, 'password_common'],
    [{ re_password: 'Abcd98765' }, 'passwords_differ'],
    [{ code: '' }, 'field_missing'],
    [{ code: '000000' }, 'code_wrong'],
  ])('refuses %j with %s', async (change, code) => {
    const form = {
      type: 'email',
      user_string: 'x@example.com',
      code: '123456',
      password: PASSWORD,
      re_password: PASSWORD,
      ...change,
    };
    const whole = 'password' in change ? { ...form, re_password: form.password } : form;
    expect(await refusal(exchange.call(userRegister, whole as never))).toBe(code);
  });
});

describe('verification codes', () => {
  const receiver = 'codes@example.com';
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

  it('last for ten minutes and five tries, and come once a minute', async () => {
    let nowMs = 1_800_000_000_000;
    const codes = new VerificationCodes(exchange.queries, TEST_SECRETS, { nowMs: () => nowMs });
    const to = { receiver, purpose: 'register' } as const;
    const first = await codes.issue(to);
    await expect(codes.issue(to)).rejects.toMatchObject({
      code: 'code_resend_wait',
      params: { seconds: 60 },
    });
    await expect(codes.verify({ ...to, purpose: 'forget' }, first, false)).rejects.toMatchObject({
      code: 'code_wrong',
    });
    await expect(
      codes.verify({ ...to, receiver: 'other@example.com' }, first, false),
    ).rejects.toMatchObject({ code: 'code_wrong' });
    nowMs += 60_000;
    const second = await codes.issue(to);
    if (first !== second)
      await expect(codes.verify(to, first, true)).rejects.toMatchObject({ code: 'code_wrong' });
    nowMs += 10 * 60_000;
    await expect(codes.verify(to, second, true)).rejects.toMatchObject({ code: 'code_wrong' });
    const third = await codes.issue(to);
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(codes.verify(to, wrong(third), true)).rejects.toMatchObject({
        code: 'code_wrong',
      });
    await expect(codes.verify(to, third, true)).rejects.toMatchObject({ code: 'code_wrong' });
  });

  it('are not found by who has a copy of the table and tries all of them', async () => {
    const receiver = 'copied@example.com';
    await exchange.call(smsMail, { user_string: receiver });
    const { code_hash } = await exchange.queries
      .selectFrom('verification_codes')
      .select('code_hash')
      .where('receiver', '=', receiver)
      .executeTakeFirstOrThrow();
    const known = code_hash.toString('hex');
    const isFound = Array.from({ length: 1_000_000 }, (_none, number) =>
      String(number).padStart(6, '0'),
    ).some((code) => hash('sha256', JSON.stringify([receiver, 'register', code])) === known);
    expect(isFound).toBe(false);
  });

  it('are used once by a hundred at the same time, and made once', async () => {
    const codes = new VerificationCodes(exchange.queries, TEST_SECRETS);
    const to = { receiver: 'many@example.com', purpose: 'register' } as const;
    const issued = (
      await Promise.allSettled(Array.from({ length: 20 }, () => codes.issue(to)))
    ).filter(({ status }) => status === 'fulfilled');
    expect(issued).toHaveLength(1);
    const code = (issued[0] as PromiseFulfilledResult<string>).value;
    const used = await Promise.allSettled(
      Array.from({ length: 100 }, () => codes.verify(to, code, true)),
    );
    expect(used.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are sent the same way whether there is an account or not, but one to recover goes only to an account', async () => {
    const known = await exchange.call(smsMail, {
      user_string: 'new.user@example.com',
      type: 'forget',
    });
    const unknown = await exchange.call(smsMail, {
      user_string: 'nobody@example.com',
      type: 'forget',
    });
    expect(known).toBe(unknown);
    expect(await codeFor('nobody@example.com')).toBe('');
    expect(
      await refusal(exchange.call(smsMail, { user_string: 'nobody@example.com', type: 'forget' })),
    ).toBe('code_resend_wait');
  });
});

describe('messages', () => {
  it('are two a minute to one receiver, known or not, and by text to the countries of the list only', async () => {
    const address = await exchange.serveBeside({ rateLimits: true });
    const send = async (path: string, input: Record<string, string>) => {
      const answer = await fetch(address + path, {
        method: 'POST',
        body: new URLSearchParams(input),
      });
      return ((await answer.json()) as { code?: string }).code ?? 'sent';
    };
    await newcomer('bombed@example.com');
    await exchange.queries
      .updateTable('verification_codes')
      .set({ created_at: new Date(0) })
      .where('receiver', '=', 'bombed@example.com')
      .execute();
    for (const user_string of ['bombed@example.com', 'unknown-bombed@example.com']) {
      const answers = [];
      for (let round = 0; round < 2; round++) {
        for (const type of ['register', 'forget'])
          answers.push(await send(smsMail.path, { user_string, type }));
        await exchange.queries
          .updateTable('verification_codes')
          .set({ created_at: new Date(0) })
          .where('receiver', '=', user_string)
          .execute();
      }
      expect(answers, user_string).toEqual(['sent', 'sent', 'message_limit', 'message_limit']);
    }
    await exchange.queries
      .insertInto('site_settings')
      .values({ key: 'sms_area_codes', value: '86' })
      .execute();
    const text = { user_string: '7911123499', country_code: '44' };
    expect(await send(smsSend.path, text)).toBe('sms_area_refused');
    await exchange.queries.deleteFrom('site_settings').execute();
    expect(await send(smsSend.path, text)).toBe('sent');
    const { area_code } = await exchange.queries
      .selectFrom('verification_codes')
      .select('area_code')
      .where('receiver', '=', '+447911123499')
      .executeTakeFirstOrThrow();
    expect(area_code).toBe('44');
  });
});

describe('logging in', () => {
  it('answers a wrong password and an unknown account alike, and slows both', async () => {
    const attempts = async (account: string) => {
      const answers: unknown[] = [];
      for (let attempt = 0; attempt < 6; attempt++)
        answers.push(
          await refusal(exchange.call(userLogin, { user_string: account, password: 'Wrong1234' })),
        );
      return answers;
    };
    const expected = [...Array.from({ length: 5 }, () => 'login_failed'), 'login_delayed'];
    expect(await attempts('13912345678')).toEqual(expected);
    expect(await attempts('nobody@example.com')).toEqual(expected);
    // While the account is slowed, the right password does not help either.
    expect(
      await refusal(exchange.call(userLogin, { user_string: '13912345678', password: PASSWORD })),
    ).toBe('login_delayed');
  });

  it('does not say that a mail address and a phone number are of one account', async () => {
    await newcomer('two-names@example.com');
    await exchange.queries
      .updateTable('users')
      .set({ mobile: '13912345600', country_code: '86' })
      .where('account', '=', 'two-names@example.com')
      .execute();
    const wrong = (user_string: string) =>
      refusal(exchange.call(userLogin, { user_string, password: 'Wrong1234' }));
    for (let attempt = 0; attempt < 6; attempt++) await wrong('two-names@example.com');
    expect(await wrong('two-names@example.com')).toBe('login_delayed');
    expect([await wrong('13912345600'), await wrong('13912345601')]).toEqual([
      'login_failed',
      'login_failed',
    ]);
    // Failures of this network, from which others log in too.
    await exchange.queries.deleteFrom('login_failures').execute();
  });
});

describe('invitations', () => {
  it('are kept for three levels, and shown masked', async () => {
    const code = async (user: string) =>
      (
        await exchange.queries
          .selectFrom('users')
          .select('extension_code')
          .where('account', '=', user)
          .executeTakeFirstOrThrow()
      ).extension_code;
    const { token } = await newcomer('root@example.com');
    await newcomer('child.one@example.com', await code('root@example.com'));
    await newcomer('child.two@example.com', await code('root@example.com'));
    await newcomer('grandchild@example.com', await code('child.one@example.com'));
    await newcomer('third@example.com', await code('grandchild@example.com'));
    await newcomer('fourth@example.com', await code('third@example.com'));
    const answer = (await (
      await fetch(`${exchange.address}${userInvitees.path}`, { headers: asToken(token) })
    ).json()) as { message: { totals: number[]; list: { account: string; level: number }[] } };
    expect(answer.message.totals).toEqual([2, 1, 1]);
    expect(answer.message.list.map(({ account, level }) => [account, level])).toEqual([
      ['th***@example.com', 3],
      ['gr***@example.com', 2],
      ['ch***@example.com', 1],
      ['ch***@example.com', 1],
    ]);
  });
});

describe('countries', () => {
  it('are about 230, each with area code, number and two names', async () => {
    const countries = await exchange.call(userCountries, {});
    expect(countries.length).toBeGreaterThan(225);
    expect(countries).toContainEqual({
      area_code: '86',
      country_id: 156,
      code: 'CN',
      name_cn: '中国',
      name_en: 'China',
    });
    expect(
      countries.every(
        ({ area_code, name_cn, name_en }) =>
          /^\d{1,4}$/.test(area_code) && name_cn !== '' && name_en !== '',
      ),
    ).toBe(true);
    expect(new Set(countries.map(({ country_id }) => country_id)).size).toBe(countries.length);
  });
});

describe('the faucet', () => {
  it('pays once for one key, at most five times an hour, and only what the house has', async () => {
    const balances = () =>
      exchange.live
        .balances(BOB)
        .filter(({ wallet }) => wallet === 'spot')
        .map(({ currency, available }) => [currency, available]);
    const before = new Map(balances() as [number, bigint][]);
    expect(await refusal(exchange.call(demoFaucet, {}, { user: BOB, key: 'empty' }))).toBe(
      'house_insufficient',
    );
    for (const currency of [1, 2, 3]) {
      await exchange.engine.submit({
        kind: 'ledger.deposit',
        user: SYSTEM.house,
        wallet: 'spot',
        currency,
        amount: (1_000_000n * COIN) as Amount,
        reference: 'test',
      });
    }
    const paid = await exchange.call(demoFaucet, {}, { user: BOB, key: 'once' });
    expect(paid.credited).toEqual([
      { currency: 3, currency_name: 'USDT', amount: '10000' },
      { currency: 1, currency_name: 'BTC', amount: '1' },
      { currency: 2, currency_name: 'ETH', amount: '10' },
    ]);
    await exchange.call(demoFaucet, {}, { user: BOB, key: 'once' });
    const after = new Map(balances() as [number, bigint][]);
    expect(
      [3, 1, 2].map((currency) => (after.get(currency) ?? 0n) - (before.get(currency) ?? 0n)),
    ).toEqual([10_000n * COIN, COIN, 10n * COIN]);
    // Two of the five uses are gone: the refused one counts too.
    const rush = await Promise.all(
      Array.from({ length: 20 }, () => refusal(exchange.call(demoFaucet, {}, { user: BOB }))),
    );
    expect(rush.filter((outcome) => outcome === 'accepted')).toHaveLength(FAUCET_PER_HOUR - 2);
    expect(rush.filter((outcome) => outcome === 'faucet_limit')).toHaveLength(
      20 - (FAUCET_PER_HOUR - 2),
    );
  });
});

describe('news', () => {
  it('lists the articles of a category in the language that is asked for, and an empty page past the end', async () => {
    await seedArticles(
      exchange.queries,
      (['en', 'zh-CN'] as const).flatMap((language) =>
        [1, 2].map((id) => ({
          id,
          c_id: 21,
          language,
          title: `${language} ${id}`,
          abstract: 'a',
          content: '<p>c</p>',
          thumbnail: '',
          update_time: `2026-01-0${id}T00:00:00Z`,
        })),
      ),
    );
    const titles = (answer: { list: readonly { title: string }[] }) =>
      answer.list.map(({ title }) => title);
    expect(titles(await exchange.call(newsList, { c_id: 21 }))).toEqual(['en 2', 'en 1']);
    expect(titles(await exchange.call(newsList, { c_id: 21, lang: 'zh' }))).toEqual([
      'zh-CN 2',
      'zh-CN 1',
    ]);
    expect(titles(await exchange.call(newsListByLanguage, { c_id: 21, language: '1' }))).toEqual([
      'zh-CN 2',
      'zh-CN 1',
    ]);
    expect(titles(await exchange.call(newsListByLanguage, { c_id: 21, language: '2' }))).toEqual([
      'en 2',
      'en 1',
    ]);
    expect(titles(await exchange.call(newsList, { c_id: 21, page: 2 }))).toEqual([]);
    expect(await exchange.call(newsList, { c_id: 21, page: 2 })).toMatchObject({
      page: 2,
      total: 2,
    });
    expect(await exchange.call(newsDetail, { id: 1 }, { language: 'zh-CN' })).toMatchObject({
      title: 'zh-CN 1',
      content: '<p>c</p>',
      update_time: '2026-01-01 08:00:00',
    });
    expect(await refusal(exchange.call(newsDetail, { id: 3 }))).toBe('article_not_found');
    expect(await refusal(exchange.call(newsDetail, { id: 999_999_999_999 }))).toBe(
      'article_not_found',
    );
  });
});
