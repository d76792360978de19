import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { encodeAbiParameters, keccak256, parseAbi, zeroHash, type Address, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { compiledContract } from './compile-contracts.ts';
import { openLocalChain, startLocalChain, type LocalChain } from './local-chain.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const customer = mnemonicToAccount(MNEMONIC, { addressIndex: 5 }).address;
const hot = mnemonicToAccount(MNEMONIC, { addressIndex: 6 }).address;
const ONE = 1_000_000n;
const DOLLAR = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
]);

let chain: LocalChain;
let dollar: Address;
let line: Server | undefined;

beforeAll(async () => {
  chain = await startLocalChain({ port: await freePort(), mnemonic: MNEMONIC });
  dollar = await chain.deployDollar();
  await chain.client.impersonateAccount({ address: customer });
});
afterAll(async () => {
  line?.close();
  await chain.stop();
});

test('transactions wished for at once all arrive', async () => {
  const fresh = mnemonicToAccount(MNEMONIC, { addressIndex: 40 }).address;
  const ether = Array.from({ length: 8 }, () => chain.fund(fresh, 3n));
  const dollars = Array.from({ length: 8 }, () => chain.sendDollars(dollar, fresh, ONE));
  const hashes = await Promise.all([...ether, ...dollars]);
  expect(new Set(hashes).size).toBe(16);
  expect(await chain.client.getBalance({ address: fresh })).toBe(24n);
  expect(await balanceOf(fresh)).toBe(8n * ONE);
});

describe('dollars', () => {
  test('arrive where a sweep empties the address after their cost was estimated', async () => {
    await chain.sendDollars(dollar, customer, 250n * ONE);
    let sent = 0;
    // The first transaction mints, the second one sends: just before the second arrives, the
    // address is emptied, which makes it more expensive.
    const slow = openLocalChain(
      await lineTo(chain.url, async (method) => {
        if (method === 'eth_sendRawTransaction' && ++sent === 2)
          await move(customer, hot, 250n * ONE);
      }),
      MNEMONIC,
    );
    const hash = await slow.sendDollars(dollar, customer, 111n * ONE);
    expect(sent).toBe(2);
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success');
    expect(await balanceOf(customer)).toBe(111n * ONE);
  });

  test('that do not arrive are told as such', async () => {
    let sent = 0;
    const slow = openLocalChain(
      await lineTo(chain.url, async (method) => {
        if (method === 'eth_sendRawTransaction' && ++sent === 2)
          await chain.client.setStorageAt({
            address: dollar,
            index: balanceSlot(chain.maker),
            value: zeroHash,
          });
      }),
      MNEMONIC,
    );
    await expect(slow.sendDollars(dollar, customer, ONE)).rejects.toThrow('had no effect');
  });
});

function balanceOf(owner: Address): Promise<bigint> {
  return chain.client.readContract({
    address: dollar,
    abi: DOLLAR,
    functionName: 'balanceOf',
    args: [owner],
  });
}

/** The storage slot of a balance: `balanceOf` is the contract's fourth stored field. */
function balanceSlot(owner: Address): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 3n]));
}

/** Moves dollars of an address without its key. */
async function move(from: Address, to: Address, units: bigint): Promise<void> {
  const { abi } = compiledContract('TestDollar');
  const hash = await chain.client.wallet.writeContract({
    account: from,
    address: dollar,
    abi,
    functionName: 'transfer',
    args: [to, units],
    gas: 200_000n,
  });
  await chain.client.waitForTransactionReceipt({ hash, pollingInterval: 10 });
}

/**
 * A proxy of the chain that runs code before a call arrives.
 * @returns its address
 */
async function lineTo(url: string, before: (method: string) => Promise<void>): Promise<string> {
  line?.close();
  line = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const body = await text(request);
      await before((JSON.parse(body) as { method: string }).method);
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      response.setHeader('content-type', 'application/json').end(await answer.text());
    };
    pass().catch((error: unknown) => response.destroy(error as Error));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => line?.once('listening', resolve));
  return `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
}
