/**
 * For tests: an Ethereum node in front of an honest one. It forwards all calls, and adds a forged
 * payment to each block that it is asked for.
 */
import { serveJson, type JsonServer } from '@meridian/testkit/chains/json-server';

/** Belongs to no customer. */
const NOBODY = `0x${'42'.repeat(20)}`;
/** 500 ether. */
const VALUE = `0x${(500n * 10n ** 18n).toString(16)}`;

interface Asked {
  readonly method: string;
  readonly params: readonly unknown[];
}

interface Block {
  readonly hash: string;
  readonly number: string;
  readonly transactions: unknown[];
}

export class LyingNode {
  /** Receiver of the forged payments. Undefined: the node answers like the honest one. */
  victim: string | undefined;
  /** Number of blocks with a forged payment. */
  lies = 0;
  readonly #honest: string;
  #server: JsonServer | undefined;

  private constructor(honest: string) {
    this.#honest = honest;
  }

  static async start(honest: string): Promise<LyingNode> {
    const node = new LyingNode(honest);
    node.#server = await serveJson(async (_path, body) => ({
      status: 200,
      body: await node.#answer(body as Asked),
    }));
    return node;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  async #answer(asked: Asked): Promise<unknown> {
    const response = await fetch(this.#honest, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const answer = (await response.json()) as { readonly result?: unknown };
    const { victim } = this;
    if (victim === undefined || !answer.result) return answer;
    if (asked.method === 'eth_getBlockByNumber' && asked.params[1] === true) {
      const block = answer.result as Block;
      this.lies++;
      return {
        ...answer,
        result: {
          ...block,
          transactions: [
            ...block.transactions,
            { hash: paymentIn(block.hash), from: NOBODY, to: victim, value: VALUE, input: '0x' },
          ],
        },
      };
    }
    if (asked.method === 'eth_getBlockReceipts') {
      const hash = String(asked.params[0]);
      const receipt = {
        transactionHash: paymentIn(hash),
        blockHash: hash,
        blockNumber: '0x1',
        status: '0x1',
        gasUsed: '0x5208',
        effectiveGasPrice: '0x1',
        logs: [],
      };
      return { ...answer, result: [...(answer.result as unknown[]), receipt] };
    }
    return answer;
  }
}

/** Each block has a payment of its own. */
function paymentIn(block: string): string {
  return `0x${block.slice(2).split('').toReversed().join('')}`;
}
