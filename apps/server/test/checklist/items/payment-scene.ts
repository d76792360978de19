import { paymentCallback, paymentForm, paymentIntent } from '@meridian/contract/payment/calls';
import { officePaymentDecide } from '@meridian/contract/payment/office';
import { asNewcomer, asOwner, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

/** Good calls about card payments. */
export const PAYMENT_RECIPES: Recipes = [
  [paymentIntent, asNewcomer(() => ({ account: 'payer@example.com', amount: '71' }))],
  [
    paymentForm,
    async (scene) => {
      const { customer, order } = await payment(scene);
      return { authorization: customer.token, input: { order } };
    },
  ],
  [
    paymentCallback,
    async (scene) => ({ authorization: '', ...signed(scene, (await payment(scene)).notice) }),
  ],
  [
    officePaymentDecide,
    asOwner(async (scene) => ({
      id: await latePayment(scene),
      credited: '1',
      reason: 'Seen at the gateway.',
    })),
  ],
];

/** A payment of a new customer, and the gateway's notice that it is paid. */
export async function payment(
  scene: Scene,
): Promise<{ customer: Customer; order: string; notice: Readonly<Record<string, string>> }> {
  const customer = await scene.newcomer();
  const { order, fields } = await customer.ask(paymentIntent, {
    account: 'payer@example.com',
    amount: '71',
  });
  const { merchant_id, amount, currency, sign_type } = fields;
  return {
    customer,
    order,
    notice: {
      merchant_id,
      order_id: order,
      transaction_id: `G-${order}`,
      amount,
      currency,
      state: 'paid',
      sign_type,
    },
  };
}

/** A notice as the gateway sends it. */
export function signed(
  { exchange: { merchant } }: Scene,
  notice: Readonly<Record<string, string>>,
): { input: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>> } {
  return {
    input: { ...notice, sign: merchant.md5Of(notice) },
    headers: { 'x-signature': merchant.signatureOf(notice) },
  };
}

/** A payment that was paid too late. */
async function latePayment(scene: Scene): Promise<string> {
  const { order, notice } = await payment(scene);
  const { queries } = scene.exchange;
  await queries
    .updateTable('payment_intents')
    .set({ expires_at: new Date(0) })
    .where('order_id', '=', order)
    .execute();
  const { input, headers } = signed(scene, notice);
  await scene.send(paymentCallback, input, { headers });
  const { id } = await queries
    .selectFrom('payment_intents')
    .select('id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow();
  return String(id);
}
