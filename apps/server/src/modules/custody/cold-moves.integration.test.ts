/** Moves of coins to cold storage, counted once the chain shows them. */
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import {
  officeColdAddressSave,
  officeColdMove,
  officeColdStorage,
  officeReserves,
} from '@meridian/contract/custody/office';
import { ALICE } from '../../../test/test-exchange.ts';
import {
  DOLLAR,
  USDT,
  addressOf,
  chain,
  dollar,
  exchange,
  office,
  playCustody,
} from '../../../test/custody-scene.ts';

playCustody();

describe('a move to cold storage', () => {
  const COLD = privateKeyToAccount(`0x${'c0'.repeat(32)}`).address;
  const register = (address: string) =>
    office.refused('owner', officeColdAddressSave, { network: 'erc20', address, registered: '1' });
  const cold = async (): Promise<string | undefined> =>
    (await office.as('owner', officeReserves, {})).assets.find(({ currency }) => currency === USDT)
      ?.cold;
  const newest = async () => (await office.as('owner', officeColdStorage, {})).moves[0];
  /** Sends tokens to an address and returns the block that has the transaction. */
  const pay = async (to: `0x${string}`, dollars: bigint) => {
    const hash = await chain.sendDollars(dollar, to, dollars * DOLLAR);
    const { blockNumber } = await chain.client.getTransactionReceipt({ hash });
    return { hash, height: Number(blockNumber) };
  };
  const name = async (move: { hash: string; height: number }, amount: string) => {
    await office.as('owner', officeColdMove, {
      network: 'erc20',
      amount,
      direction: 'to_cold',
      ...move,
    });
    await exchange.custodian.lookForColdMoves();
  };

  test('counts once its transaction is seen, confirmed, with the whole amount at a registered address', async () => {
    expect(await register(COLD)).toBe('accepted');
    const move = await pay(COLD, 700n);
    await name(move, '700');
    expect([await cold(), (await newest())?.is_counted]).toEqual(['0', false]);
    expect((await newest())?.note).toMatch(/^\d of 6 confirmations$/);
    await chain.mine(6);
    await exchange.custodian.lookForColdMoves();
    expect([await cold(), await newest()]).toEqual([
      '700',
      expect.objectContaining({ amount: '700', direction: 'to_cold', is_counted: true, note: '' }),
    ]);
    // Each transaction counts once, in upper or lower case.
    expect(
      await office.refused('owner', officeColdMove, {
        network: 'erc20',
        amount: '700',
        direction: 'to_cold',
        ...move,
        hash: move.hash.toUpperCase().replace('0X', '0x'),
      }),
    ).toBe('deposit_known');
    // A move out of cold storage counts unseen, because it lowers the sum.
    await office.as('owner', officeColdMove, {
      network: 'erc20',
      amount: '100',
      direction: 'to_hot',
      hash: `0x${'ef'.repeat(32)}`,
      height: 1,
    });
    expect(await cold()).toBe('600');
  });

  test('that never was, went elsewhere, or was of another amount never counts', async () => {
    expect(await register(COLD)).toBe('accepted');
    const [elsewhere, less] = [
      await pay(privateKeyToAccount(`0x${'c1'.repeat(32)}`).address, 500n),
      await pay(COLD, 400n),
    ];
    await chain.mine(6);
    await name({ hash: `0x${'ab'.repeat(32)}`, height: less.height }, '5000000');
    expect((await newest())?.note).toBe(
      `block ${less.height} has no such transaction to a registered cold address`,
    );
    await name(elsewhere, '500');
    expect((await newest())?.note).toContain('no such transaction');
    await name(less, '4000');
    expect((await newest())?.note).toBe('the transaction moved another amount');
    expect(await cold()).toBe('0');
  });

  test('goes to no address that is counted as ours already', async () => {
    expect(await register(await addressOf(ALICE))).toBe('address_known');
    expect(await register(exchange.custodian.addresses?.hot('ethereum') ?? '')).toBe(
      'address_known',
    );
    expect(await register('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('address_wrong_network');
  });
});
