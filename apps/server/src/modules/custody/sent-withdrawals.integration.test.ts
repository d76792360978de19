/** Withdrawals from the signer to their last confirmation: faults, fees, reserves. */
import type { ChainAdapter, Unsigned } from '@meridian/chain/adapter';
import { BitcoinAdapter } from '@meridian/chain/bitcoin/bitcoin-adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import type { EthereumAdapter } from '@meridian/chain/ethereum/ethereum-adapter';
import { walletDetail } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import { BitcoinStandIn } from '@meridian/testkit/chains/bitcoin-stand-in';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { officeWithdrawalLost } from '@meridian/contract/custody/office';
import { ALICE } from '../../../test/test-exchange.ts';
import {
  COIN,
  DOLLAR,
  LOOK_MS,
  OUTSIDE,
  USDT,
  adapter,
  alarmed,
  alice,
  ask,
  balanceOf,
  chain,
  dollarsOf,
  eventually,
  eventuallyMined,
  exchange,
  lastWithdrawal,
  newCustodian,
  office,
  playCustody,
  signer,
  until,
  withBalance,
} from '../../../test/custody-scene.ts';

playCustody();

/** How long a currency may go without a comparison. A busy machine takes seconds for one. */
const UNCOMPARED_MS = 8_000;

describe('a withdrawal on its way to the chain', () => {
  test('W6: the signer refuses a transaction that is not what was approved, and nothing leaves', async () => {
    await exchange.custodian.stop();
    const thief = privateKeyToAccount(`0x${'13'.repeat(32)}`).address;
    const tampering = (inner: EthereumAdapter): ChainAdapter =>
      new Proxy(inner, {
        get: (target, name) => {
          if (name === 'buildTransfer')
            return (request: Parameters<ChainAdapter['buildTransfer']>[0]): Promise<Unsigned> =>
              target.buildTransfer({ ...request, to: thief });
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
        },
      });
    const custodian = newCustodian();
    await custodian.start({
      adapters: [tampering(adapter())],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    exchange.custodian = custodian;
    const { outcome } = await exchange.submit({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 2,
      amount: (50n * COIN) as Amount,
      address: OUTSIDE,
      recipient: 0,
      dayLimit: (1_000_000n * COIN) as Amount,
      approvals: 0,
    });
    expect(outcome.ok).toBe(true);
    await eventually(async () =>
      expect(
        exchange.alarms.some((text) => text.includes('the signer refuses: wrong_destination')),
      ).toBe(true),
    );
    expect(await dollarsOf(thief)).toBe(0n);
    expect((await lastWithdrawal()).hash).toBe('');
  });

  test('W3: a price that is too low is raised with the same nonce, and only one of the two is mined', async () => {
    await exchange.custodian.stop();
    await chain.client.setAutomine(false);
    try {
      const custodian = newCustodian();
      await custodian.start({
        adapters: [adapter()],
        signer,
        bitcoinNetwork: 'regtest',
        everyMs: LOOK_MS,
        newAddressWaitMs: 0,
        stuckMs: 200,
      });
      exchange.custodian = custodian;
      const before = await dollarsOf(OUTSIDE);
      await exchange.submit({
        kind: 'custody.withdraw',
        user: ALICE,
        network: 2,
        amount: (50n * COIN) as Amount,
        address: OUTSIDE,
        recipient: 0,
        dayLimit: (1_000_000n * COIN) as Amount,
        approvals: 0,
      });
      await eventually(async () =>
        expect(
          (
            await exchange.queries
              .selectFrom('chain_transfers')
              .select('earlier')
              .executeTakeFirstOrThrow()
          ).earlier.length,
        ).toBeGreaterThan(0),
      );
      await until('success');
      expect((await dollarsOf(OUTSIDE)) - before).toBe(47n * DOLLAR);
    } finally {
      await chain.client.setAutomine(true);
    }
  });

  test('that can never be mined is given back by two operators who name what took its place, and nothing else is', async () => {
    await chain.client.setAutomine(false);
    try {
      await ask('50');
      const sent = await eventually(async () => {
        await lastWithdrawal();
        return exchange.queries
          .selectFrom('chain_transfers')
          .selectAll()
          .where('status', '=', 'broadcast')
          .executeTakeFirstOrThrow();
      });
      const { id } = await lastWithdrawal();
      const { source, nonce, signed } = sent;
      const giveBack = (desk: 'second approver' | 'approver', hash: string) =>
        office.refused(desk, officeWithdrawalLost, {
          id,
          hash,
          reason: 'The signer was restored from an old copy.',
        });
      // The withdrawal's own transaction is in the pool: it could be mined, and does not prove its
      // own loss.
      expect(await giveBack('second approver', signed?.txid ?? '')).toBe('transaction_not_found');
      await exchange.custodian.stop();
      await chain.client.dropTransaction({ hash: signed?.txid as `0x${string}` });
      const from = source as `0x${string}`;
      await chain.client.impersonateAccount({ address: from });
      const other = await chain.client.sendUnsignedTransaction({
        from,
        to: OUTSIDE,
        value: 1n,
        nonce: Number(nonce),
        gas: 21_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 10n ** 9n,
      });
      await chain.client.stopImpersonatingAccount({ address: from });
      const stranger = await chain.client.wallet.sendTransaction({ to: OUTSIDE, value: 1n });
      exchange.custodian = newCustodian();
      await exchange.custodian.start({
        adapters: [adapter()],
        signer,
        bitcoinNetwork: 'regtest',
        everyMs: LOOK_MS,
        newAddressWaitMs: 0,
      });
      await chain.mine(1);
      // Neither a shallow transaction nor an unrelated one is a proof.
      expect(await giveBack('second approver', other)).toBe('transaction_not_found');
      await chain.mine(6);
      expect(await giveBack('second approver', stranger)).toBe('transaction_not_found');
      expect(await giveBack('second approver', other)).toBe('accepted');
      expect(await giveBack('second approver', other)).toBe('approval_repeated');
      expect(await exchange.call(walletDetail, { currency: USDT }, alice)).toMatchObject({
        change_balance: '99950',
        lock_change_balance: '50',
      });
      expect(await giveBack('approver', other)).toBe('accepted');
      expect((await lastWithdrawal()).status).toBe('failure');
      expect(await balanceOf(ALICE)).toBe('100000');
      expect(await giveBack('approver', other)).toBe('withdrawal_not_waiting');
      exchange.engine.exchange.verify();
    } finally {
      await chain.client.setAutomine(true);
    }
  });

  const STEPS = [
    'custody.sign',
    'buildTransfer',
    'sign',
    'broadcast',
    'custody.cost',
    'custody.settle',
  ] as const;
  test.each(STEPS)('W3: a crash after %s sends and books it once', async (step) => {
    await exchange.custodian.stop();
    let hasCrashed = false;
    /** Executes a call and fails before its answer is stored. */
    const crashing = <T extends object>(inner: T): T =>
      new Proxy(inner, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          return async (...given: { kind?: string }[]): Promise<unknown> => {
            const answer: unknown = await (value as (...given: unknown[]) => unknown).apply(
              target,
              given,
            );
            if (name !== step && given[0]?.kind !== step) return answer;
            hasCrashed = true;
            throw new Error('the server died');
          };
        },
      });
    const before = await dollarsOf(OUTSIDE);
    const ethers = () =>
      BigInt(
        exchange.engine.exchange
          .snapshot()
          .accounts.find((row) => row.user === 1 && row.currency === 2)?.available ?? 0,
      );
    await exchange.submit({
      kind: 'ledger.deposit',
      user: 3,
      wallet: 'spot',
      currency: 2,
      amount: COIN as Amount,
      reference: 'gas',
    });
    const owed = ethers();
    const dying = newCustodian(
      crashing({
        submit: (command: Parameters<typeof exchange.submit>[0]) => exchange.submit(command),
      }),
    );
    await dying.start({
      adapters: [crashing(adapter())],
      signer: crashing(signer),
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    await exchange.submit({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 2,
      amount: (50n * COIN) as Amount,
      address: OUTSIDE,
      recipient: 0,
      dayLimit: (1_000_000n * COIN) as Amount,
      approvals: 0,
    });
    await eventuallyMined(async () => {
      expect(hasCrashed).toBe(true);
    });
    await dying.stop();
    // Longer than the core remembers keys.
    exchange.engine.advance(48 * 3_600_000);
    exchange.custodian = newCustodian();
    await exchange.custodian.start({
      adapters: [adapter()],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    await until('success');
    await chain.mine(10);
    await exchange.custodian.stop();
    expect((await dollarsOf(OUTSIDE)) - before).toBe(47n * DOLLAR);
    expect(exchange.engine.exchange.snapshot().transfers).toEqual({ cost: [[1, 1]] });
    expect(exchange.engine.exchange.snapshot().keys).toEqual([]);
    expect(ethers()).toBeGreaterThan(owed);
  });

  test('W4: with less there than is owed it stops by itself', async () => {
    await exchange.submit({
      kind: 'ledger.deposit',
      user: ALICE,
      wallet: 'spot',
      currency: USDT,
      amount: (1_000_000_000n * COIN) as Amount,
      reference: 'a promotion that nobody funded',
    });
    await exchange.custodian.stop();
    const custodian = newCustodian();
    await custodian.start({
      adapters: [adapter()],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    exchange.custodian = custodian;
    await eventually(async () => expect(exchange.live.custody.isPaused(USDT)).toBe(true));
    await eventually(async () => expect(alarmed('W4')).toBe(true));
    await custodian.pause(USDT, false);
  });

  test('W4: what nobody can compare for too long stops, and the others are compared on', async () => {
    await exchange.custodian.stop();
    let isAway = false;
    // A node that answers for ether and no longer for dollars.
    const halfAway = withBalance(adapter(), (asset, read) =>
      isAway && asset === 'USDT.erc20'
        ? Promise.reject(new ChainFault('unreachable', 'the node is away'))
        : read(),
    );
    const custodian = newCustodian();
    await custodian.start({
      adapters: [halfAway],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
      compareEveryMs: 20,
      uncomparedMs: UNCOMPARED_MS,
    });
    exchange.custodian = custodian;
    const ETH = 2;
    const paused = () => [USDT, ETH].map((currency) => exchange.live.custody.isPaused(currency));
    // Longer than a currency may go without a comparison: it was compared.
    await new Promise((resolve) => setTimeout(resolve, UNCOMPARED_MS + 500));
    expect(paused()).toEqual([false, false]);
    isAway = true;
    await eventually(async () => expect(paused()).toEqual([true, false]));
    await eventually(async () =>
      expect(
        exchange.alarms.filter((text) =>
          text.startsWith('W4: the assets of currency 3 could not be compared'),
        ),
      ).toHaveLength(1),
    );
    const rows = await custodian.reserves();
    expect(rows.map(({ currency, unread }) => [currency, unread])).toEqual(
      expect.arrayContaining([
        [USDT, ['erc20']],
        [ETH, []],
      ]),
    );
    // After a resumption with the node still away, the currency is paused again; other currencies
    // are compared all the time.
    await custodian.pause(USDT, false);
    await exchange.submit({
      kind: 'ledger.deposit',
      user: ALICE,
      wallet: 'spot',
      currency: ETH,
      amount: (1_000_000n * COIN) as Amount,
      reference: 'a promotion that nobody funded',
    });
    await eventually(async () => expect(paused()).toEqual([true, true]));
    await eventually(async () =>
      expect(alarmed('W4: the assets of currency 2 are below')).toBe(true),
    );
    isAway = false;
    await custodian.pause(ETH, false);
    await custodian.pause(USDT, false);
  });

  test('W4: a comparison that began before a resumption pauses nothing', async () => {
    await exchange.custodian.stop();
    let held: PromiseWithResolvers<bigint> | undefined;
    const late = withBalance(adapter(), (asset, read) =>
      asset === 'USDT.erc20' && held !== undefined ? held.promise : read(),
    );
    const custodian = newCustodian();
    exchange.custodian = custodian;
    await custodian.start({
      adapters: [late],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
      compareEveryMs: 20,
    });
    const below = () =>
      exchange.alarms.filter((text) => text.startsWith('W4: the assets of currency 3 are below'));
    const before = below().length;
    const poor = Promise.withResolvers<bigint>();
    held = poor;
    await custodian.pause(USDT, true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    held = undefined;
    await custodian.pause(USDT, false);
    poor.resolve(0n);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([exchange.live.custody.isPaused(USDT), below().length]).toEqual([false, before]);
    // One that begins after it does.
    held = Promise.withResolvers();
    held.resolve(0n);
    await eventually(async () => expect(exchange.live.custody.isPaused(USDT)).toBe(true));
    // The alarm is raised when the pause is written.
    await eventually(async () => expect(below()).toHaveLength(before + 1));
    held = undefined;
    await custodian.pause(USDT, false);
  });

  test('W4: of Bitcoin the watcher knows what there is: a node that is away stops its currencies, and no others', async () => {
    await exchange.custodian.stop();
    const node = await BitcoinStandIn.start();
    const [BTC, ETH] = [1, 2];
    const onBitcoin = [
      { id: 'BTC', chain: 'bitcoin', decimals: 8, dust: 1000n },
      { id: 'USDT.omni', chain: 'bitcoin', token: '31', decimals: 8, dust: 1000n },
    ] as const;
    const custodian = newCustodian();
    exchange.custodian = custodian;
    const paused = () =>
      [BTC, ETH, USDT].map((currency) => exchange.live.custody.isPaused(currency));
    const bitcoin = async () =>
      (await custodian.reserves()).find(({ currency }) => currency === BTC);
    try {
      await custodian.start({
        adapters: [
          adapter(),
          new BitcoinAdapter({ url: node.url, network: 'regtest', assets: onBitcoin }),
        ],
        signer,
        bitcoinNetwork: 'regtest',
        everyMs: LOOK_MS,
        newAddressWaitMs: 0,
        compareEveryMs: 20,
        uncomparedMs: UNCOMPARED_MS,
      });
      const { liabilities = 0n } = (await bitcoin()) ?? {};
      node.pay(custodian.addresses?.hot('bitcoin') ?? '', liabilities + 1_000n);
      node.mine(6);
      await eventually(async () => expect((await bitcoin())?.hot).toBeGreaterThan(liabilities));
      await custodian.pause(BTC, false);
      // Longer than a currency may go without a comparison: it was compared.
      await new Promise((resolve) => setTimeout(resolve, UNCOMPARED_MS + 500));
      expect(paused(), exchange.alarms.join('\n')).toEqual([false, false, false]);
    } finally {
      await node.stop();
    }
    await eventually(async () => expect(paused()).toEqual([true, false, true]));
    await eventually(async () =>
      expect(
        exchange.alarms.filter((text) =>
          text.startsWith('W4: the assets of currency 1 could not be compared'),
        ),
      ).toHaveLength(1),
    );
    // The watcher's last data is still there, but is too old to count.
    expect(await bitcoin()).toMatchObject({ unread: [] });
    await custodian.pause(BTC, false);
    await custodian.pause(USDT, false);
  });
});
