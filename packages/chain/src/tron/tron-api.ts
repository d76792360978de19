import { ChainFault } from '../chain-fault.ts';

/**
 * The HTTP API of a Tron full node, also offered by TronGrid. Addresses are hexadecimal (`visible`
 * is never set).
 */
export class TronApi {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;

  constructor({
    url,
    apiKey,
    timeoutMs = 20_000,
  }: {
    readonly url: string;
    readonly apiKey?: string | undefined;
    readonly timeoutMs?: number | undefined;
  }) {
    this.#url = url.replace(/\/$/, '');
    this.#headers = {
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey }),
    };
    this.#timeoutMs = timeoutMs;
  }

  /**
   * @throws ChainFault `unreachable` without a usable answer, `refused` when the node answers with
   * an error
   */
  async call(method: string, body: object = {}): Promise<object> {
    const answer = await this.#send(method, body);
    if ('Error' in answer) throw new ChainFault('refused', `${method}: ${String(answer.Error)}`);
    return answer;
  }

  async #send(method: string, body: object): Promise<object> {
    let answer: unknown;
    try {
      const response = await fetch(`${this.#url}/wallet/${method}`, {
        method: 'POST',
        headers: this.#headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      answer = await response.json();
    } catch (error) {
      throw new ChainFault('unreachable', `${method}: no answer of the Tron node`, {
        cause: error,
      });
    }
    if (typeof answer !== 'object' || answer === null)
      throw new ChainFault('contradiction', `${method}: no object`);
    return answer;
  }
}
