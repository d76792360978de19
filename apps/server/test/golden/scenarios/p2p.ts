import type { Office, Person, RecordedServer } from '../recorded-server.ts';
import { until } from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const USDT = 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AD = { currency_id: USDT, type: 'sell', price: '7.05', total_number: '2000', way: 'bank' };
const BOND = '1000';
const WRONG = { reason: 'wrong_amount', statement: 'Half of it has come.' };

interface Numbered {
  readonly id: number;
}

/** Sells to the other; both trade by the same calls. */
class Sellers {
  readonly seller: Person;
  readonly buyer: Person;

  constructor(seller: Person, buyer: Person) {
    this.seller = seller;
    this.buyer = buyer;
  }

  async publish(more: Readonly<Record<string, string | number>> = {}): Promise<number> {
    await this.seller.must('/api/c2c_send', { ...AD, ...more });
    const { data } = await this.seller.read<{ data: Numbered[] }>('/api/c2c/seller_trade');
    return data[0]?.id ?? 0;
  }

  async taken(ad: number, number: string, more = {}): Promise<number> {
    return (await this.buyer.must<Numbered>('/api/c2c/take', { id: ad, number, ...more })).id;
  }

  async paid(ad: number, number: string): Promise<number> {
    const id = await this.taken(ad, number);
    await this.buyer.must('/api/c2c/user_legal_pay', { id });
    return id;
  }

  async completed(ad: number, number: string): Promise<number> {
    const id = await this.paid(ad, number);
    await this.seller.must('/api/c2c/legal_deal_sure', { id });
    return id;
  }

  /** An appeal of the seller that the buyer has answered. */
  async appealed(deal: number): Promise<number> {
    const { id } = await this.seller.must<Numbered>('/api/c2c/appeal', { id: deal, ...WRONG });
    const statement = 'I have paid all of it.';
    await this.buyer.must('/api/c2c/appeal_statement', { id, statement });
    return id;
  }
}

async function rule(
  operator: Person,
  id: number,
  to_buyer: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const reason = 'A recording';
  const ruling = { id, to_buyer, fault: 'nobody', reason, ...more };
  await operator.must('/office/api/p2p_appeal_rule', ruling);
}

/** Ads that are changed, paused, private, taken away; acts on deals of all kinds. */
async function dealAndCancel(both: Sellers, office: Office): Promise<number> {
  const { seller, buyer } = both;
  const ad = await both.publish();
  await seller.must('/api/c2c/edit', { ...AD, id: ad, price: '7.06' });
  for (const is_paused of ['1', '0']) await seller.must('/api/c2c/pause', { id: ad, is_paused });
  for (const is_paused of ['1', '0']) await seller.must('/api/c2c/pause', { id: 0, is_paused });
  const secret = await both.publish({ is_private: '1', total_number: '100' });
  const { data } = await seller.read<{ data: { code: string }[] }>('/api/c2c/seller_trade');
  const hidden = await both.taken(secret, '50', { code: data[0]?.code ?? '' });
  await buyer.must('/api/c2c/user_legal_pay_cancel', { id: hidden });
  await seller.must('/api/c2c/back_send', { id: secret });
  const floating = { offset: '1', min_price: '6', max_price: '8', hours: '1 09:00-18:00' };
  const { price: _fixed, ...terms } = AD;
  await seller.must('/api/c2c_send', { ...terms, ...floating, level: 1, registered_days: 1 });
  const [rested] = (await seller.read<{ data: Numbered[] }>('/api/c2c/seller_trade')).data;
  await office.first.must('/office/api/p2p_ad_remove', { id: rested?.id ?? 0, reason: 'A test' });

  await both.completed(await both.publish({ total_number: '30' }), '30');
  const asked = await both.taken(ad, '100');
  await seller.must('/api/c2c/extend', { id: asked, minutes: 30 });
  await seller.must('/api/c2c/ask_cancel', { id: asked });
  await buyer.must('/api/c2c/answer_cancel', { id: asked, accepts: '0' });
  await seller.must('/api/c2c/ask_cancel', { id: asked });
  await buyer.must('/api/c2c/answer_cancel', { id: asked, accepts: '1' });
  return ad;
}

/** Appeals that are withdrawn, settled, ruled by one and by two, before and after the end. */
async function appealAndRule(both: Sellers, office: Office, third: Person, ad: number) {
  const { seller, buyer } = both;
  const taken = await both.appealed(await both.paid(ad, '20'));
  await seller.must('/api/c2c/appeal_withdraw', { id: taken });
  const settled = await both.paid(ad, '20');
  await both.appealed(settled);
  await seller.must('/api/c2c/legal_deal_sure', { id: settled });
  await rule(office.second, await both.appealed(await both.paid(ad, '30')), '10');
  await rule(office.second, await both.appealed(await both.paid(ad, '30')), '0', {
    fault: 'buyer',
  });
  await rule(office.second, await both.appealed(await both.completed(ad, '30')), '15');

  await seller.must('/api/c2c/bond', { currency_id: USDT, number: BOND }, 'golden-bond');
  const { id: trader } = await seller.read<Numbered>('/api/user/info');
  await office.must('/office/api/p2p_merchant', { user: trader, merchant: '1' });
  const cut = await both.appealed(await both.paid(ad, '40'));
  for (const operator of [office.second, third])
    await rule(operator, cut, '40', { fault: 'seller', bond_cut: '1' });
  await buyer.must('/api/c2c/block', { id: trader, is_blocked: '1' });
  await buyer.must('/api/c2c/block', { id: trader, is_blocked: '0' });
  await office.must('/office/api/p2p_restrict', { user: trader, hours: 1 });
  await office.must('/office/api/p2p_restrict', { user: trader, hours: 0 });
}

async function arrive(server: RecordedServer): Promise<Sellers> {
  return new Sellers(
    await server.customer('demo2@meridian.test'),
    await server.customer('demo@meridian.test'),
  );
}

/** The deal that expires between two starts of the server, and the appeal that is not answered. */
let waiting: { readonly expiring: number; readonly unanswered: number } = {
  expiring: 0,
  unanswered: 0,
};

/** The fiat marketplace: a day passes before the second start, and eight before the third. */
export const p2p: Scenario = {
  name: 'p2p',
  acts: [
    {
      async play(server) {
        const office = await server.office();
        await hideMarketsBut(office, ['BTC/USDT']);
        const third = await office.another(server);
        const both = await arrive(server);
        const { seller } = both;
        const fields = { from_field: 'change', to_field: 'legal' };
        await seller.must('/api/wallet/change', { currency_id: USDT, number: '5000', ...fields });
        const ad = await dealAndCancel(both, office);
        await appealAndRule(both, office, third, ad);
        const deal = await both.paid(ad, '50');
        const { id: unanswered } = await seller.must<Numbered>('/api/c2c/appeal', {
          id: deal,
          ...WRONG,
        });
        waiting = { expiring: await both.taken(ad, '60'), unanswered };
        await both.taken(ad, '60');
        await both.paid(ad, '70');
      },
    },
    {
      shiftMs: () => DAY_MS + HOUR_MS,
      async play(server) {
        const office = await server.office();
        const { buyer } = await arrive(server);
        await until('a deal that has expired', async () => {
          const { ended_by } = await buyer.read<{ ended_by: string }>('/api/c2c_deal', {
            id: waiting.expiring,
          });
          return ended_by === 'timer' ? true : undefined;
        });
        await rule(office.second, waiting.unanswered, '25');
      },
    },
    {
      shiftMs: () => 9 * DAY_MS,
      async play(server) {
        const both = await arrive(server);
        const { data } = await both.buyer.read<{ data: Numbered[] }>('/api/c2c_user_deal', {
          is_sure: '3',
        });
        for (const { id } of data) await both.seller.must('/api/c2c/legal_deal_sure', { id });
      },
    },
    {
      shiftMs: () => 17 * DAY_MS,
      async play(server) {
        const { seller } = await arrive(server);
        await until('a bond that is free', async () => {
          const { body } = await seller.call('/api/c2c/bond_return');
          return body['type'] === 'ok' ? true : undefined;
        });
      },
    },
  ],
};
