import { CALLBACK_DONE, paymentCallback, paymentList } from '@meridian/contract/payment/calls';
import { walletDetail } from '@meridian/contract/wallet/calls';
import { describe, expect, it } from 'vitest';
import { payment, signed } from './payment-scene.ts';
import type { Customer, Scene } from './scene.ts';

type Notice = Readonly<Record<string, string>>;
const USDT = 3;
const REFUSED = { status: 403, code: 'payment_callback_refused' };
const REPLAYS = 50;

/**
 * Requests to the callback from strangers who found its address, and faulty ones from a gateway.
 */
export function checkPayment(scene: () => Scene): void {
  const tell = async (input: Notice, headers: Notice) => {
    const { status, body, text } = await scene().send(paymentCallback, input, { headers });
    return text === CALLBACK_DONE ? text : { status, code: body.code };
  };
  const tellSigned = (notice: Notice) => {
    const { input, headers } = signed(scene(), notice);
    return tell(input, headers);
  };
  const outcome = async (customer: Customer) => {
    const [row] = (await customer.ask(paymentList, {})).list;
    return [row?.state, (await customer.ask(walletDetail, { currency: USDT })).change_balance];
  };

  describe('item 25: a payment callback', () => {
    it('item 25: without both right signatures is refused, whichever is wrong', async () => {
      const { customer, notice } = await payment(scene());
      const { input, headers } = signed(scene(), notice);
      const { sign = '' } = input;
      const { 'x-signature': signature = '' } = headers;
      const others = [
        '0'.repeat(32),
        sign.toLowerCase(),
        sign.slice(0, -1),
        `${sign.slice(0, -1)}${sign.endsWith('0') ? '1' : '0'}`,
      ];
      for (const other of others)
        expect(await tell({ ...input, sign: other }, headers), other).toEqual(REFUSED);
      for (const other of [
        '',
        '0'.repeat(64),
        signature.slice(0, -1),
        signature.toUpperCase(),
        sign,
        `${signature}0`,
      ])
        expect(await tell(input, { 'x-signature': other }), other).toEqual(REFUSED);
      expect(await tell(input, {})).toEqual(REFUSED);
      expect(await tell({ ...input, sign_type: 'NONE' }, headers)).toEqual(REFUSED);
      for (const [name, value] of Object.entries({
        amount: '71.01',
        order_id: 'f'.repeat(32),
        transaction_id: 'G-2',
        currency: 'USD',
        merchant_id: 'OTHER',
        state: 'refused',
      })) {
        expect(await tell({ ...input, [name]: value }, headers), name).toEqual(REFUSED);
      }
      expect(await outcome(customer)).toEqual(['waiting', '0']);
    });

    it('item 25: that fits no payment is refused alike, though it is signed', async () => {
      const { customer, notice } = await payment(scene());
      const wrong = [
        { amount: '71.01' },
        { amount: '0.71' },
        { amount: '7100' },
        { amount: '-71.00' },
        { amount: 'all' },
        { currency: 'USD' },
        { currency: 'cny' },
        { merchant_id: 'OTHER' },
        { order_id: 'f'.repeat(32) },
        { order_id: '1' },
      ];
      const { alarms } = scene().exchange;
      for (const change of wrong) {
        const logged = alarms.length;
        expect(await tellSigned({ ...notice, ...change }), JSON.stringify(change)).toEqual(REFUSED);
        expect(alarms.length, `${JSON.stringify(change)} is logged`).toBe(logged + 1);
      }
      expect(await outcome(customer)).toEqual(['waiting', '0']);
    });

    it('item 25: that comes again, fifty times at once, credits once and is answered alike', async () => {
      const { customer, notice } = await payment(scene());
      const answers = await Promise.all(Array.from({ length: REPLAYS }, () => tellSigned(notice)));
      expect(new Set(answers)).toEqual(new Set([CALLBACK_DONE]));
      expect(await tellSigned(notice)).toBe(CALLBACK_DONE);
      expect(await outcome(customer)).toEqual(['credited', '10']);
    });

    it("item 25: of somebody else's payment pays nobody but who made that one", async () => {
      const [paid, other] = [await payment(scene()), await payment(scene())];
      const { input, headers } = signed(scene(), paid.notice);
      expect(await tell({ ...input, order_id: other.order }, headers)).toEqual(REFUSED);
      expect(
        await tellSigned({ ...paid.notice, user_id: String(paid.customer.user), account: 'x' }),
      ).toEqual(REFUSED);
      expect(await tellSigned(paid.notice)).toBe(CALLBACK_DONE);
      expect(
        await tellSigned({ ...other.notice, transaction_id: paid.notice['transaction_id'] ?? '' }),
        'one payment pays one',
      ).toEqual(REFUSED);
      const session = {
        authorization: other.customer.token,
        headers: signed(scene(), paid.notice).headers,
      };
      expect(
        (await scene().send(paymentCallback, signed(scene(), paid.notice).input, session)).text,
      ).toBe(CALLBACK_DONE);
      expect([await outcome(paid.customer), await outcome(other.customer)]).toEqual([
        ['credited', '10'],
        ['waiting', '0'],
      ]);
    });
  });
}
