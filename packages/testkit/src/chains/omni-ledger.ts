import type { Output } from './bitcoin-transaction.ts';

/** A transaction with the outputs that it spends. */
export interface OmniInput {
  readonly txid: string;
  readonly spent: readonly Output[];
  readonly outputs: readonly Output[];
}

export interface OmniResult {
  readonly txid: string;
  readonly sendingaddress: string;
  readonly referenceaddress: string | undefined;
  readonly propertyid: number;
  readonly amount: bigint;
  readonly valid: boolean;
}

const MARKER = Buffer.from('6a146f6d6e69', 'hex');

/**
 * Omni's rules for a simple send of class C: the sender is the first input's address, the receiver
 * the last output's that is not the sender's change, and it counts only if the sender holds that
 * much. A void transaction still stays in the chain: that is the trap.
 */
export class OmniLedger {
  readonly #balances = new Map<string, bigint>();
  readonly #addressOf: (script: Buffer) => string | undefined;

  constructor(
    grants: ReadonlyMap<string, bigint>,
    addressOf: (script: Buffer) => string | undefined,
  ) {
    for (const [name, amount] of grants) this.#balances.set(name, amount);
    this.#addressOf = addressOf;
  }

  /**
   * @returns undefined if the transaction is not Omni's
   */
  apply({ txid, spent, outputs }: OmniInput): OmniResult | undefined {
    const payload = outputs
      .find(({ script }) => script.length === 22 && script.subarray(0, 6).equals(MARKER))
      ?.script.subarray(6);
    const sender = spent[0] && this.#addressOf(spent[0].script);
    if (payload === undefined || sender === undefined || payload.readUInt32BE(0) !== 0)
      return undefined;
    const propertyid = payload.readUInt32BE(4);
    const amount = payload.readBigUInt64BE(8);
    const receiver = this.#receiver(outputs, sender);
    const held = this.balance(sender, propertyid);
    const valid = receiver !== undefined && amount > 0n && amount <= held;
    if (valid) {
      this.#balances.set(`${sender}/${propertyid}`, held - amount);
      this.#balances.set(`${receiver}/${propertyid}`, this.balance(receiver, propertyid) + amount);
    }
    return { txid, sendingaddress: sender, referenceaddress: receiver, propertyid, amount, valid };
  }

  balance(address: string, property: number): bigint {
    return this.#balances.get(`${address}/${property}`) ?? 0n;
  }

  #receiver(outputs: readonly Output[], sender: string): string | undefined {
    let receiver: string | undefined;
    let changeSeen = false;
    for (const { script } of outputs) {
      const address = this.#addressOf(script);
      if (address === undefined) continue;
      if (address === sender && !changeSeen) changeSeen = true;
      else receiver = address;
    }
    return receiver;
  }
}
