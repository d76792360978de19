import { PAYMENT_ACCOUNT } from '@meridian/contract/payment/bounds';
import {
  CALLBACK_DONE,
  PAYMENT_CURRENCY,
  PAYMENT_MINUTES,
  PAYMENT_ROWS,
  paymentCallback,
  paymentForm,
  paymentIntent,
  paymentList,
  paymentTerms,
  type PaymentState,
} from '@meridian/contract/payment/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Currency } from '@meridian/core/catalog/catalog';
import { formatDecimal, formatFixed, parseDecimal } from '@meridian/money/decimal';
import { multiplyDivide } from '@meridian/money/rounding';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { readSettings } from '../../site-settings.ts';
import { unitsOf } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { SIGN_TYPE, type Merchant } from './merchant.ts';
import { RATE_SCALE, rateUnits } from './payment-rate.ts';
import type { PaymentStatus } from './payment-tables.ts';
import { MONEY_SCALE, type Intent, type Payments } from './payments.ts';

export interface PaymentServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly payments: Payments;
  /** Undefined without a gateway: payments are closed. */
  readonly merchant: Merchant | undefined;
  /** Origin of our pages, '' if forms go to ourselves. */
  readonly paymentUrl: string;
}

/** Paths of the gateway's callback, and of the customer's return. */
const NOTIFY_PATH = paymentCallback.path;
export const RETURN_PATH = '/payment';

/** A status for customers. */
const STATES: Readonly<Record<PaymentStatus, PaymentState>> = {
  waiting: 'waiting',
  crediting: 'paid',
  short: 'paid',
  late: 'late',
  credited: 'credited',
  refunded: 'refunded',
  expired: 'expired',
  refused: 'refused',
};

/** The currency that payments buy. */
export function paidCurrency(live: LiveView): Currency {
  const usdt = live.currencyByCode('USDT');
  if (usdt === undefined) throw new Error('USDT is not listed');
  return usdt;
}

/** Coins for fiat money through an external gateway. */
export function registerPaymentRoutes(gateway: CallRegistry, services: PaymentServices): void {
  const { queries, payments, merchant } = services;
  gateway.registerCall(paymentTerms, async () => {
    const { payment_min, payment_max } = await readSettings(queries);
    const money = (text: string): string => formatFixed(centsOf(text), MONEY_SCALE);
    const rate = merchant === undefined ? undefined : await payments.rate();
    return {
      is_open: rate === undefined ? (0 as const) : (1 as const),
      rate: rate ?? '',
      min_amount: money(payment_min),
      max_amount: money(payment_max),
      minutes: PAYMENT_MINUTES,
    };
  });
  gateway.registerCall(paymentIntent, (context) => makeIntent(services, context));
  gateway.registerCall(paymentForm, (context) => formAgain(services, context));
  gateway.registerCall(paymentList, (context) => page(services, context));
  gateway.registerCall(paymentCallback, async ({ input, signature }) => {
    await payments.receive(merchant, input, signature);
    return CALLBACK_DONE;
  });
}

async function makeIntent(
  services: PaymentServices,
  { input, session, language, idempotencyKey }: CallContext<typeof paymentIntent>,
): Promise<CallOutput<typeof paymentIntent>> {
  const { queries, live, payments, merchant } = services;
  if (merchant === undefined) throw new Refusal('payment_closed');
  if (!PAYMENT_ACCOUNT.test(input.account))
    throw new Refusal('input_invalid', { field: 'account' });
  const rate = await payments.rate();
  if (rate === undefined) throw new Refusal('payment_closed');
  const money = await moneyOf(queries, input.amount);
  const { scale } = paidCurrency(live);
  // Rounded down: never in favour of the customer.
  const amount = multiplyDivide(
    money,
    { numerator: 10n ** BigInt(scale + RATE_SCALE - MONEY_SCALE), denominator: rateUnits(rate) },
    'down',
  );
  if (amount <= 0n) throw new Refusal('number_range', { field: 'amount' });
  const wish = {
    user_id: BigInt(session.user),
    account: input.account,
    money,
    amount,
    rate,
    lang: language,
    request_key: idempotencyKey ?? null,
  };
  return formOf(services, await payments.make(wish));
}

/** A customer who returned without paying gets the form again, while the price holds. */
async function formAgain(
  services: PaymentServices,
  { input, session }: CallContext<typeof paymentForm>,
): Promise<CallOutput<typeof paymentForm>> {
  const intent = await services.queries
    .selectFrom('payment_intents')
    .selectAll()
    .where('order_id', '=', input.order)
    .where('user_id', '=', BigInt(session.user))
    .executeTakeFirst();
  if (intent === undefined || services.payments.statusOf(intent) !== 'waiting')
    throw new Refusal('payment_not_found', { field: 'order' });
  return formOf(services, intent);
}

/** The form that the browser posts to the gateway. */
function formOf(
  { live, merchant, payments, paymentUrl }: PaymentServices,
  intent: Intent,
): CallOutput<typeof paymentIntent> {
  if (merchant === undefined) throw new Refusal('payment_closed');
  const { order_id, money, amount, rate, lang, expires_at } = intent;
  const fields = {
    ...{
      merchant_id: merchant.id,
      order_id,
      account: payments.accountOf(intent),
      amount: formatFixed(money, MONEY_SCALE),
      currency: PAYMENT_CURRENCY,
      lang,
    },
    ...{
      notify_url: `${paymentUrl}${NOTIFY_PATH}`,
      return_url: `${paymentUrl}${RETURN_PATH}`,
      sign_type: SIGN_TYPE,
    },
  };
  return {
    order: order_id,
    url: merchant.url,
    fields: { ...fields, sign: merchant.md5Of(fields) },
    number: formatDecimal(amount, paidCurrency(live).scale),
    rate,
    expires_time: shanghaiTime(expires_at.getTime()),
  };
}

/** Cents, within the limits of the settings. */
async function moneyOf(queries: Queries, text: string): Promise<bigint> {
  const cents = unitsOf(text, MONEY_SCALE, 'amount');
  if (cents <= 0n) throw new Refusal('number_not_positive', { field: 'amount' });
  const { payment_min: least, payment_max: most } = await readSettings(queries);
  if (cents < centsOf(least) || cents > centsOf(most))
    throw new Refusal('number_range', { field: 'amount' });
  return cents;
}

/** A limit of the settings. */
function centsOf(text: string): bigint {
  const parsed = parseDecimal(text, MONEY_SCALE);
  if (!parsed.ok) throw new Error(`${text} has more than ${MONEY_SCALE} decimals`);
  return parsed.units;
}

async function page(
  { queries, live, payments }: PaymentServices,
  { input, session }: CallContext<typeof paymentList>,
): Promise<CallOutput<typeof paymentList>> {
  const number = input.page ?? 1;
  const { scale } = paidCurrency(live);
  const rows = await queries
    .selectFrom('payment_intents')
    .selectAll()
    .where('user_id', '=', BigInt(session.user))
    .orderBy('id', 'desc')
    .limit(PAYMENT_ROWS)
    .offset((number - 1) * PAYMENT_ROWS)
    .execute();
  const list = rows.map((intent) => ({
    order: intent.order_id,
    account: payments.accountOf(intent),
    amount: formatFixed(intent.money, MONEY_SCALE),
    number: formatDecimal(intent.amount, scale),
    rate: intent.rate,
    state: STATES[payments.statusOf(intent)],
    create_time: shanghaiTime(intent.created_at.getTime()),
    expires_time: shanghaiTime(intent.expires_at.getTime()),
  }));
  return { list, page: number, limit: PAYMENT_ROWS };
}
