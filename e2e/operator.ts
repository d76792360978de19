/**
 * An operator who uses the calls of the office, for journeys that check the effect on customers.
 */

import { officeMarketSave } from '@meridian/contract/market/office';

type Market = Readonly<Record<string, unknown>> & { readonly id: number };

export class Operator {
  readonly #url: string;
  readonly #token: string;
  readonly #approver: Operator | undefined;

  /**
   * @param approver who approves this operator's proposals
   */
  private constructor(url: string, token: string, approver?: Operator) {
    this.#url = url;
    this.#token = token;
    this.#approver = approver;
  }

  static async logIn(url: string): Promise<Operator> {
    const nobody = new Operator(url, '');
    const approver = new Operator(url, await nobody.#logIn('approver@meridian.test'));
    return new Operator(url, await nobody.#logIn('admin@meridian.test'), approver);
  }

  /**
   * Changes some rules of a market; a second operator approves.
   * @param rules as `market_save` takes them
   */
  async change(symbol: string, rules: Readonly<Record<string, string>>): Promise<void> {
    const markets = (await this.#call('markets')) as readonly (Market & {
      readonly symbol: string;
    })[];
    const market = markets.find((each) => each.symbol === symbol);
    if (market === undefined) throw new Error(`${symbol} is not listed`);
    // Flags are numbers in the list and digits in the call: on the wire both are digits.
    const present = Object.fromEntries(
      Object.entries(market).filter(([name]) =>
        Object.hasOwn(officeMarketSave.input.properties, name),
      ),
    );
    const answer = (await this.#call('market_save', {
      ...present,
      ...rules,
      reason: 'A journey',
    })) as { readonly proposal?: number };
    if (answer.proposal !== undefined && this.#approver !== undefined)
      await this.#approver.#call('proposal_decide', { id: answer.proposal, approved: '1' });
  }

  async #logIn(account: string): Promise<string> {
    return (await this.#call('login', { account, password: 'Admin1234' })) as string;
  }

  async #call(name: string, input?: Readonly<Record<string, unknown>>): Promise<unknown> {
    const headers = { lang: 'en', authorization: this.#token };
    const body =
      input &&
      new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]));
    const answer = await fetch(
      `${this.#url}/office/api/${name}`,
      body === undefined ? { headers } : { method: 'POST', headers, body },
    );
    const { type, message } = (await answer.json()) as { type: string; message: unknown };
    if (type !== 'ok') throw new Error(`${name}: ${JSON.stringify(message)}`);
    return message;
  }
}
