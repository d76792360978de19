/**
 * An operator who uses the calls of the office, for journeys that check the effect on customers.
 */

import { officeLoanOfferSave } from '@meridian/contract/loan/office';
import { officeMarketSave } from '@meridian/contract/market/office';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };
type Rules = Readonly<Record<string, string>>;

export class Operator {
  readonly #url: string;
  readonly #token: string;
  readonly #approver: Operator | undefined;

  /** @param approver operator who approves this operator's proposals */
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
  change(symbol: string, rules: Rules): Promise<void> {
    const fields = officeMarketSave.input.properties;
    return this.#change({ list: 'markets', save: 'market_save', fields }, symbol, rules);
  }

  /**
   * Changes some terms of the loans on a market; a second operator approves.
   * @param terms as `loan_offer_save` takes them
   */
  changeLoans(symbol: string, terms: Rules): Promise<void> {
    const fields = officeLoanOfferSave.input.properties;
    const rules = { open: '1', ...terms };
    return this.#change({ list: 'loan_offers', save: 'loan_offer_save', fields }, symbol, rules);
  }

  /**
   * Changes the offer of seconds contracts in USDT on the first market; a second operator approves.
   * @param durations as `seconds_terms_save` takes them
   */
  offerSeconds(durations: string): Promise<void> {
    const terms = { market: 1, currency: 3, fee_bps: 200, exposure_cap: '500000', open: '1' };
    return this.#propose('seconds_terms_save', { ...terms, durations });
  }

  /**
   * Lists a market; a second operator approves.
   * @param rules as `market_add` takes them
   */
  list(rules: Rules): Promise<void> {
    return this.#propose('market_add', rules);
  }

  /**
   * Sets the tiers of fees; a second operator approves.
   * @param tiers volume:maker_fee_bps:taker_fee_bps, with commas
   */
  setFeeTiers(currency: string, tiers: string): Promise<void> {
    return this.#propose('fee_tiers_save', { currency, tiers });
  }

  /** Announces a round of votes; a second operator approves. @param times from and to, UTC */
  openVote(
    title: string,
    options: readonly string[],
    [start_ms, end_ms]: readonly [number, number],
  ): Promise<void> {
    return this.#propose('vote_open', { title, options: options.join('\n'), start_ms, end_ms });
  }

  /**
   * Announces a token sale or a crowdfunding; a second operator approves.
   * @param terms as `sale_announce` takes them
   */
  announceSale(terms: Readonly<Record<string, string | number>>): Promise<void> {
    return this.#propose('sale_announce', terms);
  }

  /** Cancels a sale or a crowdfunding; a second operator approves. @param why for its buyers */
  async cancelSale(title: string, why: string): Promise<void> {
    await this.#propose('sale_cancel', { id: await this.#idOf('sales', title), why });
  }

  /** Cancels a round; a second operator approves. */
  async cancelVote(title: string): Promise<void> {
    await this.#propose('vote_cancel', { id: await this.#idOf('votes', title) });
  }

  /** @param list a call whose rows have titles */
  async #idOf(list: string, title: string): Promise<number> {
    const rows = (await this.#call(list)) as readonly (Row & { readonly title: string })[];
    const row = rows.find((each) => each.title === title);
    if (row === undefined) throw new Error(`${title} is not announced`);
    return row.id;
  }

  async #change(
    calls: { readonly list: string; readonly save: string; readonly fields: object },
    symbol: string,
    rules: Rules,
  ): Promise<void> {
    const rows = (await this.#call(calls.list)) as readonly (Row & { readonly symbol: string })[];
    const row = rows.find((each) => each.symbol === symbol);
    if (row === undefined) throw new Error(`${symbol} is not listed`);
    // Flags are numbers in the list and digits in the call: on the wire both are digits.
    const present = Object.fromEntries(
      Object.entries(row).filter(([name]) => Object.hasOwn(calls.fields, name)),
    );
    await this.#propose(calls.save, { ...present, ...rules });
  }

  /** Makes a call, which the second operator approves where that is needed. */
  async #propose(name: string, input: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = (await this.#call(name, { ...input, reason: 'A journey' })) as {
      readonly proposal?: number;
    };
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
