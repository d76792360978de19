import {
  assetProof,
  cashInfo,
  cashSave,
  identityState,
  realName,
  upload,
  type DocumentType,
} from '@meridian/contract/identity/calls';
import { securityState } from '@meridian/contract/security/calls';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALICE, BOB, TEST_SECRETS, TestExchange } from '../../../test/test-exchange.ts';
import { Identities } from './identities.ts';
import { Pictures } from './pictures.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open(7);
  await exchange.reset();
});
afterAll(() => exchange.close());

const CAROL = ALICE + 2;
const DAVE = ALICE + 3;
const OF_DAVE = { user: DAVE, session: crypto.randomUUID() };

/** A photograph with the GPS position of its camera. */
function photograph(width = 320, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3a6' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'CameraMaker', ImageDescription: '<svg onload=alert(1)>' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .toBuffer();
}

async function send(
  file: Buffer | Blob,
  { user = ALICE, field = 'file', name = 'x.jpg' } = {},
): Promise<{ status: number; type: string; code?: string; message: string }> {
  const form = new FormData();
  form.append(field, file instanceof Blob ? file : new Blob([new Uint8Array(file)]), name);
  const response = await fetch(exchange.address + upload.path, {
    method: 'POST',
    headers: exchange.headers({ user }),
    body: form,
  });
  return {
    status: response.status,
    ...((await response.json()) as { type: string; message: string }),
  };
}

async function refusal(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => 'accepted',
    (error: { answer?: { code?: string } }) => error.answer?.code ?? error,
  );
}

async function threePictures(
  user: number,
): Promise<{ front_pic: string; reverse_pic: string; hand_pic: string }> {
  const links = await Promise.all(
    [1, 2, 3].map(async () => (await send(await photograph(), { user })).message),
  );
  return { front_pic: links[0] ?? '', reverse_pic: links[1] ?? '', hand_pic: links[2] ?? '' };
}

describe('item 33: an uploaded picture', () => {
  it('is encoded anew, without where and with what it was taken, and opens by its link only', async () => {
    const file = await photograph();
    expect(file.includes('CameraMaker')).toBe(true);
    const { type, message: link } = await send(
      Buffer.concat([file, Buffer.from('<script>alert(1)</script>')]),
      { name: '../../etc/passwd.svg' },
    );
    expect(type).toBe('ok');
    const headers = exchange.headers({ user: ALICE });
    const response = await fetch(exchange.address + link, { headers });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const kept = Buffer.from(await response.arrayBuffer());
    for (const part of ['CameraMaker', 'svg', 'script', 'Exif'])
      expect(kept.includes(part), part).toBe(false);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 200 });
    const id = /upload\/([^?]+)/.exec(link)?.[1] ?? '';
    for (const other of [
      `/api/upload/${id}`,
      link.replace(/signature=.*/, 'signature=x'),
      link.replace(/expires=\d+/, 'expires=9999999999'),
      link.replace(id, crypto.randomUUID()),
      '/api/upload/..%2f..%2fx',
      `${link}&expires=1`,
    ]) {
      expect((await fetch(exchange.address + other, { headers })).status, other).toBe(404);
    }
    // Other holders of the link, and the owner in another session, get nothing.
    const elsewhere = await exchange.access.open(ALICE, { address: '127.0.0.1', device: '' });
    for (const other of [{}, exchange.headers({ user: BOB }), { authorization: elsewhere }])
      expect((await fetch(exchange.address + link, { headers: other })).status).toBe(404);
    const ended = await exchange.access.find(elsewhere);
    if (ended !== undefined) await exchange.access.end(ended);
  });

  it('is turned upright and kept to a size that reviewers can read', async () => {
    const file = await sharp({
      create: { width: 3000, height: 1000, channels: 3, background: '#fff' },
    })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { message } = await send(file);
    const kept = Buffer.from(
      await (
        await fetch(exchange.address + message, { headers: exchange.headers({ user: ALICE }) })
      ).arrayBuffer(),
    );
    expect(await sharp(kept).metadata()).toMatchObject({ width: 800, height: 2400 });
  });

  it('opens for ten minutes', async () => {
    let nowMs = 1_800_000_000_000;
    const pictures = new Pictures(exchange.queries, TEST_SECRETS, () => nowMs);
    const url = new URL(await pictures.add(OF_DAVE, await photograph()), 'http://x');
    const [id, expires, signature] = [
      url.pathname.slice('/api/upload/'.length),
      url.searchParams.get('expires') ?? '',
      url.searchParams.get('signature') ?? '',
    ];
    const open = (session = OF_DAVE.session) => pictures.open({ id, expires, signature, session });
    expect(await open(crypto.randomUUID())).toBeUndefined();
    expect(await open()).toBeDefined();
    nowMs += 599_000;
    expect(await open()).toBeDefined();
    nowMs += 1_000;
    expect(await open()).toBeUndefined();
  });

  it.each([
    [
      'an SVG named jpg',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'picture_invalid',
    ],
    [
      'a page named jpg',
      async () => Buffer.from('<!doctype html><script>1</script>'),
      'picture_invalid',
    ],
    [
      'a picture of another kind',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .gif()
          .toBuffer(),
      'picture_invalid',
    ],
    [
      'half a picture',
      async () => (await photograph(2000, 2000)).subarray(0, 3000),
      'picture_invalid',
    ],
    [
      'too many pixels',
      () =>
        sharp({ create: { width: 30_000, height: 1400, channels: 3, background: '#fff' } })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      'picture_invalid',
    ],
    [
      'more than 4 MB',
      async () => Buffer.concat([await photograph(), Buffer.alloc(4 * 1024 * 1024)]),
      'body_too_large',
    ],
    ['nothing', async () => Buffer.alloc(0), 'field_missing'],
  ])('is refused: %s', async (_what, make, code) => {
    expect(await send(await make())).toMatchObject({ type: 'error', code });
  });

  it('is refused under another field, without a session, in another form of body', async () => {
    expect(await send(await photograph(), { field: 'other' })).toMatchObject({
      code: 'field_missing',
    });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await photograph())]));
    expect(
      await (await fetch(exchange.address + upload.path, { method: 'POST', body: form })).json(),
    ).toMatchObject({ type: '999' });
    expect(await refusal(exchange.call(upload, {}, { user: ALICE }))).toBe(
      'content_type_unsupported',
    );
    const multipartElsewhere = await fetch(exchange.address + cashSave.path, {
      method: 'POST',
      headers: exchange.headers({ user: ALICE }),
      body: form,
    });
    expect(await multipartElsewhere.json()).toMatchObject({ code: 'content_type_unsupported' });
  });

  it('is refused after forty in a day', async () => {
    const pictures = new Pictures(exchange.queries, TEST_SECRETS);
    const rows = Array.from({ length: 40 }, () => ({
      id: crypto.randomUUID(),
      user_id: BigInt(DAVE),
      content: Buffer.alloc(1),
      data_key: null,
      created_at: new Date(),
    }));
    await exchange.queries.insertInto('pictures').values(rows).execute();
    await expect(pictures.add(OF_DAVE, await photograph())).rejects.toMatchObject({
      code: 'uploads_too_many',
    });
    // The day's number is checked before any decoding.
    await expect(pictures.add(OF_DAVE, Buffer.from('no picture'))).rejects.toMatchObject({
      code: 'uploads_too_many',
    });
  });
});

describe('the identity', () => {
  it('is submitted once, rejected with a reason, submitted again, approved, and moves the security bar', async () => {
    const identities = new Identities(exchange.queries, TEST_SECRETS);
    const form = { name: 'Zoë Example', card_id: 'AB-123456', ...(await threePictures(ALICE)) };
    const stateOf = async () =>
      (await exchange.call(identityState, {}, { user: ALICE })) as {
        review_status: number;
        reason: string;
        level: number;
      };
    expect(await stateOf()).toMatchObject({ review_status: 0, level: 1, name: '', card_id: '' });
    expect(
      await refusal(exchange.call(assetProof, { asset_pic: form.front_pic }, { user: ALICE })),
    ).toBe('identity_required');
    const at_once = await Promise.all(
      Array.from({ length: 10 }, () => refusal(exchange.call(realName, form, { user: ALICE }))),
    );
    expect(at_once.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
    expect(at_once.filter((outcome) => outcome === 'identity_submitted')).toHaveLength(9);
    expect(await stateOf()).toMatchObject({ review_status: 1, name: 'Z**', card_id: '****3456' });
    const newest = async () =>
      await exchange.queries
        .selectFrom('identity_applications')
        .selectAll()
        .where('user_id', '=', BigInt(ALICE))
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
    const first = await newest();
    expect(first.card_id?.includes('123456')).toBe(false);
    expect(identities.cardIdOf(first)).toBe('AB-123456');
    expect(
      await identities.review(first.id, {
        isApproved: false,
        reason: 'The photograph is blurred.',
        operator: 1,
      }),
    ).toBe(true);
    expect(await identities.review(first.id, { isApproved: true, reason: '', operator: 2 })).toBe(
      false,
    );
    expect(await stateOf()).toMatchObject({
      review_status: 3,
      reason: 'The photograph is blurred.',
      level: 1,
    });
    await exchange.call(realName, form, { user: ALICE });
    const before = await exchange.call(securityState, {}, { user: ALICE });
    expect(
      await identities.review((await newest()).id, { isApproved: true, reason: '', operator: 1 }),
    ).toBe(true);
    expect(await stateOf()).toMatchObject({ review_status: 2, reason: '', level: 2 });
    expect((await exchange.call(securityState, {}, { user: ALICE })).level).toBe(before.level + 25);
    expect(await refusal(exchange.call(realName, form, { user: ALICE }))).toBe(
      'identity_submitted',
    );
    await exchange.call(assetProof, { asset_pic: form.hand_pic }, { user: ALICE });
    await identities.review((await newest()).id, { isApproved: true, reason: '', operator: 1 });
    expect(await stateOf()).toMatchObject({
      level: 3,
      asset_status: 2,
      daily_limits: [
        { level: 1, usdt: '2000' },
        { level: 2, usdt: '100000' },
        { level: 3, usdt: '1000000' },
      ],
    });
  });

  it('of one document in two spellings, or as two types, is one person', async () => {
    const { queries } = exchange;
    const identities = new Identities(queries, TEST_SECRETS);
    const spelt = ['ZX-98 7654', 'zx987654', 'ＺＸ９８７６５４', '2X9B7654'].map((id) =>
      identities.documentHash(id),
    );
    expect(new Set(spelt).size).toBe(1);
    expect(identities.documentHash('ZX987655')).not.toBe(spelt[0]);
    const approve = async (user: number, cardType: DocumentType, cardId: string) => {
      await identities.submit(user, { name: 'Zed Example', cardType, cardId }, []);
      const { id } = await queries
        .selectFrom('identity_applications')
        .select('id')
        .where('user_id', '=', BigInt(user))
        .executeTakeFirstOrThrow();
      await identities.review(id, { isApproved: true, reason: '', operator: 1 });
    };
    const [one, other] = [ALICE + 4, ALICE + 5];
    await approve(one, 'passport', 'ZX-987654');
    await approve(other, 'id_card', 'zx987654');
    const personOf = async (user: number) => (await identities.verifiedPerson(user))?.person;
    const person = await personOf(one);
    expect(await personOf(other)).toBe(person);
    // As an earlier build hashed them: two persons, until a start hashes them anew.
    for (const user of [one, other])
      await queries
        .updateTable('identity_applications')
        .set({ card_hash: `as typed by ${user}` })
        .where('user_id', '=', BigInt(user))
        .execute();
    expect(await personOf(other)).not.toBe(await personOf(one));
    await identities.hashAnew();
    expect([await personOf(one), await personOf(other)]).toEqual([person, person]);
  });

  it('is nobody until it is approved, and from then on the person of the document', async () => {
    const { queries } = exchange;
    const identities = new Identities(queries, TEST_SECRETS);
    const seen = new Set<string>();
    const user = ALICE + 6;
    for (let turn = 0; turn < 30; turn++) {
      await queries
        .deleteFrom('identity_applications')
        .where('user_id', '=', BigInt(user))
        .execute();
      await queries
        .updateTable('users')
        .set({ review_status: 'none' })
        .where('id', '=', BigInt(user))
        .execute();
      const document = { name: 'Zed Example', cardType: 'passport', cardId: 'RACE1234' } as const;
      await identities.submit(user, document, []);
      expect(await identities.verifiedPerson(user)).toBeUndefined();
      const { id } = await queries
        .selectFrom('identity_applications')
        .select('id')
        .where('user_id', '=', BigInt(user))
        .executeTakeFirstOrThrow();
      // Three readers ask until the review is over, so some read while it commits.
      const review = { isOver: false };
      const ask = async (): Promise<void> => {
        while (!review.isOver) {
          const found = await identities.verifiedPerson(user);
          if (found !== undefined) seen.add(found.person);
        }
      };
      const asking = Promise.all([ask(), ask(), ask()]);
      await identities.review(id, { isApproved: true, reason: '', operator: 1 });
      review.isOver = true;
      await asking;
      seen.add((await identities.verifiedPerson(user))?.person ?? 'nobody');
    }
    expect(seen.size).toBe(1);
  });

  it("takes only one's own pictures", async () => {
    const bobs = await threePictures(BOB);
    const carols = await threePictures(CAROL);
    const submit = (change: object) =>
      refusal(
        exchange.call(
          realName,
          { name: 'Bob', card_id: '1234', ...bobs, ...change },
          { user: BOB },
        ),
      );
    expect(await submit({ hand_pic: carols.hand_pic })).toBe('picture_unknown');
    expect(await submit({ hand_pic: `/api/upload/${crypto.randomUUID()}?x` })).toBe(
      'picture_unknown',
    );
    expect(await submit({ hand_pic: 'https://evil.example/x.jpg' })).toBe('picture_unknown');
    expect(await submit({ name: 'Bob 2' })).toBe('name_invalid');
    expect(await submit({ name: 'Bob٣' })).toBe('name_invalid');
    expect(await submit({ name: '<b>Bob</b>' })).toBe('name_invalid');
    expect(await submit({ card_id: '身份证1234' })).toBe('card_id_invalid');
    expect(await submit({ card_type: 'library_card' })).toBe('input_invalid');
    expect(await exchange.call(identityState, {}, { user: BOB })).toMatchObject({
      review_status: 0,
    });
    expect(await submit({})).toBe('accepted');
  });
});

describe('payment methods', () => {
  it("are the owner's, and replaced as a whole", async () => {
    expect(await exchange.call(cashInfo, {}, { user: CAROL })).toMatchObject({
      real_name: '',
      bank_account: '',
    });
    expect(await refusal(exchange.call(cashSave, { bank_name: 'Bank' }, { user: CAROL }))).toBe(
      'field_missing',
    );
    expect(
      await refusal(
        exchange.call(cashSave, { real_name: 'Carol', bank_account: '12a' }, { user: CAROL }),
      ),
    ).toBe('input_invalid');
    await exchange.queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
    expect(
      await refusal(
        exchange.call(
          cashSave,
          { real_name: 'Carol', bank_name: 'Bank', bank_account: '6222021234567890' },
          { user: CAROL },
        ),
      ),
    ).toBe('step_up_required');
    await exchange.stepUp(CAROL);
    await exchange.call(
      cashSave,
      { real_name: 'Carol', bank_name: 'Bank', bank_account: '6222021234567890' },
      { user: CAROL },
    );
    await exchange.call(
      cashSave,
      { real_name: 'Carol', alipay_account: 'carol@example.com' },
      { user: CAROL },
    );
    expect(await exchange.call(cashInfo, {}, { user: CAROL })).toEqual({
      real_name: 'Carol',
      bank_name: '',
      bank_account: '',
      alipay_account: 'carol@example.com',
      wechat_nickname: '',
      wechat_account: '',
    });
    expect(await exchange.call(cashInfo, {}, { user: BOB })).toMatchObject({ real_name: '' });
  });

  it('that are new are told to their owner at once, with a link that freezes; those that stay keep their age', async () => {
    await exchange.queries
      .updateTable('users')
      .set({ email: 'carol@example.com' })
      .where('id', '=', BigInt(CAROL))
      .execute();
    await exchange.stepUp(CAROL);
    const save = (bank_account: string) =>
      exchange.call(
        cashSave,
        { real_name: 'Carol', bank_name: 'Bank', bank_account },
        { user: CAROL },
      );
    const state = async () => {
      const { bank_since, alipay_since } = await exchange.queries
        .selectFrom('payment_methods')
        .selectAll()
        .where('user_id', '=', BigInt(CAROL))
        .executeTakeFirstOrThrow();
      const notices = await exchange.queries
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', BigInt(CAROL))
        .where('kind', '=', 'payment_account_saved')
        .execute();
      const { withdrawals_held_until: held } = await exchange.queries
        .selectFrom('users')
        .select('withdrawals_held_until')
        .where('id', '=', BigInt(CAROL))
        .executeTakeFirstOrThrow();
      return { bank_since, alipay_since, told: notices.length, held };
    };
    await save('6222021234567890');
    const first = await state();
    expect(first).toMatchObject({
      bank_since: expect.any(Date) as Date,
      alipay_since: null,
      held: null,
    });
    const mail = await exchange.queries
      .selectFrom('outbox')
      .select('body')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(mail.body).toMatch(/An account that you are paid to was saved[^]*\/freeze\?lang=en#/);
    await save('6222021234567890');
    expect(await state()).toEqual(first);
    await save('6222021234567891');
    const second = await state();
    expect(second.told).toBe(first.told + 1);
    expect(second.bank_since?.getTime()).toBeGreaterThan(first.bank_since?.getTime() ?? 0);
  });
});
