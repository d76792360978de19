import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { scriptOf } from './bitcoin-address.ts';
import { outputName, type Source, type SpendableOutput, type Unsigned } from '../adapter.ts';
import { ChainFault } from '../chain-fault.ts';
import type { BitcoinNetwork } from '../chain-facts.ts';
import { simpleSendScript, type SimpleSend } from './omni-payload.ts';
import { DUST_SATOSHI, selectOutputs } from './select-outputs.ts';

/** Replaceable (BIP-125), without lock time. */
export const REPLACEABLE = 0xffff_fffd;
/** The least that a replacement adds for each 1,000 virtual bytes: nodes' incremental relay fee. */
const RAISE_PER_KILOBYTE = 1000n;
/** Outputs of any form can be read: the signer decides which ones a transaction may have. */
export const READ_ANY = { allowUnknownOutputs: true } as const;

export type UnsignedBitcoin = Extract<Unsigned, { chain: 'bitcoin' }>;

export interface BuildRequest {
  readonly network: BitcoinNetwork;
  readonly source: Extract<Source, { kind: 'outputs' }>;
  readonly to: string;
  /** Satoshi for `to`, or the Omni transfer to it, which carries the smallest allowed output. */
  readonly payment: bigint | SimpleSend;
  readonly perKilobyte: bigint;
  /** The transaction that made an output, as hexadecimal. */
  readonly previous: (output: SpendableOutput) => Promise<string>;
}

/**
 * A transaction as PSBT. Each input carries the whole transaction that it spends from, so that the
 * signer can check its amount. Outputs: change, Omni payload, receiver. Omni takes the first
 * input's address for the sender and the last output for the receiver, so an Omni transfer always
 * spends the first of the available outputs, which has to stand at the sender's address.
 */
export async function buildTransaction({
  network,
  source,
  to,
  payment,
  perKilobyte,
  previous,
}: BuildRequest): Promise<UnsignedBitcoin> {
  const omni = typeof payment === 'bigint' ? undefined : simpleSendScript(payment);
  const amount = typeof payment === 'bigint' ? payment : DUST_SATOSHI;
  if (amount < DUST_SATOSHI) throw new ChainFault('unfit', `${amount} satoshi are dust`);
  const script = scriptOf(to, network);
  const changeScript = scriptOf(source.change.address, network);
  const candidates = source.available.map((output) => ({
    ...output,
    name: outputName(output.txid, output.index),
    form: formOf(output.address, network),
  }));
  const [first] = candidates;
  if (omni !== undefined && first === undefined)
    throw new ChainFault(
      'unfunded',
      'an Omni transfer spends an output of its sender, and there is none',
    );
  const selection = selectOutputs({
    candidates,
    required: omni === undefined || first === undefined ? [] : [first],
    target: amount,
    scriptLengths: [script.length, ...(omni === undefined ? [] : [omni.length])],
    changeScriptLength: changeScript.length,
    perKilobyte,
  });
  const transaction = new Transaction(READ_ANY);
  for (const input of selection.inputs) {
    transaction.addInput({
      txid: input.txid,
      index: input.index,
      sequence: REPLACEABLE,
      nonWitnessUtxo: Buffer.from(await previous(input), 'hex'),
    });
  }
  if (selection.change > 0n)
    transaction.addOutput({ script: changeScript, amount: selection.change });
  if (omni !== undefined) transaction.addOutput({ script: omni, amount: 0n });
  transaction.addOutput({ script, amount });
  return {
    chain: 'bitcoin',
    psbt: base64.encode(transaction.toPSBT()),
    keys: selection.inputs.map(({ key }) => key),
    inputs: selection.inputs.map(({ name }) => name),
    change: selection.change > 0n ? { index: 0, key: source.change.key } : null,
  };
}

/**
 * The same inputs and payments with a higher fee, taken from the change. @throws ChainFault
 * `unfunded` when there is not enough change
 */
export function raiseFee(before: UnsignedBitcoin, perKilobyte: bigint): UnsignedBitcoin {
  const old = Transaction.fromPSBT(base64.decode(before.psbt), READ_ANY);
  const weight = BigInt(signedWeight(old));
  const least = old.fee + ceilDivide(weight * RAISE_PER_KILOBYTE, 4000n);
  const wanted = ceilDivide(weight * perKilobyte, 4000n);
  const fee = wanted > least ? wanted : least;
  const changeAt = before.change?.index;
  const change = changeAt === undefined ? 0n : (old.getOutput(changeAt).amount ?? 0n);
  const left = change - (fee - old.fee);
  if (left < 0n) throw new ChainFault('unfunded', 'no change to take the higher fee from');
  const keepChange = left >= DUST_SATOSHI;
  const raised = new Transaction(READ_ANY);
  for (let at = 0; at < old.inputsLength; at += 1) raised.addInput(old.getInput(at));
  for (let at = 0; at < old.outputsLength; at += 1) {
    const { script, amount } = old.getOutput(at);
    if (script === undefined || amount === undefined)
      throw new ChainFault('contradiction', 'an output without script');
    if (at !== changeAt) raised.addOutput({ script, amount });
    else if (keepChange) raised.addOutput({ script, amount: left });
  }
  return {
    ...before,
    psbt: base64.encode(raised.toPSBT()),
    change: keepChange ? before.change : null,
  };
}

/** The weight of the transaction once signed: the unsigned one lacks its signatures. */
function signedWeight(transaction: Transaction): number {
  let weight = transaction.unsignedTx.length * 4 + 2;
  for (let at = 0; at < transaction.inputsLength; at += 1) {
    const { nonWitnessUtxo, index = 0 } = transaction.getInput(at);
    // The library does not export the type of its parser.
    const previous = nonWitnessUtxo as
      { readonly outputs: readonly { readonly script: Uint8Array }[] } | undefined;
    const script = previous?.outputs[index]?.script;
    // Signature and key: in the witness, or in the input itself, where a byte weighs four times as
    // much.
    weight += script?.length === 22 ? 109 : 107 * 4 + 1;
  }
  return weight;
}

function formOf(address: string, network: BitcoinNetwork): 'p2wpkh' | 'p2pkh' {
  const { length } = scriptOf(address, network);
  if (length !== 22 && length !== 25)
    throw new ChainFault('unfit', `${address} is no address of ours`);
  return length === 22 ? 'p2wpkh' : 'p2pkh';
}

function ceilDivide(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
