import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTransaction, raiseFee, type UnsignedBitcoin } from '../bitcoin/build-transaction.ts';
import { depositKey, hotKey, sampleAddress, sampleOutput } from '../testing/sample-keys.ts';
import {
  approval,
  openNewSigner,
  reason,
  removeFolder,
  request,
  signer,
} from '../testing/test-signer.ts';
import type { Approval } from './approval.ts';

beforeEach(openNewSigner);
afterAll(removeFolder);

const BITCOIN_CUSTOMER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const OLD_CUSTOMER = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';

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
    // Own addresses as well, but beyond those that wallets look at.
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
      // Nine million satoshi of the same output, declared as ninety thousand: the difference would
      // go to miners.
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
    // Its cost in bitcoin: the miners' fee, and the smallest output, which the receiver gets.
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
