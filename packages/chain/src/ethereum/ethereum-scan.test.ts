import { describe, expect, test } from 'vitest';
import type { ChainBlock } from '../adapter.ts';
import { WatchedAddresses } from '../watched-addresses.ts';
import { encodeTransfer, TRANSFER_TOPIC } from './erc20.ts';
import {
  scanBlock,
  type EthereumAssets,
  type RawBlock,
  type RawLog,
  type RawReceipt,
  type RawTransaction,
} from './ethereum-scan.ts';

// Answers that no honest node gives, but a dishonest or broken one might.

const DOLLAR = `0x${'dd'.repeat(20)}` as const;
const CUSTOMER = `0x${'cc'.repeat(20)}` as const;
const SENDER = `0x${'5e'.repeat(20)}` as const;
const word = (value: string): `0x${string}` => `0x${value.replace('0x', '').padStart(64, '0')}`;
const TXID = word('1');
const BLOCK = word('b10c');

const transaction: RawTransaction = {
  hash: TXID,
  from: SENDER,
  to: DOLLAR,
  value: '0x0',
  input: '0x',
};
const log: RawLog = {
  address: DOLLAR,
  topics: [TRANSFER_TOPIC, word(SENDER), word(CUSTOMER)],
  data: word('4c4b40'),
};
const receipt: RawReceipt = {
  transactionHash: TXID,
  blockHash: BLOCK,
  blockNumber: '0x7',
  status: '0x1',
  gasUsed: '0x1',
  effectiveGasPrice: '0x1',
  logs: [log],
};
const block: RawBlock = {
  number: '0x7',
  hash: BLOCK,
  parentHash: word('a'),
  timestamp: '0x10',
  transactions: [transaction],
};

const addresses = new WatchedAddresses();
addresses.add(CUSTOMER, 9);
const assets: EthereumAssets = {
  coin: { id: 'ETH', chain: 'ethereum', decimals: 18, dust: 1n },
  tokens: new Map([
    [DOLLAR, { id: 'USDT', chain: 'ethereum', token: DOLLAR, decimals: 6, dust: 1n }],
  ]),
};
const scan = (change: {
  block?: Partial<RawBlock>;
  receipt?: Partial<RawReceipt>;
  log?: Partial<RawLog>;
}): ChainBlock =>
  scanBlock(
    { ...block, ...change.block },
    [{ ...receipt, logs: [{ ...log, ...change.log }], ...change.receipt }],
    assets,
    { addresses, ownsOutput: () => false },
  );

describe('logs', () => {
  test('as they should be', () => {
    expect(scan({})).toMatchObject({
      height: 7,
      timeMs: 16_000,
      deposits: [{ asset: 'USDT', txid: TXID, index: 1, owner: 9, amount: 5_000_000n }],
      refused: [],
    });
  });

  test.each<[string, Parameters<typeof scan>[0]]>([
    ['of a failed transaction', { receipt: { status: '0x0' } }],
    ['of a status that is none', { receipt: { status: '0x' } }],
    ['of another contract', { log: { address: SENDER } }],
    ['of another event', { log: { topics: [word('7'), word(SENDER), word(CUSTOMER)] } }],
    ['with another topic more, as an NFT has', { log: { topics: [...log.topics, word('1')] } }],
    ['with a topic less', { log: { topics: log.topics.slice(0, 2) } }],
    ['with more data', { log: { data: `${log.data}00` } }],
    ['with no data', { log: { data: '0x' } }],
    ['that were taken back', { log: { removed: true } }],
  ])('%s', (_name, change) => {
    expect(scan(change).deposits).toEqual([]);
  });

  test('more than any ledger holds', () => {
    expect(scan({ log: { data: `0x${'ff'.repeat(32)}` } })).toMatchObject({
      deposits: [],
      refused: [{ reason: 'excess' }],
    });
  });

  test('two of one transaction are two deposits with names of their own', () => {
    const twice = scan({ receipt: { logs: [{ ...log, address: SENDER }, log, log] } });
    expect(twice.deposits.map(({ index }) => index)).toEqual([2, 3]);
  });
});

describe('receipts', () => {
  test('of another block, or another transaction, or too few: nothing of the block is used', () => {
    expect(() => scan({ receipt: { blockHash: word('ee') } })).toThrow('receipt of another block');
    expect(() => scan({ receipt: { transactionHash: word('2') } })).toThrow(
      'receipt of another block',
    );
    expect(() => scan({ block: { transactions: [transaction, transaction] } })).toThrow('receipts');
  });

  test('a call that failed is told from nothing', () => {
    const call = { ...transaction, input: encodeTransfer(CUSTOMER, 5n) };
    expect(
      scan({ block: { transactions: [call] }, receipt: { status: '0x0', logs: [] } }).refused,
    ).toMatchObject([{ asset: 'USDT', reason: 'failed', amount: 5n }]);
  });
});

test('ten thousand deposits among a million addresses are found by one look at each', () => {
  const many = new WatchedAddresses();
  const address = (at: number): `0x${string}` => `0x${at.toString(16).padStart(40, '0')}`;
  let looks = 0;
  for (let at = 1; at <= 1_000_000; at += 1) many.add(address(at), at);
  const counted = Object.assign(many, {
    ownerOf: (text: string) => {
      looks += 1;
      return WatchedAddresses.prototype.ownerOf.call(many, text);
    },
  });
  const transactions = Array.from({ length: 10_000 }, (_, at) => ({
    ...transaction,
    hash: word(at.toString(16)),
  }));
  const receipts = transactions.map(({ hash }, at) => ({
    ...receipt,
    transactionHash: hash,
    logs: [{ ...log, topics: [TRANSFER_TOPIC, word(SENDER), word(address(at * 97 + 1))] as const }],
  }));
  const { deposits } = scanBlock({ ...block, transactions }, receipts, assets, {
    addresses: counted,
    ownsOutput: () => false,
  });
  expect(deposits).toHaveLength(10_000);
  // Each transaction's own receiver, and each log's.
  expect(looks).toBe(20_000);
});
