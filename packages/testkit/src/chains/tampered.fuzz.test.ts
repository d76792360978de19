import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Unsigned } from '@meridian/chain/adapter';
import { type KeyRef, MOST_FEE } from '@meridian/chain/chains';
import { buildTransaction } from '@meridian/chain/bitcoin/build-transaction';
import { encodeTransfer } from '@meridian/chain/ethereum/erc20';
import { sealApproval, type Approval } from '@meridian/chain/signer/approval';
import { BY_EXCHANGE_ALONE } from '@meridian/chain/signer/policy';
import { SignerRefusal } from '@meridian/chain/signer/refusal';
import { SignerLog } from '@meridian/chain/signer/signer-log';
import { Signer } from '@meridian/chain/signer/signer';
import {
  hotKey,
  sampleAddress,
  sampleOutput,
  sampleRoot,
} from '@meridian/chain/testing/sample-keys';
import { decodeSigned } from '@meridian/chain/testing/signed-tron';
import { encodeTronRaw } from '@meridian/chain/tron/tron-transaction';
import { base64 } from '@scure/base';
import {
  parseTransaction as parseEthereum,
  serializeTransaction,
  type Hex,
  type TransactionSerializable,
} from 'viem';
import { afterAll, expect, test } from 'vitest';
import { SeededRandom } from '../seeded-random.ts';
import { parseTransaction as parseBitcoin } from './bitcoin-transaction.ts';

// Invariant W6: however the bytes are tampered with on their way to the signer, a signature pays
// the approved address the approved amount, at no more than the approved fee. Signed bytes are read
// by other code than the signer's.

const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 4_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const KEY = Buffer.alloc(32, 9);
const DOLLAR = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const TRON_DOLLAR = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const CUSTOMER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON_CUSTOMER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const BITCOIN_CUSTOMER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const BITCOIN_SCRIPT = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
const folder = mkdtempSync(path.join(tmpdir(), 'meridian-tampered-'));
afterAll(() => rmSync(folder, { recursive: true }));

const most = { perHour: 10n ** 30n, perDay: 10n ** 30n };
const limits = { dust: 0n, ...most, ...BY_EXCHANGE_ALONE };
const signer = new Signer({
  root: sampleRoot,
  policy: {
    ethereumChainId: 1,
    bitcoinNetwork: 'regtest',
    assets: [
      { id: 'USDT.erc20', chain: 'ethereum', token: DOLLAR, decimals: 6, ...limits },
      { id: 'ETH', chain: 'ethereum', decimals: 18, ...limits },
      { id: 'BTC', chain: 'bitcoin', decimals: 8, ...limits },
      { id: 'USDT.trc20', chain: 'tron', token: TRON_DOLLAR, decimals: 6, ...limits },
    ],
    mostFee: { ...MOST_FEE, ethereum: 10n ** 18n, bitcoin: 10n ** 8n, tron: 10n ** 10n },
    coldAddresses: [],
    fees: { tron: { perHour: 10n ** 30n, perDay: 10n ** 30n } },
  },
  log: new SignerLog(path.join(folder, 'signed.jsonl')),
  approvalKey: KEY,
  now: () => 1_000,
});

interface Subject {
  readonly approval: Omit<Approval, 'id'>;
  readonly unsigned: Unsigned;
  /** The bytes that are tampered with. */
  readonly bytes: Uint8Array;
  /** The same transfer in the chain's other types of transaction, valid and tampered with. */
  readonly otherTypes?: readonly Uint8Array[];
  /** The key behind the destination of an internal transfer. */
  readonly toKey?: KeyRef;
  readonly rebuilt: (bytes: Uint8Array) => Unsigned;
  /** Fails if the signed bytes differ from the approval. */
  readonly judge: (raw: string) => void;
}

const common = { kind: 'withdrawal', attempt: 1, expiresAtMs: 2_000 } as const;

/** Dollars to a customer, or to another address of ours. */
function ethereum(kind: Approval['kind']): Subject {
  const toKey = kind === 'internal' ? hotKey('ethereum', 1) : undefined;
  const receiver = toKey === undefined ? CUSTOMER : sampleAddress(toKey);
  const nonce = kind === 'internal' ? 4 : 3;
  const transfer = {
    chainId: 1,
    nonce,
    gas: 60_000n,
    to: DOLLAR,
    data: encodeTransfer(receiver, 123_456_789n),
  } as const;
  const price = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n };
  const bytesOf = (transaction: TransactionSerializable): Uint8Array =>
    Buffer.from(serializeTransaction(transaction).slice(2), 'hex');
  // Hundreds of ether, for a type with a gas price field of its own.
  const gasPrice = 8_333n * 10n ** 12n;
  const otherTypes = [
    bytesOf({ ...transfer, type: 'legacy', gasPrice }),
    bytesOf({ ...transfer, type: 'legacy', gasPrice: 1n }),
    bytesOf({ ...transfer, type: 'eip2930', gasPrice }),
    bytesOf({
      ...transfer,
      type: 'eip2930',
      gasPrice,
      accessList: [{ address: DOLLAR, storageKeys: [] }],
    }),
    bytesOf({
      ...transfer,
      ...price,
      type: 'eip1559',
      accessList: [{ address: DOLLAR, storageKeys: [] }],
    }),
    bytesOf({
      ...transfer,
      ...price,
      type: 'eip4844',
      maxFeePerBlobGas: 10n ** 15n,
      blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
    }),
    bytesOf({
      ...transfer,
      ...price,
      type: 'eip7702',
      authorizationList: [
        {
          address: CUSTOMER,
          chainId: 1,
          nonce: 0,
          r: `0x${'11'.repeat(32)}`,
          s: `0x${'22'.repeat(32)}`,
          yParity: 0,
        },
      ],
    }),
  ];
  const bytes = bytesOf({ ...transfer, ...price, type: 'eip1559' });
  const unsigned = {
    chain: 'ethereum',
    from: sampleAddress(hotKey('ethereum')),
    key: hotKey('ethereum'),
    nonce,
    transaction: `0x${Buffer.from(bytes).toString('hex')}`,
  } as const;
  return {
    approval: {
      ...common,
      kind,
      chain: 'ethereum',
      asset: 'USDT.erc20',
      to: receiver,
      amount: '123456789',
      maxFee: '700000000000000',
    },
    unsigned,
    bytes,
    otherTypes,
    ...(toKey === undefined ? {} : { toKey }),
    rebuilt: (changed) => ({
      ...unsigned,
      transaction: `0x${Buffer.from(changed).toString('hex')}`,
    }),
    judge: (raw) => {
      const { to, data, value, chainId, gas = 0n, ...more } = parseEthereum(raw as Hex);
      expect([to, data, value, chainId]).toEqual([
        DOLLAR.toLowerCase(),
        encodeTransfer(receiver, 123_456_789n),
        undefined,
        1,
      ]);
      const perGas = ('maxFeePerGas' in more ? more.maxFeePerGas : more.gasPrice) ?? 0n;
      expect(gas * perGas).toBeLessThanOrEqual(700_000_000_000_000n);
      expect(more.type).toBe('eip1559');
    },
  };
}

function tron(): Subject {
  const from = sampleAddress(hotKey('tron'));
  const raw = encodeTronRaw({
    refBlockBytes: '1f2e',
    refBlockHash: '0102030405060708',
    expiresAtMs: 61_000,
    createdAtMs: 1_000,
    feeLimit: 30_000_000n,
    action: { kind: 'token', from, contract: TRON_DOLLAR, to: TRON_CUSTOMER, amount: 987_654_321n },
  });
  const unsigned = {
    chain: 'tron',
    from,
    key: hotKey('tron'),
    rawData: Buffer.from(raw).toString('hex'),
    expiresAtMs: 61_000,
  } as const;
  return {
    approval: {
      ...common,
      chain: 'tron',
      asset: 'USDT.trc20',
      to: TRON_CUSTOMER,
      amount: '987654321',
      maxFee: '30400000',
    },
    unsigned,
    bytes: raw,
    rebuilt: (bytes) => ({ ...unsigned, rawData: Buffer.from(bytes).toString('hex') }),
    judge: (signed) => {
      // All bytes but reference, times and a lower fee are unchanged.
      const hex = Buffer.from(decodeSigned(signed).raw).toString('hex');
      const contract = (text: string): string =>
        text.slice(text.indexOf('5aae01'), text.indexOf('5aae01') + 2 * (3 + 174));
      expect(contract(hex)).toBe(contract(unsigned.rawData));
    },
  };
}

async function bitcoin(): Promise<Subject> {
  const coin = sampleOutput(hotKey('bitcoin', 1), 90_000n, 7);
  const change = { address: sampleAddress(hotKey('bitcoin', 9)), key: hotKey('bitcoin', 9) };
  const unsigned = await buildTransaction({
    network: 'regtest',
    source: { kind: 'outputs', available: [coin.output], change },
    to: BITCOIN_CUSTOMER,
    payment: 60_000n,
    perKilobyte: 5_000n,
    previous: () => Promise.resolve(coin.previous),
  });
  return {
    approval: {
      ...common,
      chain: 'bitcoin',
      asset: 'BTC',
      to: BITCOIN_CUSTOMER,
      amount: '60000',
      maxFee: '2000',
    },
    unsigned,
    bytes: base64.decode(unsigned.psbt),
    rebuilt: (bytes) => ({ ...unsigned, psbt: base64.encode(bytes) }),
    judge: (raw) => {
      const { inputs, outputs } = parseBitcoin(Buffer.from(raw, 'hex'));
      expect(inputs.map(({ name }) => name)).toEqual(unsigned.inputs);
      const [back, paid, ...more] = outputs;
      expect([paid?.script.toString('hex'), paid?.amount, more]).toEqual([
        BITCOIN_SCRIPT,
        60_000n,
        [],
      ]);
      expect(back?.script.toString('hex').startsWith('0014')).toBe(true);
      expect(90_000n - 60_000n - (back?.amount ?? 0n)).toBeLessThanOrEqual(2_000n);
    },
  };
}

/**
 * One to three changes: a bit, a byte, a piece cut out, doubled or moved. One in four begins with
 * another type, and may be that alone.
 */
function tampered({ bytes, otherTypes = [] }: Subject, random: SeededRandom): Uint8Array {
  const other =
    otherTypes.length > 0 && random.below(4) === 0
      ? otherTypes[random.below(otherTypes.length)]
      : undefined;
  let result = Buffer.from(other ?? bytes);
  for (let change = random.between(other === undefined ? 1 : 0, 3); change > 0; change -= 1) {
    const at = random.below(result.length);
    const length = random.between(1, 8);
    const piece = result.subarray(at, at + length);
    const kind = random.below(5);
    if (kind === 0) result[at] = (result[at] ?? 0) ^ (1 << random.below(8));
    else if (kind === 1) result[at] = random.below(256);
    else if (kind === 2)
      result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
    else if (kind === 3)
      result = Buffer.concat([
        result.subarray(0, at + length),
        piece,
        result.subarray(at + length),
      ]);
    else
      result = Buffer.concat([
        result.subarray(0, at),
        Buffer.from([random.below(256)]),
        result.subarray(at),
      ]);
  }
  return new Uint8Array(result);
}

test(
  `tampered transactions of three chains and of every type, ${ROUNDS} each, seed ${SEED}`,
  { timeout: 0 },
  async () => {
    const random = new SeededRandom(SEED);
    const reasons = new Map<string, number>();
    let signed = 0;
    let ids = 0;
    const subjects = [ethereum('withdrawal'), ethereum('internal'), tron(), await bitcoin()];
    for (const subject of subjects) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const unsigned = subject.rebuilt(tampered(subject, random));
        // A nonce and an input belong to one id: the test reuses the id, as if the exchange
        // retried.
        ids += 1;
        const id =
          subject.approval.chain === 'tron'
            ? `withdrawal:${ids}`
            : `${subject.approval.kind}:${subject.approval.chain}`;
        try {
          const { raw } = await signer.sign({
            approval: sealApproval({ ...subject.approval, id }, KEY),
            unsigned,
            ...(subject.toKey === undefined ? {} : { toKey: subject.toKey }),
          });
          signed += 1;
          subject.judge(raw);
        } catch (error) {
          if (!(error instanceof SignerRefusal))
            throw new Error(`seed ${SEED}, ${subject.approval.chain}, round ${round}`, {
              cause: error,
            });
          reasons.set(error.reason, (reasons.get(error.reason) ?? 0) + 1);
        }
      }
    }
    process.stdout.write(
      `tampered: ${subjects.length * ROUNDS} requests, ${signed} signed as approved, refused ${JSON.stringify(Object.fromEntries(reasons))}, seed ${SEED}\n`,
    );
    for (const reason of ['malformed', 'wrong_destination', 'wrong_amount', 'fee_too_high'])
      expect(reasons.get(reason) ?? 0, reason).toBeGreaterThan(0);
  },
);
