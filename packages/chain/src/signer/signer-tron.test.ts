import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Unsigned } from '../adapter.ts';
import { hotKey, sampleAddress } from '../testing/sample-keys.ts';
import { decodeSigned } from '../testing/signed-tron.ts';
import {
  approval,
  clock,
  MINUTE,
  openNewSigner,
  openSigner,
  policy,
  reason,
  removeFolder,
  request,
  signer,
  TRON_DOLLAR,
} from '../testing/test-signer.ts';
import { encodeTronRaw, type TronAction } from '../tron/tron-transaction.ts';
import type { Approval } from './approval.ts';
import { parsePolicy, policyText } from './policy.ts';

beforeEach(openNewSigner);
afterAll(removeFolder);

const TRON_CUSTOMER = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

describe('Tron', () => {
  const make = (
    change: {
      action?: Partial<Extract<TronAction, { kind: 'token' }>>;
      feeLimit?: bigint;
      expiresAtMs?: number;
    } = {},
  ): Extract<Unsigned, { chain: 'tron' }> => {
    const { feeLimit = 30_000_000n, expiresAtMs = clock.nowMs + MINUTE } = change;
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
      createdAtMs: clock.nowMs,
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

  test('a policy from before the chain was supported is read, and nothing is signed for the chain', async () => {
    const { fees: _fees, ...rest } = policy;
    const { tron: _tron, ...mostFee } = rest.mostFee;
    const assets = rest.assets.filter(({ chain }) => chain !== 'tron');
    const older = { ...rest, assets, mostFee };
    expect(parsePolicy(policyText(older))).toEqual(older);
    openSigner(parsePolicy(policyText(older)));
    expect(await reason(request(make(), allowed()))).toBe('unknown_asset');
    expect(() => parsePolicy(policyText({ ...policy, mostFee }))).toThrow('mostFee.tron');
    openSigner({ ...policy, mostFee });
    expect(await reason(request(make(), allowed()))).toBe('fee_too_high');
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
          allowed({
            attempt: number,
            amount: amount.toString(),
            expiresAtMs: clock.nowMs + MINUTE,
          }),
        ),
      );
    expect(await attempt(1)).toBe('signed');
    clock.nowMs += 3 * MINUTE;
    expect(await attempt(2)).toBe('over_limit');
    clock.nowMs += 24 * 60 * MINUTE;
    expect(await attempt(2)).toBe('signed');
    expect(signer.status().outflow['USDT.trc20']).toEqual({
      hour: '600000000000',
      day: '600000000000',
    });
  });

  test('a second attempt only when the first has surely expired, and the exchange says so', async () => {
    await signer.sign(request(make(), allowed()));
    const firstEnds = clock.nowMs + MINUTE;
    expect(
      await reason(
        request(make({ expiresAtMs: clock.nowMs + 2 * MINUTE }), allowed({ attempt: 2 })),
      ),
    ).toBe('too_early');
    clock.nowMs = firstEnds + MINUTE + 1;
    expect(await reason(request(make(), allowed({ attempt: 1 })))).toBe('too_early');
    expect(await reason(request(make(), allowed({ attempt: 2 })))).toBe('signed');
  });
});
