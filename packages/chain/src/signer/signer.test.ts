import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import {
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type Hex,
  type TransactionSerializable,
} from 'viem';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Unsigned } from '../adapter.ts';
import type { KeyRef } from '../chains.ts';
import { encodeTransfer } from '../ethereum/erc20.ts';
import { depositKey, hotKey, sampleAddress, SAMPLE_MNEMONIC } from '../testing/sample-keys.ts';
import {
  approval,
  clock,
  CUSTOMER,
  DOLLAR,
  ethereum,
  file,
  folder,
  hot,
  KEY,
  log,
  MINUTE,
  openNewSigner,
  openSigner,
  policy,
  reason,
  removeFolder,
  request,
  signer,
} from '../testing/test-signer.ts';
import { sealApproval, type Approval } from './approval.ts';
import { createKeystore, openKeystore } from './keystore.ts';
import { parsePolicy, policyText } from './policy.ts';
import { appendWhole } from './signer-log.ts';
import type { SignRequest } from './signer.ts';

const THIEF = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

beforeEach(openNewSigner);
afterAll(removeFolder);

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
      { expiresAtMs: clock.nowMs * 2 },
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
    expect(await reason(request(plain(), approval({ expiresAtMs: clock.nowMs })))).toBe(
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
  /** 60,000 gas cost 500 ether at this price. */
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
    // Ten fit the hour's limit; a used nonce is refused in any order.
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
          expiresAtMs: clock.nowMs + MINUTE,
        }),
      ),
    );

  test('within an hour and within a day, over a restart too', async () => {
    expect(await spend(0, 600_000_000n)).toBe('signed');
    expect(await spend(1, 400_000_001n)).toBe('over_limit');
    expect(await spend(1, 400_000_000n)).toBe('signed');
    clock.nowMs += 61 * MINUTE;
    log.close();
    openSigner();
    expect(await spend(2, 500_000_001n)).toBe('over_limit');
    expect(await spend(2, 500_000_000n)).toBe('signed');
    clock.nowMs += 24 * 60 * MINUTE;
    expect(await spend(3, 1_000_000_000n)).toBe('signed');
  });
});

describe('what is not withdrawn is bounded too', () => {
  const GWEI = 10n ** 9n;
  /** A transfer of one unit to a customer that costs at most a tenth of an ether. */
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
        expiresAtMs: clock.nowMs + MINUTE,
        ...change,
      }),
    );
  /** Dollars from a hot address to another own key. */
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
        expiresAtMs: clock.nowMs + MINUTE,
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
    clock.nowMs += 61 * MINUTE;
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
    // Lower, higher, and repeated: only the highest possible cost counts.
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
    clock.nowMs += 61 * MINUTE;
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
    atMs: clock.nowMs,
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
