import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serializeTransaction } from 'viem';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MOST_FEE } from '../chains.ts';
import type { Unsigned } from '../adapter.ts';
import { encodeTransfer } from '../ethereum/erc20.ts';
import { hotKey, sampleAddress, sampleRoot } from '../testing/sample-keys.ts';
import { TestDevice } from '../testing/test-device.ts';
import { encodeTronRaw } from '../tron/tron-transaction.ts';
import { AGREED_FOR_MS } from './agreement.ts';
import { sealApproval, type Approval } from './approval.ts';
import type { OperatorAssertion } from './operator-devices.ts';
import { parsePolicy, policyText, type SignerPolicy } from './policy.ts';
import { SignerRefusal } from './refusal.ts';
import { SignerClient } from './signer-client.ts';
import { SignerLog } from './signer-log.ts';
import { serveSigner } from './signer-server.ts';
import { Signer } from './signer.ts';

// An attacker who has taken the server has the key that seals approvals, and no operator's device:
// only withdrawals that need no device are signed.

const KEY = Buffer.alloc(32, 7);
const ORIGIN = 'https://exchange.example';
const DOLLAR = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const TRON_DOLLAR = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const CUSTOMER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const THIEF = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const TRON_CUSTOMER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const MINUTE = 60_000;
const unit = 1_000_000n;

const ann = new TestDevice('ann@example.com');
const annsPhone = new TestDevice('ann@example.com', 'ed25519');
const ben = new TestDevice('ben@example.com', 'rsa');
const stranger = new TestDevice('ben@example.com');

/**
 * 100 dollars leave without operators, up to 300 a day; 1,000 with one operator, up to 2,500 a day.
 */
const tiers = {
  withoutOperators: { perWithdrawal: 100n * unit, perDay: 300n * unit },
  withOneOperator: { perWithdrawal: 1_000n * unit, perDay: 2_500n * unit },
};
const wide = { dust: 0n, perHour: 10n ** 30n, perDay: 10n ** 30n, ...tiers };
const policy: SignerPolicy = {
  ethereumChainId: 1,
  bitcoinNetwork: 'regtest',
  assets: [
    { id: 'USDT.erc20', chain: 'ethereum', token: DOLLAR, decimals: 6, ...wide },
    { id: 'ETH', chain: 'ethereum', decimals: 18, ...wide },
    { id: 'USDT.trc20', chain: 'tron', token: TRON_DOLLAR, decimals: 6, ...wide },
  ],
  mostFee: MOST_FEE,
  coldAddresses: ['0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  fees: { tron: { perHour: 10n ** 12n, perDay: 10n ** 12n } },
  operators: { origin: ORIGIN, devices: [ann.listed, annsPhone.listed, ben.listed] },
};

const folder = mkdtempSync(path.join(tmpdir(), 'meridian-agreement-'));
afterAll(() => rmSync(folder, { recursive: true }));
let nowMs = 0;
let run = 0;
let file = '';
let log: SignerLog;
let signer: Signer;

function openSigner(rules = policy): void {
  log = new SignerLog(file);
  signer = new Signer({ root: sampleRoot, policy: rules, log, approvalKey: KEY, now: () => nowMs });
}

beforeEach(() => {
  nowMs = 1_800_000_000_000;
  run += 1;
  file = path.join(folder, `signed-${run}.jsonl`);
  openSigner();
});

interface Wish {
  readonly id: number;
  readonly dollars: bigint;
  readonly to?: string;
  readonly maxFeePerGas?: bigint;
}

function transactionOf({ id, dollars, to = CUSTOMER, maxFeePerGas = 10n ** 9n }: Wish): Unsigned {
  const transaction = serializeTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: id,
    gas: 60_000n,
    maxFeePerGas,
    maxPriorityFeePerGas: 1n,
    to: DOLLAR,
    data: encodeTransfer(to as `0x${string}`, dollars * unit),
  });
  return {
    chain: 'ethereum',
    from: sampleAddress(hotKey('ethereum')),
    key: hotKey('ethereum'),
    nonce: id,
    transaction,
  };
}

function approvalOf({ id, dollars, to = CUSTOMER }: Wish): Approval {
  return {
    id: `withdrawal-${id}`,
    kind: 'withdrawal',
    chain: 'ethereum',
    asset: 'USDT.erc20',
    to,
    amount: (dollars * unit).toString(),
    maxFee: (10n ** 16n).toString(),
    attempt: 1,
    expiresAtMs: nowMs + MINUTE,
  };
}

/** The signer's answer about a withdrawal, above all its terms. */
function asked(wish: Wish, assertions: readonly OperatorAssertion[] = []) {
  const { id, chain, asset, to, amount, attempt } = approvalOf(wish);
  return signer.agreement({ transfer: { id, chain, asset, to, amount, attempt }, assertions });
}

function agreed(
  device: TestDevice,
  wish: Wish,
  change: Partial<Parameters<TestDevice['agree']>[0]> = {},
): OperatorAssertion {
  const { terms, expiresAtMs } = asked(wish);
  return device.agree({ origin: ORIGIN, terms, expiresAtMs, ...change });
}

async function outcome(
  wish: Wish,
  assertions: readonly OperatorAssertion[] = [],
  change: Partial<Approval> = {},
): Promise<string> {
  try {
    await signer.sign({
      approval: sealApproval({ ...approvalOf(wish), ...change }, KEY),
      unsigned: transactionOf(wish),
      assertions,
    });
    return 'signed';
  } catch (error) {
    if (error instanceof SignerRefusal) return error.reason;
    throw error;
  }
}

describe('a taken server', () => {
  test('gets what needs no operator, and that once a day', async () => {
    expect(await outcome({ id: 0, dollars: 101n })).toBe('operators_needed');
    for (const id of [0, 1, 2]) expect(await outcome({ id, dollars: 100n })).toBe('signed');
    expect(await outcome({ id: 3, dollars: 1n })).toBe('operators_needed');
    log.close();
    openSigner();
    expect(await outcome({ id: 3, dollars: 1n })).toBe('operators_needed');
    nowMs += 24 * 60 * MINUTE;
    expect(await outcome({ id: 3, dollars: 100n })).toBe('signed');
  });

  test('gets nothing at all where the policy says so', async () => {
    const none = { perWithdrawal: 0n, perDay: 0n };
    openSigner({
      ...policy,
      assets: policy.assets.map((asset) => ({ ...asset, withoutOperators: none })),
    });
    expect(await outcome({ id: 0, dollars: 1n })).toBe('operators_needed');
  });

  test('neither with the socket of the signer and the right key', async () => {
    const socket = path.join(folder, 'taken.sock');
    const server = await serveSigner({
      signer,
      approvalKey: KEY,
      socket,
      now: () => nowMs,
      note: () => undefined,
    });
    const client = await SignerClient.connect(socket, KEY);
    const wish = { id: 0, dollars: 5_000n };
    const sign = (assertions: readonly OperatorAssertion[]): Promise<unknown> =>
      client.sign(approvalOf(wish), transactionOf(wish), { assertions });
    await expect(sign([])).rejects.toMatchObject({ reason: 'operators_needed' });
    await expect(sign([agreed(ann, wish)])).rejects.toMatchObject({ reason: 'operators_needed' });
    await expect(sign(JSON.parse('[null]') as OperatorAssertion[])).rejects.toMatchObject({
      reason: 'malformed',
    });
    await expect(sign(Array.from({ length: 9 }, () => agreed(ann, wish)))).rejects.toMatchObject({
      reason: 'malformed',
    });
    await expect(sign([{ expiresAtMs: nowMs + 1, credential: 'no JSON' }])).rejects.toMatchObject({
      reason: 'operators_needed',
    });
    const { id, chain, asset, to, amount, attempt } = approvalOf(wish);
    expect(
      await client.agreement({
        transfer: { id, chain, asset, to, amount, attempt },
        assertions: [agreed(ann, wish)],
      }),
    ).toMatchObject({ needed: 2, agreed: ['ann@example.com'], site: 'exchange.example' });
    await sign([agreed(ann, wish), agreed(ben, wish)]);
    client.close();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('operators agree by their devices', () => {
  test('one up to what one may, two different ones above', async () => {
    const [small, large] = [
      { id: 0, dollars: 1_000n },
      { id: 1, dollars: 1_001n },
    ];
    expect([asked(small).needed, asked(large).needed]).toEqual([1, 2]);
    expect(await outcome(small, [agreed(ann, small)])).toBe('signed');
    expect(await outcome(large, [agreed(ann, large)])).toBe('operators_needed');
    expect(await outcome(large, [agreed(ann, large), agreed(ann, large)])).toBe('operators_needed');
    expect(await outcome(large, [agreed(ann, large), agreed(annsPhone, large)])).toBe(
      'operators_needed',
    );
    expect(await outcome(large, [agreed(ann, large), agreed(ben, large)])).toBe('signed');
    expect(log.find('withdrawal-1')?.operators?.map(({ operator }) => operator)).toEqual([
      'ann@example.com',
      'ben@example.com',
    ]);
  });

  test('what one agrees to adds up within a day, over a restart too', async () => {
    for (const id of [0, 1])
      expect(await outcome({ id, dollars: 1_000n }, [agreed(ann, { id, dollars: 1_000n })])).toBe(
        'signed',
      );
    log.close();
    openSigner();
    const next = { id: 2, dollars: 501n };
    expect(asked(next).needed).toBe(2);
    expect(await outcome(next, [agreed(ben, next)])).toBe('operators_needed');
    expect(await outcome(next, [agreed(ben, next), agreed(ann, next)])).toBe('signed');
    expect(signer.status().outflow['withOneOperator.USDT.erc20']).toEqual({
      hour: '2000000000',
      day: '2000000000',
    });
  });

  test('each of the three kinds of keys', async () => {
    for (const [id, device] of [ann, annsPhone, ben].entries())
      expect(await outcome({ id, dollars: 500n }, [agreed(device, { id, dollars: 500n })])).toBe(
        'signed',
      );
  });

  test('people can read what is signed', () => {
    const { terms, expiresAtMs } = asked({ id: 12, dollars: 1_234n });
    expect(JSON.parse(terms)).toEqual([
      'meridian withdrawal 1',
      'ethereum:1',
      'USDT.erc20',
      CUSTOMER,
      '1234',
      'withdrawal-12',
      1,
      expiresAtMs,
    ]);
  });

  test('a replacement pays what they agreed to already', async () => {
    const wish = { id: 0, dollars: 1_000n };
    expect(await outcome(wish, [agreed(ann, wish)])).toBe('signed');
    nowMs += 2 * AGREED_FOR_MS;
    expect(await outcome({ ...wish, maxFeePerGas: 2n * 10n ** 9n })).toBe('signed');
    expect(asked(wish).needed).toBe(0);
  });

  test('moves between our own addresses need nobody: they stay ours', async () => {
    const to = sampleAddress(hotKey('ethereum', 1));
    const wish = { id: 0, dollars: 1_000_000n, to };
    const approval = sealApproval({ ...approvalOf(wish), kind: 'internal' }, KEY);
    await expect(
      signer.sign({ approval, unsigned: transactionOf(wish), toKey: hotKey('ethereum', 1) }),
    ).resolves.toMatchObject({ chain: 'ethereum' });
  });
});

describe('a signature for something else does not count', () => {
  const wish: Wish = { id: 5, dollars: 500n };

  test('another withdrawal, amount, destination: each is refused, and the right one is signed', async () => {
    const others: readonly Wish[] = [
      { ...wish, id: 6 },
      { ...wish, dollars: 501n },
      { ...wish, dollars: 499n },
      { ...wish, to: THIEF },
    ];
    const signature = agreed(ann, wish);
    for (const other of others) {
      expect(await outcome(wish, [agreed(ann, other)])).toBe('operators_needed');
      expect(await outcome(other, [signature])).toBe('operators_needed');
    }
    expect(await outcome(wish, [signature])).toBe('signed');
    // A used signature, replayed for the next withdrawal.
    expect(await outcome({ ...wish, id: 6 }, [signature])).toBe('operators_needed');
  });

  test('every field of the terms: context, chain, asset, destination, amount, withdrawal, attempt, time', async () => {
    const { terms, expiresAtMs } = asked(wish);
    const fields = JSON.parse(terms) as (string | number)[];
    for (const [at, field] of fields.entries()) {
      const changed = JSON.stringify(
        fields.with(at, typeof field === 'number' ? field + 1 : `${field}0`),
      );
      expect(
        await outcome(wish, [ann.agree({ origin: ORIGIN, terms: changed, expiresAtMs })]),
        String(field),
      ).toBe('operators_needed');
    }
    const spaced = JSON.stringify(fields, undefined, 1);
    expect(await outcome(wish, [ann.agree({ origin: ORIGIN, terms: spaced, expiresAtMs })])).toBe(
      'operators_needed',
    );
    expect(await outcome(wish, [ann.agree({ origin: ORIGIN, terms, expiresAtMs })])).toBe('signed');
  });

  test('another page or site, without knowing who it was, a registration, another key', async () => {
    const wrong = [
      agreed(ann, wish, { origin: 'https://exchange.example.evil.example' }),
      agreed(ann, wish, { origin: 'http://exchange.example' }),
      agreed(ann, wish, { site: 'evil.example' }),
      agreed(ann, wish, { flags: 0x01 }),
      agreed(ann, wish, { flags: 0x04 }),
      agreed(ann, wish, { type: 'webauthn.create' }),
      agreed(ann, wish, { crossOrigin: true }),
      agreed(stranger, wish),
      // A signature of another key under Ben's credential.
      {
        ...agreed(stranger, wish),
        credential: agreed(stranger, wish).credential.replaceAll(
          stranger.credential,
          ben.credential,
        ),
      },
    ];
    for (const [at, assertion] of wrong.entries())
      expect(await outcome(wish, [assertion]), String(at)).toBe('operators_needed');
    expect(asked(wish, wrong.slice(0, 8)).refused).toHaveLength(8);
  });

  test('each byte of the answer', async () => {
    const assertion = agreed(ann, wish);
    const { id, response } = JSON.parse(assertion.credential) as {
      id: string;
      response: Record<string, string>;
    };
    for (const [name, text] of Object.entries(response)) {
      const bytes = Buffer.from(text, 'base64url');
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 0x10;
        const { agreed: counted } = asked(wish, [
          {
            ...assertion,
            credential: JSON.stringify({
              id,
              response: { ...response, [name]: changed.toString('base64url') },
            }),
          },
        ]);
        expect(counted, `${name} ${at}`).toEqual([]);
      }
    }
    expect(asked(wish, [assertion]).agreed).toEqual(['ann@example.com']);
  });

  test('its time is over, or would last for ever', async () => {
    const assertion = agreed(ann, wish);
    nowMs += AGREED_FOR_MS;
    expect(await outcome(wish, [assertion])).toBe('operators_needed');
    const { terms, expiresAtMs } = asked(wish);
    const later = expiresAtMs + 1;
    expect(
      await outcome(wish, [
        ann.agree({
          origin: ORIGIN,
          terms: terms.replace(String(expiresAtMs), String(later)),
          expiresAtMs: later,
        }),
      ]),
    ).toBe('operators_needed');
    expect(await outcome(wish, [{ ...agreed(ann, wish), expiresAtMs: Number.NaN }])).toBe(
      'operators_needed',
    );
  });

  test('each attempt on Tron is agreed to anew: both could be included', async () => {
    const from = sampleAddress(hotKey('tron'));
    const sign = async (attempt: number, device: boolean): Promise<string> => {
      const expiresAtMs = nowMs + MINUTE;
      const raw = encodeTronRaw({
        refBlockBytes: '1f2e',
        refBlockHash: '0102030405060708',
        expiresAtMs,
        createdAtMs: nowMs,
        feeLimit: 1_000n,
        action: {
          kind: 'token',
          from,
          contract: TRON_DOLLAR,
          to: TRON_CUSTOMER,
          amount: 500n * unit,
        },
      });
      const transfer = {
        id: 'withdrawal-1',
        chain: 'tron',
        asset: 'USDT.trc20',
        to: TRON_CUSTOMER,
        amount: (500n * unit).toString(),
        attempt,
      } as const;
      const { terms, expiresAtMs: until } = signer.agreement({ transfer, assertions: [] });
      if (device) known.push(ann.agree({ origin: ORIGIN, terms, expiresAtMs: until }));
      const approval = sealApproval(
        { ...transfer, kind: 'withdrawal', maxFee: '50000000', expiresAtMs: nowMs + MINUTE },
        KEY,
      );
      return signer
        .sign({
          approval,
          unsigned: {
            chain: 'tron',
            from,
            key: hotKey('tron'),
            rawData: Buffer.from(raw).toString('hex'),
            expiresAtMs,
          },
          assertions: known,
        })
        .then(
          () => 'signed',
          (error: unknown) => (error as SignerRefusal).reason,
        );
    };
    const known: OperatorAssertion[] = [];
    expect(await sign(1, true)).toBe('signed');
    nowMs += 3 * MINUTE;
    expect(await sign(2, false)).toBe('operators_needed');
    expect(await sign(2, true)).toBe('signed');
  });
});

describe('the policy', () => {
  const changed = (edit: (file: Record<string, unknown>) => void): string => {
    const content = JSON.parse(policyText(policy)) as Record<string, unknown>;
    edit(content);
    return JSON.stringify(content);
  };

  test('is read as it was written', () => {
    expect(parsePolicy(policyText(policy))).toEqual(policy);
  });

  test('one of before there were devices does not start, and says what to add', () => {
    for (const tier of ['withoutOperators', 'withOneOperator']) {
      const older = changed((content) => {
        for (const asset of content['assets'] as Record<string, unknown>[]) delete asset[tier];
      });
      expect(() => parsePolicy(older)).toThrow(
        new RegExp(`USDT.erc20.${tier} is missing: .*"perDay": "0"`),
      );
    }
  });

  test('refuses a page with a path, a device twice, and keys that devices do not have', () => {
    const operators = (value: object): string =>
      changed((content) => (content['operators'] = value));
    expect(() => parsePolicy(operators({ origin: `${ORIGIN}/office`, devices: [] }))).toThrow(
      'operators.origin',
    );
    expect(() =>
      parsePolicy(operators({ origin: ORIGIN, devices: [ann.listed, ann.listed] })),
    ).toThrow('twice');
    expect(() =>
      parsePolicy(operators({ origin: ORIGIN, devices: [{ ...ann.listed, publicKey: 'AAAA' }] })),
    ).toThrow();
    expect(() =>
      parsePolicy(operators({ origin: ORIGIN, devices: [{ ...ann.listed, operator: '' }] })),
    ).toThrow('operator');
  });

  test('without operators nobody agrees', async () => {
    const { operators: _operators, ...without } = policy;
    openSigner(without);
    const wish = { id: 0, dollars: 500n };
    const { terms, expiresAtMs, site } = asked(wish);
    expect(site).toBe('');
    expect(await outcome(wish, [ann.agree({ origin: ORIGIN, terms, expiresAtMs })])).toBe(
      'operators_needed',
    );
  });
});
