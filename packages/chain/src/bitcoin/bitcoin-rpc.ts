import { ChainFault } from '../chain-fault.ts';

/** An error answer of the node. The numbers are those of Bitcoin Core's rpc/protocol.h. */
export class RpcRefusal extends ChainFault {
  readonly rpcCode: number;
  constructor(method: string, rpcCode: number, message: string) {
    super('refused', `${method}: ${message} (${rpcCode})`);
    this.rpcCode = rpcCode;
  }
}

export const RPC_OUT_OF_RANGE = -8;
export const RPC_NOT_FOUND = -5;

interface Answer {
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
}

/**
 * Fields with amounts: they are kept as the text that the node sent, because a number cannot hold
 * every amount.
 */
const AMOUNTS: ReadonlySet<string> = new Set([
  'value',
  'amount',
  'fee',
  'feerate',
  'total_amount',
  'balance',
  'mempoolminfee',
]);

/**
 * JSON-RPC of Bitcoin Core and of Omni Core, which is a Bitcoin Core with more methods. The URL
 * contains name and password.
 */
export class BitcoinRpc {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;

  constructor(address: string, timeoutMs = 30_000) {
    const url = new URL(address);
    const { username, password } = url;
    url.username = '';
    url.password = '';
    this.#url = url.href;
    this.#timeoutMs = timeoutMs;
    const basic = Buffer.from(
      `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
    ).toString('base64');
    this.#headers = {
      'content-type': 'application/json',
      ...(username === '' ? {} : { authorization: `Basic ${basic}` }),
    };
  }

  /**
   * @throws RpcRefusal when the node answers with an error, ChainFault `unreachable` without a
   * usable answer
   */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const answer = await this.#send(
      method,
      JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    );
    if (answer.error !== null && answer.error !== undefined)
      throw new RpcRefusal(method, answer.error.code, answer.error.message);
    return answer.result;
  }

  async #send(method: string, body: string): Promise<Answer> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: this.#headers,
        body,
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      // Refusals have status 404 or 500 and a body; 401 and 503 have no readable body.
      return parseExact(await response.text()) as Answer;
    } catch (error) {
      throw new ChainFault('unreachable', `${method}: no answer of the Bitcoin node`, {
        cause: error,
      });
    }
  }
}

/** Parses JSON and keeps amounts as text. */
function parseExact(text: string): unknown {
  const keepAmounts = (
    key: string,
    value: unknown,
    context?: { readonly source?: string },
  ): unknown =>
    typeof value === 'number' && AMOUNTS.has(key) ? (context?.source ?? String(value)) : value;
  return JSON.parse(text, keepAmounts as (key: string, value: unknown) => unknown);
}
