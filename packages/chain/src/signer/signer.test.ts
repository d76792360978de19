import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import {
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type Hex,
  type TransactionSerializable,
  type TransactionSerializableEIP1559,
} from 'viem';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Unsigned } from '../adapter.ts';
import type { KeyRef } from '../chains.ts';
import { buildTransaction, raiseFee, type UnsignedBitcoin } from '../bitcoin/build-transaction.ts';
import { encodeTransfer } from '../ethereum/erc20.ts';
import {
  depositKey,
  hotKey,
  sampleAddress,
  sampleOutput,
  sampleRoot,
  SAMPLE_MNEMONIC,
} from '../testing/sample-keys.ts';
import { decodeSigned, encodeTronRaw, type TronAction } from '../tron/tron-transaction.ts';
import { sealApproval, type Approval } from './approval.ts';
import { createKeystore, openKeystore } from './keystore.ts';
import {
  BY_EXCHANGE_ALONE,
  parsePolicy,
  policyText,
  type SignerAsset,
  type SignerPolicy,
  type Tiers,
} from './policy.ts';
import { SignerRefusal } from './refusal.ts';
import { SignerClient } from './signer-client.ts';
import { appendWhole, SignerLog } from './signer-log.ts';
import { serveSigner } from './signer-server.ts';
import { Signer, type SignRequest } from './signer.ts';

const KEY = Buffer.alloc(32, 7);
const DOLLAR = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const TRON_DOLLAR = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const CUSTOMER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const THIEF = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const TRON_CUSTOMER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const BITCOIN_CUSTOMER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const OLD_CUSTOMER = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';
const MINUTE = 60_000;

const assets: readonly Omit<SignerAsset, keyof Tiers>[] = [
  { id: 'ETH', chain: 'ethereum', decimals: 18, dust: 0n, perHour: 10n ** 19n, perDay: 10n ** 20n },
  {
    id: 'USDT.erc20',
    chain: 'ethereum',
    token: DOLLAR,
    decimals: 6,
    dust: 0n,
    perHour: 1_000_000_000n,
    perDay: 1_500_000_000n,
  },
  { id: 'BTC', chain: 'bitcoin', decimals: 8, dust: 1000n, perHour: 10n ** 8n, perDay: 10n ** 9n },
  {
    id: 'USDT.omni',
    chain: 'bitcoin',
    token: '31',
    decimals: 8,
    dust: 0n,
    perHour: 10n ** 12n,
    perDay: 10n ** 12n,
  },
  {
    id: 'USDT.trc20',
    chain: 'tron',
    token: TRON_DOLLAR,
    decimals: 6,
    dust: 0n,
    perHour: 10n ** 12n,
    perDay: 10n ** 12n,
  },
];
const policy: SignerPolicy = {
  ethereumChainId: 1,
  bitcoinNetwork: 'regtest',
  assets: assets.map((asset) => ({ ...asset, ...BY_EXCHANGE_ALONE })),
  mostFee: { ethereum: 10n ** 17n, bitcoin: 1_000_000n, tron: 200_000_000n },
  coldAddresses: ['0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  fees: { tron: { perHour: 100_000_000n, perDay: 1_000_000_000n } },
  moves: { perHour: 5n, perDay: 8n },
};

const folder = mkdtempSync(path.join(tmpdir(), 'meridian-signer-'));
afterAll(() => rmSync(folder, { recursive: true }));
let nowMs = 0;
let signer: Signer;
let log: SignerLog;
let file = '';
let run = 0;

function openSigner(): void {
  log = new SignerLog(file);
  signer = new Signer({ root: sampleRoot, policy, log, approvalKey: KEY, now: () => nowMs });
}

beforeEach(() => {
  nowMs = 1_800_000_000_000;
  run += 1;
  file = path.join(folder, `signed-${run}.jsonl`);
  openSigner();
});

const hot = sampleAddress(hotKey('ethereum'));

function ethereum(change: Partial<TransactionSerializableEIP1559> = {}): Unsigned {
  const { nonce = 0 } = change;
  const transaction = {
    type: 'eip1559',
    chainId: 1,
    nonce,
    gas: 60_000n,
    maxFeePerGas: 20n * 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
    to: DOLLAR,
    data: encodeTransfer(CUSTOMER, 100_000_000n),
    ...change,
  } as const;
  return {
    chain: 'ethereum',
    from: hot,
    key: hotKey('ethereum'),
    nonce,
    transaction: serializeTransaction(transaction as TransactionSerializableEIP1559),
  };
}

function approval(change: Partial<Approval> = {}): Approval {
  return {
    id: 'withdrawal:1',
    kind: 'withdrawal',
    chain: 'ethereum',
    asset: 'USDT.erc20',
    to: CUSTOMER,
    amount: '100000000',
    maxFee: (10n ** 16n).toString(),
    attempt: 1,
    expiresAtMs: nowMs + 10 * MINUTE,
    ...change,
  };
}

const request = (
  unsigned: Unsigned,
  allowed: Approval,
  toKey?: SignRequest['toKey'],
): SignRequest => ({
  approval: sealApproval(allowed, KEY),
  unsigned,
  ...(toKey === undefined ? {} : { toKey }),
});

async function reason(wanted: SignRequest): Promise<string> {
  try {
    await signer.sign(wanted);
    return 'signed';
  } catch (error) {
    if (error instanceof SignerRefusal) return error.reason;
    throw error;
  }
}

describe('what was approved is signed', () => {
  test('an ERC-20 withdrawal, by the key of the hot address', async () => {
    const { raw, txid } = await signer.sign(request(ethereum(), approval()));
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(
      hot,
    );
    expect(parseTransaction(raw as Hex)).toMatchObject({
      to: DOLLAR.toLowerCase(),
      data: encodeTransfer(CUSTOMER, 100_000_000n),
      nonce: 0,
    });
    expect(txid).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test('ether', async () => {
    const coin = ethereum({ to: CUSTOMER, value: 5n * 10n ** 17n, data: '0x', gas: 21_000n });
    expect(
      await reason(request(coin, approval({ asset: 'ETH', amount: '500000000000000000' }))),
    ).toBe('signed');
  });

  test('a sweep to a hot address of ours, and a move to a cold one', async () => {
    const fromDeposit: Unsigned = {
      ...(ethereum({ data: encodeTransfer(hot, 5n) }) as Extract<Unsigned, { chain: 'ethereum' }>),
      from: sampleAddress(depositKey('ethereum', 3)),
      key: depositKey('ethereum', 3),
    };
    const sweep = approval({ id: 'sweep:1', kind: 'internal', to: hot, amount: '5' });
    expect(await reason(request(fromDeposit, sweep, hotKey('ethereum')))).toBe('signed');
    const [cold = ''] = policy.coldAddresses;
    expect(
      await reason(
        request(
          ethereum({ data: encodeTransfer(cold, 5n) }),
          approval({ id: 'cold:1', kind: 'internal', to: cold, amount: '5' }),
        ),
      ),
    ).toBe('signed');
  });
});

describe('what was not approved is refused', () => {
  const plain = (): Unsigned => ethereum();

  test('Bybit, February 2025: the bytes say something else than the approval', async () => {
    expect(
      await reason(request(ethereum({ data: encodeTransfer(THIEF, 100_000_000n) }), approval())),
    ).toBe('wrong_destination');
    expect(
      await reason(request(ethereum({ data: encodeTransfer(CUSTOMER, 100_000_001n) }), approval())),
    ).toBe('wrong_amount');
    expect(
      await reason(
        request(ethereum({ to: CUSTOMER, value: 100_000_000n, data: '0x' }), approval()),
      ),
    ).toBe('wrong_asset');
    expect(await reason(request(ethereum({ to: THIEF }), approval()))).toBe('unknown_asset');
    expect(await reason(request(ethereum({ value: 1n }), approval()))).toBe('malformed');
    expect(
      await reason(
        request(ethereum({ data: `${encodeTransfer(CUSTOMER, 100_000_000n)}00` }), approval()),
      ),
    ).toBe('malformed');
    expect(await reason(request(ethereum({ data: '0x095ea7b3' }), approval()))).toBe('malformed');
    expect(await reason(request(ethereum({ chainId: 31_337 }), approval()))).toBe('wrong_chain');
    expect(await reason(request(ethereum({ gas: 900_000n }), approval()))).toBe('fee_too_high');
    expect(
      await reason(
        request(ethereum({ gas: 9_000_000n }), approval({ maxFee: (10n ** 18n).toString() })),
      ),
    ).toBe('fee_too_high');
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  test('every field of an approval is under its seal', async () => {
    const sealed = sealApproval(approval(), KEY);
    const changes: Partial<Approval>[] = [
      { id: 'withdrawal:2' },
      { kind: 'internal' },
      { chain: 'tron' },
      { asset: 'ETH' },
      { to: THIEF },
      { amount: '1' },
      { maxFee: '1' },
      { attempt: 2 },
      { expiresAtMs: nowMs * 2 },
    ];
    for (const change of changes)
      expect(await reason({ approval: { ...sealed, ...change }, unsigned: plain() })).toBe(
        'not_approved',
      );
    expect(
      await reason({ approval: sealApproval(approval(), Buffer.alloc(32, 8)), unsigned: plain() }),
    ).toBe('not_approved');
    expect(await reason({ approval: { ...sealed, seal: '' }, unsigned: plain() })).toBe(
      'not_approved',
    );
  });

  test('an approval that is too old', async () => {
    expect(await reason(request(plain(), approval({ expiresAtMs: nowMs })))).toBe(
      'approval_expired',
    );
  });

  test('coins from a deposit address, or from a key that is not that of the address', async () => {
    const deposit = depositKey('ethereum');
    const fromDeposit = {
      ...(plain() as Extract<Unsigned, { chain: 'ethereum' }>),
      key: deposit,
      from: sampleAddress(deposit),
    };
    expect(await reason(request(fromDeposit, approval()))).toBe('wrong_source');
    expect(await reason(request({ ...fromDeposit, from: hot }, approval()))).toBe('wrong_source');
    expect(
      await reason(request({ ...fromDeposit, key: { ...deposit, account: 9 } }, approval())),
    ).toBe('wrong_source');
  });

  test('an internal transfer to a stranger', async () => {
    expect(await reason(request(plain(), approval({ kind: 'internal' })))).toBe('not_own_address');
    expect(
      await reason(request(plain(), approval({ kind: 'internal' }), depositKey('ethereum'))),
    ).toBe('not_own_address');
  });

  test('while paused, all or one asset, over a restart too', async () => {
    signer.pause('USDT.erc20');
    expect(await reason(request(plain(), approval()))).toBe('paused');
    log.close();
    openSigner();
    expect(await reason(request(plain(), approval()))).toBe('paused');
    signer.resume('USDT.erc20');
    signer.pause('*');
    expect(await reason(request(plain(), approval()))).toBe('paused');
    signer.resume('*');
    expect(await reason(request(plain(), approval()))).toBe('signed');
  });
});

describe('one type of transaction is signed on Ethereum, whose fee is known', () => {
  const address = { to: DOLLAR, data: encodeTransfer(CUSTOMER, 100_000_000n) } as const;
  const common = { chainId: 1, nonce: 0, gas: 60_000n, ...address };
  /** 60,000 gas at this price are 500 ether. */
  const gasPrice = 8_333n * 10n ** 12n;
  const eip1559 = { ...common, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n };
  const versionedHash = `0x01${'00'.repeat(31)}` as const;
  const others: readonly (readonly [string, TransactionSerializable])[] = [
    ['type 0', { ...common, type: 'legacy', gasPrice }],
    ['type 1', { ...common, type: 'eip2930', gasPrice }],
    [
      'type 1 with an access list',
      { ...common, type: 'eip2930', gasPrice, accessList: [{ address: DOLLAR, storageKeys: [] }] },
    ],
    [
      'type 2 with an access list',
      { ...eip1559, type: 'eip1559', accessList: [{ address: DOLLAR, storageKeys: [] }] },
    ],
    ['type 2 without a price', { ...common, type: 'eip1559' }],
    ['type 2 without gas', { ...eip1559, gas: 0n, type: 'eip1559' }],
    [
      'type 3',
      {
        ...eip1559,
        type: 'eip4844',
        maxFeePerBlobGas: 10n ** 15n,
        blobVersionedHashes: [versionedHash],
      },
    ],
    [
      'type 4',
      {
        ...eip1559,
        type: 'eip7702',
        authorizationList: [
          {
            address: THIEF,
            chainId: 1,
            nonce: 0,
            r: `0x${'11'.repeat(32)}`,
            s: `0x${'22'.repeat(32)}`,
            yParity: 0,
          },
        ],
      },
    ],
  ];

  test.each(others)(
    '%s is refused, to a customer and between our own addresses',
    async (_type, transaction) => {
      const made = (change: object): Unsigned => ({
        ...(ethereum() as Extract<Unsigned, { chain: 'ethereum' }>),
        transaction: serializeTransaction({ ...transaction, ...change } as TransactionSerializable),
      });
      expect(await reason(request(made({}), approval({ maxFee: '1' })))).toBe('malformed');
      const inside = approval({
        id: 'sweep:1',
        kind: 'internal',
        to: hot,
        amount: '5',
        maxFee: '1',
      });
      expect(
        await reason(request(made({ data: encodeTransfer(hot, 5n) }), inside, hotKey('ethereum'))),
      ).toBe('malformed');
      expect(readFileSync(file, 'utf8')).toBe('');
    },
  );
});

describe('an id is paid once (invariant W3)', () => {
  test('the same request gives the same bytes, over a restart too', async () => {
    const wanted = request(ethereum(), approval());
    const first = await signer.sign(wanted);
    log.close();
    // A crash in the middle of the next line.
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"signed":{"id":"withdr`);
    openSigner();
    expect(await signer.sign(wanted)).toEqual(first);
    expect(
      await reason(
        request(
          ethereum({ nonce: 1, data: encodeTransfer(CUSTOMER, 7n) }),
          approval({ id: 'withdrawal:2', amount: '7' }),
        ),
      ),
    ).toBe('signed');
    log.close();
    openSigner();
    expect(log.find('withdrawal:2')?.amount).toBe('7');
  });

  test('a replacement keeps nonce and transfer', async () => {
    await signer.sign(request(ethereum(), approval()));
    expect(await reason(request(ethereum({ maxFeePerGas: 30n * 10n ** 9n }), approval()))).toBe(
      'signed',
    );
    expect(await reason(request(ethereum({ nonce: 1 }), approval()))).toBe('already_signed');
    expect(
      await reason(
        request(ethereum({ data: encodeTransfer(CUSTOMER, 5n) }), approval({ amount: '5' })),
      ),
    ).toBe('already_signed');
    expect(signer.status().outflow['USDT.erc20']).toEqual({ hour: '100000000', day: '100000000' });
  });

  test('a nonce belongs to one id', async () => {
    await signer.sign(request(ethereum(), approval()));
    expect(await reason(request(ethereum(), approval({ id: 'withdrawal:2' })))).toBe('slot_taken');
  });

  test('a hundred at once sign as if one came after the other', async () => {
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        reason(
          request(
            ethereum({
              nonce: at % 50,
              maxFeePerGas: BigInt(at + 10 ** 9),
              maxPriorityFeePerGas: 1n,
            }),
            approval({ id: `withdrawal:${at}`, amount: '100000000' }),
          ),
        ),
      ),
    );
    // Ten fit the hour's limit; a nonce that was used is refused before or after.
    expect(results.filter((result) => result === 'signed')).toHaveLength(10);
    expect(new Set(results)).toEqual(new Set(['signed', 'over_limit']));
  });
});

describe('limits hold for all withdrawals together (Binance, May 2019)', () => {
  const spend = (at: number, amount: bigint): Promise<string> =>
    reason(
      request(
        ethereum({ nonce: at, data: encodeTransfer(CUSTOMER, amount) }),
        approval({
          id: `withdrawal:${at}`,
          amount: amount.toString(),
          expiresAtMs: nowMs + MINUTE,
        }),
      ),
    );

  test('within an hour and within a day, over a restart too', async () => {
    expect(await spend(0, 600_000_000n)).toBe('signed');
    expect(await spend(1, 400_000_001n)).toBe('over_limit');
    expect(await spend(1, 400_000_000n)).toBe('signed');
    nowMs += 61 * MINUTE;
    log.close();
    openSigner();
    expect(await spend(2, 500_000_001n)).toBe('over_limit');
    expect(await spend(2, 500_000_000n)).toBe('signed');
    nowMs += 24 * 60 * MINUTE;
    expect(await spend(3, 1_000_000_000n)).toBe('signed');
  });
});

describe('what is not withdrawn is bounded too', () => {
  const GWEI = 10n ** 9n;
  /** A transfer of one unit to a customer that costs a tenth of an ether at most. */
  const dear = (at: number, change: Partial<Approval> = {}): SignRequest =>
    request(
      ethereum({
        nonce: at,
        gas: 100_000n,
        maxFeePerGas: 1_000n * GWEI,
        data: encodeTransfer(CUSTOMER, 1n),
      }),
      approval({
        id: `withdrawal:${at}`,
        amount: '1',
        maxFee: (10n ** 18n).toString(),
        expiresAtMs: nowMs + MINUTE,
        ...change,
      }),
    );
  /** Dollars from one hot address of ours to another key of ours. */
  const move = (at: number, key: KeyRef, amount = 5n, gas = 60_000n): SignRequest => {
    const to = sampleAddress(key);
    const unsigned = ethereum({
      nonce: at,
      gas,
      maxFeePerGas: 1_000n * GWEI,
      data: encodeTransfer(to, amount),
    });
    return request(
      unsigned,
      approval({
        id: `sweep:${at}`,
        kind: 'internal',
        to,
        amount: amount.toString(),
        maxFee: (10n ** 18n).toString(),
        expiresAtMs: nowMs + MINUTE,
      }),
      key,
    );
  };

  test('fees count in the limits of the coin that they are paid in, beside what is withdrawn of it', async () => {
    // Ten ether an hour: nine and a half withdrawn, and five fees of a tenth.
    const coin = ethereum({
      to: CUSTOMER,
      value: 95n * 10n ** 17n,
      data: '0x',
      gas: 21_000n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    });
    expect(
      await reason(
        request(coin, approval({ asset: 'ETH', amount: (95n * 10n ** 17n).toString() })),
      ),
    ).toBe('signed');
    for (let at = 2; at < 6; at += 1) expect(await reason(dear(at))).toBe('signed');
    expect(await reason(dear(6))).toBe('over_limit');
    expect(await reason(move(6, hotKey('ethereum'), 5n, 100_000n))).toBe('over_limit');
    log.close();
    openSigner();
    expect(await reason(dear(6))).toBe('over_limit');
    expect(BigInt(signer.status().outflow['ETH']?.hour ?? '')).toBe(
      95n * 10n ** 17n + 21_000n + 4n * 10n ** 17n,
    );
    nowMs += 61 * MINUTE;
    expect(await reason(dear(6))).toBe('signed');
  });

  test('fees of moves between our own addresses count, and so does what a replacement adds', async () => {
    expect(await reason(move(0, hotKey('ethereum')))).toBe('signed');
    expect(signer.status().outflow).toMatchObject({
      ETH: { hour: (6n * 10n ** 16n).toString() },
      'USDT.erc20': { hour: '0' },
      moves: { hour: '1' },
    });
    expect(await reason(dear(1))).toBe('signed');
    // Lower, higher, and the same again: what one of them can cost at most.
    for (const price of [500n, 900n, 1_000n]) {
      const again = ethereum({
        nonce: 1,
        gas: 100_000n,
        maxFeePerGas: price * GWEI,
        data: encodeTransfer(CUSTOMER, 1n),
      });
      expect(
        await reason(
          request(
            again,
            approval({ id: 'withdrawal:1', amount: '1', maxFee: (10n ** 18n).toString() }),
          ),
        ),
      ).toBe('signed');
    }
    expect(signer.status().outflow['ETH']).toMatchObject({ hour: (16n * 10n ** 16n).toString() });
  });

  test('a replacement that costs more than the limit has left is refused', async () => {
    const coin = ethereum({
      nonce: 9,
      to: CUSTOMER,
      value: 99n * 10n ** 17n,
      data: '0x',
      gas: 21_000n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
    });
    expect(
      await reason(
        request(
          coin,
          approval({ id: 'withdrawal:9', asset: 'ETH', amount: (99n * 10n ** 17n).toString() }),
        ),
      ),
    ).toBe('signed');
    const first = ethereum({ nonce: 1, gas: 100_000n, data: encodeTransfer(CUSTOMER, 1n) });
    expect(await reason(request(first, approval({ id: 'withdrawal:1', amount: '1' })))).toBe(
      'signed',
    );
    expect(await reason(dear(1))).toBe('over_limit');
  });

  test('the number of moves between our own addresses', async () => {
    for (let at = 0; at < 5; at += 1)
      expect(await reason(move(at, hotKey('ethereum')))).toBe('signed');
    expect(await reason(move(5, hotKey('ethereum')))).toBe('over_limit');
    nowMs += 61 * MINUTE;
    for (let at = 5; at < 8; at += 1)
      expect(await reason(move(at, hotKey('ethereum')))).toBe('signed');
    expect(await reason(move(8, hotKey('ethereum')))).toBe('over_limit');
  });

  test('coins that go out to an address of a customer of ours count as if they left; those that come back do not', async () => {
    expect(await reason(move(0, depositKey('ethereum', 2_000_000), 600_000_000n))).toBe('signed');
    expect(await reason(move(1, depositKey('ethereum', 4), 400_000_001n))).toBe('over_limit');
    expect(await reason(move(1, hotKey('ethereum'), 600_000_000n))).toBe('signed');
  });

  test('a move ends at one of the first hot addresses', async () => {
    expect(await reason(move(0, hotKey('ethereum', 19)))).toBe('signed');
    expect(await reason(move(1, hotKey('ethereum', 20)))).toBe('not_own_address');
    const { approval: sealed, unsigned } = move(2, hotKey('ethereum'));
    for (const key of [
      { ...hotKey('ethereum'), index: -1 },
      { ...hotKey('ethereum'), index: 0.5 },
      { branch: 'dogecoin', account: 1, index: 0 } as unknown as KeyRef,
    ])
      expect(await reason({ approval: sealed, unsigned, toKey: key })).toBe('malformed');
  });
});

describe('Tron', () => {
  const make = (
    change: {
      action?: Partial<Extract<TronAction, { kind: 'token' }>>;
      feeLimit?: bigint;
      expiresAtMs?: number;
    } = {},
  ): Extract<Unsigned, { chain: 'tron' }> => {
    const { feeLimit = 30_000_000n, expiresAtMs = nowMs + MINUTE } = change;
    const from = sampleAddress(hotKey('tron'));
    const action = {
      kind: 'token',
      from,
      contract: TRON_DOLLAR,
      to: TRON_CUSTOMER,
      amount: 25_000_000n,
      ...change.action,
    } as const;
    const raw = encodeTronRaw({
      refBlockBytes: '1f2e',
      refBlockHash: '0102030405060708',
      expiresAtMs,
      createdAtMs: nowMs,
      feeLimit,
      action,
    });
    return {
      chain: 'tron',
      from,
      key: hotKey('tron'),
      rawData: Buffer.from(raw).toString('hex'),
      expiresAtMs,
    };
  };
  const allowed = (change: Partial<Approval> = {}): Approval =>
    approval({
      chain: 'tron',
      asset: 'USDT.trc20',
      to: TRON_CUSTOMER,
      amount: '25000000',
      maxFee: '50000000',
      ...change,
    });

  test('signs the hash of the bytes', async () => {
    const { raw, txid } = await signer.sign(request(make(), allowed()));
    expect(decodeSigned(raw).signature).toHaveLength(65);
    expect(txid).toHaveLength(64);
  });

  test('refuses other bytes', async () => {
    expect(
      await reason(request(make({ action: { to: sampleAddress(hotKey('tron', 5)) } }), allowed())),
    ).toBe('wrong_destination');
    expect(await reason(request(make({ action: { amount: 1n } }), allowed()))).toBe('wrong_amount');
    expect(await reason(request(make({ action: { contract: TRON_CUSTOMER } }), allowed()))).toBe(
      'unknown_asset',
    );
    expect(await reason(request(make({ feeLimit: 60_000_000n }), allowed()))).toBe('fee_too_high');
    const withMemo = make();
    // Field 10 with one byte, where it belongs: before the contract.
    const at = withMemo.rawData.indexOf('5a');
    expect(
      await reason(
        request(
          {
            ...withMemo,
            rawData: `${withMemo.rawData.slice(0, at)}520141${withMemo.rawData.slice(at)}`,
          },
          allowed(),
        ),
      ),
    ).toBe('malformed');
  });

  test('what the bytes cost is a part of the fee, beside what the contract may burn', async () => {
    expect(await reason(request(make(), allowed({ maxFee: '30000000' })))).toBe('fee_too_high');
    expect(await reason(request(make(), allowed({ maxFee: '30500000' })))).toBe('signed');
    expect(Number(signer.status().outflow['fees.tron']?.hour)).toBeGreaterThan(30_300_000);
  });

  test('fees have a limit of their own, because no TRX is listed', async () => {
    for (let at = 0; at < 3; at += 1)
      expect(await reason(request(make(), allowed({ id: `withdrawal:${at}` })))).toBe('signed');
    expect(await reason(request(make(), allowed({ id: 'withdrawal:3' })))).toBe('over_limit');
  });

  test('each attempt counts: nothing but the word of the exchange says that the first one never arrived', async () => {
    const attempt = (number: number, amount = 600_000_000_000n): Promise<string> =>
      reason(
        request(
          make({ action: { amount }, feeLimit: 1_000n }),
          allowed({ attempt: number, amount: amount.toString(), expiresAtMs: nowMs + MINUTE }),
        ),
      );
    expect(await attempt(1)).toBe('signed');
    nowMs += 3 * MINUTE;
    expect(await attempt(2)).toBe('over_limit');
    nowMs += 24 * 60 * MINUTE;
    expect(await attempt(2)).toBe('signed');
    expect(signer.status().outflow['USDT.trc20']).toEqual({
      hour: '600000000000',
      day: '600000000000',
    });
  });

  test('a second attempt only when the first has surely expired, and the exchange says so', async () => {
    await signer.sign(request(make(), allowed()));
    const firstEnds = nowMs + MINUTE;
    expect(
      await reason(request(make({ expiresAtMs: nowMs + 2 * MINUTE }), allowed({ attempt: 2 }))),
    ).toBe('too_early');
    nowMs = firstEnds + MINUTE + 1;
    expect(await reason(request(make(), allowed({ attempt: 1 })))).toBe('too_early');
    expect(await reason(request(make(), allowed({ attempt: 2 })))).toBe('signed');
  });
});

describe('Bitcoin', () => {
  const coins = [
    sampleOutput(hotKey('bitcoin', 1), 40_000n, 1),
    sampleOutput(hotKey('bitcoin', 2), 90_000n, 2),
  ];
  const previous = new Map(coins.map((coin) => [coin.output.txid, coin.previous]));
  const change = { address: sampleAddress(hotKey('bitcoin', 9)), key: hotKey('bitcoin', 9) };
  const make = (to = BITCOIN_CUSTOMER, payment = 60_000n): Promise<UnsignedBitcoin> =>
    buildTransaction({
      network: 'regtest',
      source: { kind: 'outputs', available: coins.map(({ output }) => output), change },
      to,
      payment,
      perKilobyte: 5_000n,
      previous: ({ txid }) => Promise.resolve(previous.get(txid) ?? ''),
    });
  const allowed = (more: Partial<Approval> = {}): Approval =>
    approval({
      chain: 'bitcoin',
      asset: 'BTC',
      to: BITCOIN_CUSTOMER,
      amount: '60000',
      maxFee: '5000',
      ...more,
    });

  /** The same PSBT with its outputs changed. */
  function tamper(
    unsigned: UnsignedBitcoin,
    edit: (outputs: { script: Uint8Array; amount: bigint }[]) => void,
  ): UnsignedBitcoin {
    const before = Transaction.fromPSBT(base64.decode(unsigned.psbt), {
      allowUnknownOutputs: true,
    });
    const outputs = Array.from({ length: before.outputsLength }, (_, at) =>
      before.getOutput(at),
    ).map(({ script = new Uint8Array(), amount = 0n }) => ({ script, amount }));
    edit(outputs);
    const after = new Transaction({ allowUnknownOutputs: true });
    for (let at = 0; at < before.inputsLength; at += 1) after.addInput(before.getInput(at));
    for (const output of outputs) after.addOutput(output);
    return { ...unsigned, psbt: base64.encode(after.toPSBT()) };
  }

  test('signs every input; a replacement has the same inputs', async () => {
    const unsigned = await make();
    const { raw, txid } = await signer.sign(request(unsigned, allowed()));
    const transaction = Transaction.fromRaw(Buffer.from(raw, 'hex'), { allowUnknownOutputs: true });
    expect([transaction.id, transaction.inputsLength, transaction.outputsLength]).toEqual([
      txid,
      1,
      2,
    ]);
    const raised = raiseFee(unsigned, 9_000n);
    expect(raised.inputs).toEqual(unsigned.inputs);
    expect((await signer.sign(request(raised, allowed()))).txid).not.toBe(txid);
    expect(await reason(request(await make(), allowed({ id: 'withdrawal:9' })))).toBe('slot_taken');
  });

  test('refuses another receiver, another amount, a stolen change and a second receiver', async () => {
    const unsigned = await make();
    expect(await reason(request(await make(OLD_CUSTOMER), allowed()))).toBe('wrong_destination');
    expect(await reason(request(await make(BITCOIN_CUSTOMER, 60_001n), allowed()))).toBe(
      'wrong_amount',
    );
    expect(await reason(request(unsigned, allowed({ maxFee: '10' })))).toBe('fee_too_high');
    const stolen = tamper(unsigned, (outputs) =>
      outputs.splice(0, 1, { ...outputs[0]!, script: outputs[1]!.script }),
    );
    expect(await reason(request(stolen, allowed()))).toBe('wrong_change');
    expect(await reason(request({ ...stolen, change: null }, allowed()))).toBe('malformed');
    expect(await reason(request({ ...unsigned, change: null }, allowed()))).toBe('malformed');
    const generous = tamper(unsigned, (outputs) =>
      outputs.splice(0, 1, { ...outputs[0]!, amount: 546n }),
    );
    expect(await reason(request(generous, allowed()))).toBe('fee_too_high');
    expect(await reason(request({ ...unsigned, keys: [hotKey('bitcoin', 3)] }, allowed()))).toBe(
      'wrong_source',
    );
    expect(
      await reason(request({ ...unsigned, psbt: unsigned.psbt.slice(0, 100) }, allowed())),
    ).toBe('malformed');
  });

  test('outputs at deposit addresses are spent from where they are; change goes to a hot one only', async () => {
    const deposit = sampleOutput(depositKey('bitcoin', 4), 80_000n, 4);
    const spend = (key: typeof change.key): Promise<UnsignedBitcoin> =>
      buildTransaction({
        network: 'regtest',
        source: {
          kind: 'outputs',
          available: [deposit.output],
          change: { address: sampleAddress(key), key },
        },
        to: BITCOIN_CUSTOMER,
        payment: 60_000n,
        perKilobyte: 5_000n,
        previous: () => Promise.resolve(deposit.previous),
      });
    expect(await reason(request(await spend(depositKey('bitcoin', 4)), allowed()))).toBe(
      'wrong_change',
    );
    // Ours as well, but where nobody looks.
    for (const index of [20, 2_000_000_000])
      expect(await reason(request(await spend(hotKey('bitcoin', index)), allowed()))).toBe(
        'wrong_change',
      );
    expect(await reason(request(await spend(change.key), allowed()))).toBe('signed');
  });

  test('what the inputs are worth is proven by the transactions that made them, on addresses of both forms', async () => {
    for (const branch of ['bitcoin', 'omni'] as const) {
      const coin = sampleOutput(hotKey(branch, 1), 90_000n, 1);
      const unsigned = await buildTransaction({
        network: 'regtest',
        source: { kind: 'outputs', available: [coin.output], change },
        to: BITCOIN_CUSTOMER,
        payment: 60_000n,
        perKilobyte: 5_000n,
        previous: () => Promise.resolve(coin.previous),
      });
      // Nine million satoshi at the same output, said to be ninety thousand: the difference would go to miners.
      const [name = ''] = unsigned.inputs;
      const rich = sampleOutput(hotKey(branch, 1), 9_000_000n, 1);
      const bytes = Buffer.from(base64.decode(unsigned.psbt)).toString('hex');
      const reversed = (txid: string): string => Buffer.from(txid, 'hex').reverse().toString('hex');
      const [txid = ''] = name.split(':');
      const forged = {
        ...unsigned,
        psbt: base64.encode(
          Buffer.from(bytes.replace(reversed(txid), reversed(rich.output.txid)), 'hex'),
        ),
        inputs: [`${rich.output.txid}:0`],
      };
      expect(forged.psbt).not.toBe(unsigned.psbt);
      expect(await reason(request(forged, allowed()))).toBe('malformed');
      expect(await reason(request(unsigned, allowed({ id: `withdrawal:${branch}` })))).toBe(
        'signed',
      );
    }
    expect(BigInt(signer.status().outflow['BTC']?.hour ?? '')).toBeGreaterThan(120_000n + 1_000n);
  });

  test('Omni: payload, receiver behind it, and the sender first', async () => {
    const sender = sampleOutput(hotKey('omni'), 546n, 3);
    const all = [sender, ...coins];
    const unsigned = await buildTransaction({
      network: 'regtest',
      source: { kind: 'outputs', available: all.map(({ output }) => output), change },
      to: OLD_CUSTOMER,
      payment: { property: 31, amount: 12_345_678_900n },
      perKilobyte: 5_000n,
      previous: ({ txid }) =>
        Promise.resolve(all.find(({ output }) => output.txid === txid)?.previous ?? ''),
    });
    expect(unsigned.inputs[0]).toBe(`${sender.output.txid}:0`);
    const omni = allowed({ asset: 'USDT.omni', to: OLD_CUSTOMER, amount: '12345678900' });
    expect(
      await reason(
        request(
          tamper(unsigned, (outputs) =>
            outputs.splice(-1, 1, { ...outputs.at(-1)!, amount: 9_000n }),
          ),
          omni,
        ),
      ),
    ).toBe('malformed');
    expect(await reason(request(unsigned, allowed({ ...omni, amount: '12345678901' })))).toBe(
      'wrong_amount',
    );
    expect(await reason(request(unsigned, omni))).toBe('signed');
    // Its cost in bitcoin: to miners, and the least output, which the receiver gets.
    const cost =
      sender.output.amount +
      coins.reduce(
        (sum, { output }) =>
          unsigned.inputs.includes(`${output.txid}:0`) ? sum + output.amount : sum,
        0n,
      ) -
      (Transaction.fromPSBT(base64.decode(unsigned.psbt), { allowUnknownOutputs: true }).getOutput(
        0,
      ).amount ?? 0n);
    expect(BigInt(signer.status().outflow['BTC']?.hour ?? '')).toBe(cost);
  });
});

describe('keys and policy at rest', () => {
  test('the words are on the disk in no readable form, and open with the passphrase only', () => {
    const keystore = path.join(folder, 'keystore.json');
    createKeystore(keystore, 'a long passphrase', SAMPLE_MNEMONIC);
    expect(readFileSync(keystore, 'utf8')).not.toContain('junk');
    expect(statSync(keystore).mode & 0o077).toBe(0);
    expect(openKeystore(keystore, 'a long passphrase')).toBe(SAMPLE_MNEMONIC);
    expect(() => openKeystore(keystore, 'a wrong passphrase')).toThrow('does not open');
    expect(() => createKeystore(keystore, 'a long passphrase')).toThrow();
    expect(() => createKeystore(`${keystore}.2`, 'short')).toThrow('passphrase');
  });

  test('a policy is read as it was written', () => {
    expect(parsePolicy(policyText(policy))).toEqual(policy);
    expect(() =>
      parsePolicy(policyText(policy).replace('"perDay": "1500000000"', '"perDay": 1500000000')),
    ).toThrow('USDT.erc20.perDay');
    const { fees: _fees, moves: _moves, ...older } = policy;
    expect(() => parsePolicy(policyText(older))).toThrow('fees.tron.perHour');
    const withoutTron = { ...older, assets: older.assets.filter(({ chain }) => chain !== 'tron') };
    expect(parsePolicy(policyText(withoutTron))).toEqual(withoutTron);
  });
});

test('what a signer of before signed still counts', async () => {
  const older = {
    kind: 'withdrawal',
    attempt: 1,
    asset: 'USDT.erc20',
    to: CUSTOMER,
    amount: '900000000',
    slots: [`ethereum:1:${hot.toLowerCase()}:0`],
    digest: 'none',
    txid: '0x00',
    raw: '0x00',
    atMs: nowMs,
  };
  const lines = [
    { id: 'withdrawal:7', ...older },
    { id: 'withdrawal:7', ...older, digest: 'raised' },
    { id: 'sweep:1', ...older, kind: 'internal' },
  ];
  log.close();
  writeFileSync(file, lines.map((signed) => `${JSON.stringify({ signed })}\n`).join(''));
  openSigner();
  expect(signer.status().outflow['USDT.erc20']).toEqual({ hour: '900000000', day: '900000000' });
  expect(
    await reason(
      request(
        ethereum({ nonce: 1, data: encodeTransfer(CUSTOMER, 100_000_001n) }),
        approval({ amount: '100000001' }),
      ),
    ),
  ).toBe('over_limit');
});

describe('over its socket', () => {
  test('signs, refuses with the reason, pauses for anybody and resumes for the exchange', async () => {
    const socket = path.join(folder, 'signer.sock');
    const notes: object[] = [];
    const server = await serveSigner({
      signer,
      approvalKey: KEY,
      socket,
      now: () => nowMs,
      note: (line) => notes.push(line),
    });
    const client = await SignerClient.connect(socket, KEY);
    const stranger = await SignerClient.connect(socket, Buffer.alloc(32, 1));
    const xpubs = await client.xpubs();
    expect(JSON.stringify(xpubs)).not.toContain('xprv');
    expect(xpubs.ethereum.hot).toMatch(/^xpub/);
    await expect(stranger.sign(approval(), ethereum())).rejects.toMatchObject({
      reason: 'not_approved',
    });
    const { txid } = await client.sign(approval(), ethereum());
    expect((await client.sign(approval(), ethereum())).txid).toBe(txid);
    await stranger.pause('*');
    await expect(client.sign(approval(), ethereum())).rejects.toMatchObject({ reason: 'paused' });
    await expect(stranger.resume('*', nowMs)).rejects.toMatchObject({ reason: 'not_approved' });
    await expect(client.resume('*', nowMs - 2 * MINUTE)).rejects.toMatchObject({
      reason: 'not_approved',
    });
    await client.resume('*', nowMs);
    expect((await client.status()).paused).toEqual([]);
    expect(notes.length).toBeGreaterThan(6);
    client.close();
    await expect(client.status()).rejects.toMatchObject({ code: 'unreachable' });
    stranger.close();
    await new Promise((resolve) => server.close(resolve));
  });

  test('a stranger at the socket neither ends it nor fills its memory or its record', async () => {
    const socket = path.join(folder, 'strangers.sock');
    const notes: object[] = [];
    const server = await serveSigner({
      signer,
      approvalKey: KEY,
      socket,
      now: () => nowMs,
      note: (line) => notes.push(line),
    });
    const connection = createConnection(socket);
    const answers = new Promise<string>((resolve) => {
      let text = '';
      connection.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.split('\n').length > 10) resolve(text);
      });
    });
    const long = 'A'.repeat(1_000_000);
    const lines = [
      'null',
      '7',
      '{"id":1}',
      `{"id":2,"method":"${long}"}`,
      `{"id":3,"method":"pause","asset":"${long}"}`,
      '{"id":4,"method":"pause","asset":null}',
      '{"id":5,"method":"pause","asset":"DOGE"}',
    ];
    for (const line of [
      ...lines,
      ...Array.from({ length: 3 }, () => '{"id":6,"method":"pause","asset":"ETH"}'),
    ])
      connection.write(`${line}\n`);
    const given = (await answers)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; ok: boolean });
    expect(given.map(({ id, ok }) => [id, ok])).toEqual([
      [-1, false],
      [-1, false],
      [-1, false],
      [-1, false],
      [3, false],
      [4, false],
      [5, true],
      [6, true],
      [6, true],
      [6, true],
    ]);
    expect(readFileSync(file, 'utf8')).toBe('{"paused":"ETH"}\n');
    expect(JSON.stringify(notes).length).toBeLessThan(2_000);
    connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  test('a line is looked through once, in however many pieces it comes', async () => {
    const socket = path.join(folder, 'pieces.sock');
    const server = await serveSigner({
      signer,
      approvalKey: KEY,
      socket,
      now: () => nowMs,
      note: () => undefined,
    });
    const connection = createConnection(socket);
    const answered = new Promise<string>((resolve) =>
      connection.setEncoding('utf8').once('data', resolve),
    );
    connection.write('{"id":8,"method":"status","more":"');
    // 48 million letters: looked through from the beginning with each piece, they would be 17 thousand million.
    const before = process.cpuUsage();
    for (let at = 0; at < 48; at += 1)
      await new Promise((resolve) => connection.write('a'.repeat(1_000_000), resolve));
    connection.write('"}\n');
    expect(await answered).toContain('"id":8,"ok":true');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_500);
    connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});

test('an approval of a kind that is not counted is signed for nothing', async () => {
  const inside = approval({ id: 'sweep:9', kind: 'x' as Approval['kind'], to: hot, amount: '5' });
  expect(
    await reason(request(ethereum({ data: encodeTransfer(hot, 5n) }), inside, hotKey('ethereum'))),
  ).toBe('malformed');
});

test('a line that the disk takes half of is not in the log: it goes on whole, or is taken back', () => {
  const lines = `${file}.lines`;
  const opened = openSync(lines, 'a');
  const half = (of: number, bytes: Uint8Array): number =>
    writeSync(of, bytes.subarray(0, Math.ceil(bytes.length / 2)));
  appendWhole(opened, 'first line\n', half);
  let calls = 0;
  const full = (of: number, bytes: Uint8Array): number => (calls++ === 0 ? half(of, bytes) : 0);
  expect(() => appendWhole(opened, 'second line\n', full)).toThrow('the disk takes no more');
  appendWhole(opened, 'third line\n');
  closeSync(opened);
  expect(readFileSync(lines, 'utf8')).toBe('first line\nthird line\n');
});
