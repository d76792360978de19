import { randomBytes } from 'node:crypto';
import {
  MAX_OPEN_PAYMENTS,
  PAYMENT_CURRENCY,
  PAYMENT_MINUTES,
  type paymentCallback,
} from '@meridian/contract/payment/calls';
import type { CallInput } from '@meridian/contract/schema/call';
import type { CurrencyId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { parseDecimal } from '@meridian/money/decimal';
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import { Rounds } from '../../rounds.ts';
import { refusalOf, transferOf } from '../../transfers/transfers.ts';
import { notify } from '../inbox/notify.ts';
import type { Merchant } from './merchant.ts';
import { paymentRate } from './payment-rate.ts';
import type { PaymentStatus, PaymentTables } from './payment-tables.ts';

export type Intent = Selectable<PaymentTables['payment_intents']>;
type NewIntent = Pick<
  Insertable<PaymentTables['payment_intents']>,
  'user_id' | 'account' | 'money' | 'amount' | 'rate' | 'lang' | 'request_key'
>;
type Notice = CallInput<typeof paymentCallback>;

/** An operator's decision about a payment that is late or that the house has no funds for. */
interface Ruling {
  readonly isCredited: boolean;
  readonly reason: string;
  readonly operator: number;
}

/** Cents. */
export const MONEY_SCALE = 2;
/** Payments that wait for an operator. */
export const FOR_OPERATORS: readonly PaymentStatus[] = ['late', 'short'];
const ORDER_BYTES = 16;
const MINUTE_MS = 60_000;
/** A payment that was interrupted while the core was told is resumed after this time. */
const RESUME_MS = 10_000;
const LOOK_MS = 5_000;
const UNIQUE_VIOLATION = '23505';
const PAID_ANOTHER = 'the transaction has paid another one';

interface PaymentsParts {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: Pick<
    LiveView,
    'balance' | 'currencyByCode' | 'marketByPair' | 'index' | 'showCny'
  >;
  readonly fields: SealedFields;
  readonly currency: () => CurrencyId;
  readonly warn: (text: string) => void;
  readonly nowMs?: () => number;
}

/**
 * Owns the states of payments through the gateway. Promises that the gateway's notice of a payment
 * is stored before it is answered, and that a payment is credited at most once: the house pays it
 * (`ledger.credit`, invariant L9), under the payment's transfer id (L10). An interrupted one is
 * resumed by telling the core again.
 */
export class Payments {
  /**
   * Ends expired payments, resumes interrupted ones, and retries those that the house had no funds
   * for.
   */
  readonly rounds: Rounds;
  readonly #parts: PaymentsParts;
  readonly #nowMs: () => number;
  /** The reason why payments were closed in the last round. */
  #rateFault: string | undefined;

  constructor(parts: PaymentsParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`payments could not be looked at: ${trouble}`),
    });
  }

  /**
   * @returns CNY for one USDT, undefined while payments have no valid price
   */
  async rate(): Promise<string | undefined> {
    const { rate, fault } = await paymentRate(this.#parts.queries, this.#parts.live, this.#nowMs());
    return fault === undefined ? rate : undefined;
  }

  /**
   * Stores an intent. A repeated request key returns the same intent; with different content it is
   * refused.
   */
  async make(wish: NewIntent): Promise<Intent> {
    const { queries } = this.#parts;
    const known = wish.request_key === null ? undefined : await this.#ofRequest(wish);
    if (known !== undefined) return known;
    const now = new Date(this.#nowMs());
    const times = {
      created_at: now,
      updated_at: now,
      expires_at: new Date(now.getTime() + PAYMENT_MINUTES * MINUTE_MS),
      paid_at: null,
    };
    const row = {
      ...this.#parts.fields.seal('payment_intents', wish.user_id, wish),
      ...times,
      order_id: randomBytes(ORDER_BYTES).toString('hex'),
      gateway_id: null,
      decided_by: null,
    };
    const made = await queries.transaction().execute(async (transaction) => {
      // Locks the user: requests at once would all count too few intents.
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', BigInt(wish.user_id))
        .forNoKeyUpdate()
        .execute();
      const inserted = await transaction
        .insertInto('payment_intents')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'request_key']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (inserted === undefined) return undefined;
      const { count } = await transaction
        .selectFrom('payment_intents')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('user_id', '=', inserted.user_id)
        .where('status', '=', 'waiting')
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      if (count > BigInt(MAX_OPEN_PAYMENTS)) throw new Refusal('payments_too_many');
      return inserted;
    });
    const intent = made ?? (await this.#ofRequest(wish));
    if (intent === undefined) throw new Error('a payment was neither made nor known');
    return intent;
  }

  /**
   * Receives a notice of a gateway, signed or not. A repeated notice has no effect. Refuses every
   * faulty notice alike, and logs the reason; resolves once it is stored, credited or not.
   */
  async receive(merchant: Merchant | undefined, notice: Notice, signature: string): Promise<void> {
    const result = await this.#take(merchant, notice, signature).catch((error: unknown) => {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return PAID_ANOTHER;
      throw error;
    });
    if (typeof result === 'string') {
      this.#parts.warn(
        `a callback for payment ${JSON.stringify(notice.order_id)} was refused: ${result}`,
      );
      throw new Refusal('payment_callback_refused');
    }
    if (result !== undefined) await this.credit(result);
  }

  /** Its present state: an intent is expired before a round has written that. */
  statusOf({ status, expires_at }: Intent): PaymentStatus {
    return status === 'waiting' && expires_at.getTime() <= this.#nowMs() ? 'expired' : status;
  }

  /**
   * Decides a payment that waits for an operator, in the transaction that logs it.
   * @returns the intent to be credited afterwards
   */
  async rule(
    transaction: Queries,
    id: bigint,
    { isCredited, reason, operator }: Ruling,
  ): Promise<Intent> {
    const now = new Date(this.#nowMs());
    const ruled = await transaction
      .updateTable('payment_intents')
      .set(({ eb }) => ({
        status: isCredited ? 'crediting' : 'refunded',
        attempt: eb('attempt', '+', 1),
        note: reason,
        decided_by: BigInt(operator),
        updated_at: now,
      }))
      .where('id', '=', id)
      .where('status', 'in', FOR_OPERATORS)
      .returningAll()
      .executeTakeFirst();
    if (ruled === undefined) throw new Refusal('payment_not_found', { field: 'id' });
    if (!isCredited) await this.#tell(transaction, ruled, 'payment_refunded');
    return ruled;
  }

  /** Tells the core of a payment to be credited. A round retries a failed one. */
  async credit(intent: Intent): Promise<void> {
    try {
      await this.#credit(intent);
    } catch (error) {
      this.#parts.warn(`payment ${intent.order_id} is credited later: ${String(error)}`);
    }
  }

  async #round(): Promise<void> {
    await this.#lookAtRate();
    const { queries } = this.#parts;
    const now = new Date(this.#nowMs());
    await queries
      .updateTable('payment_intents')
      .set({ status: 'expired', updated_at: now })
      .where('status', '=', 'waiting')
      .where('expires_at', '<=', now)
      .execute();
    const open = await queries
      .selectFrom('payment_intents')
      .selectAll()
      .where('status', 'in', ['crediting', 'short'])
      .orderBy('id')
      .execute();
    for (const intent of open) {
      if (intent.status === 'short') await this.#retry(intent);
      else if (intent.updated_at.getTime() + RESUME_MS <= now.getTime()) await this.#credit(intent);
    }
  }

  /** The whole site shows the price of payments. Warns once that they have closed. */
  async #lookAtRate(): Promise<void> {
    const { queries, live, warn } = this.#parts;
    const { rate, fault } = await paymentRate(queries, live, this.#nowMs());
    if (rate !== '') live.showCny(rate);
    if (fault !== this.#rateFault && (fault === 'old' || fault === 'off'))
      warn(
        `payments have closed: the price of ${rate} CNY ${fault === 'old' ? 'was set too long ago' : 'is too far from the index'}`,
      );
    this.#rateFault = fault;
  }

  /** Pays a short payment once the house has the funds. */
  async #retry(intent: Intent): Promise<void> {
    const { live, currency } = this.#parts;
    if (live.balance(SYSTEM.house, 'spot', currency()).available < intent.amount) return;
    const moved = await this.#move(intent, 'crediting', { attempt: intent.attempt + 1 });
    if (moved !== undefined) await this.#credit(moved);
  }

  async #credit(intent: Intent): Promise<void> {
    const { queries, engine, currency, warn } = this.#parts;
    const transfer = await transferOf(queries, 'payment', intent.id);
    const { outcome } = await engine.submit({
      kind: 'ledger.credit',
      user: Number(intent.user_id),
      wallet: 'spot',
      currency: currency(),
      amount: intent.amount as Amount,
      reference: `payment-${intent.order_id}`,
      transfer,
    });
    const refusal = refusalOf(outcome);
    if (refusal === undefined) {
      await this.#move(intent, 'credited');
      return;
    }
    warn(`payment ${intent.order_id} was not credited: ${refusal}`);
    await this.#move(intent, 'short', { note: refusal });
  }

  /** Moves to the next state, unless another process was faster. */
  async #move(
    { id, status, attempt }: Intent,
    to: PaymentStatus,
    more: { attempt?: number; note?: string } = {},
  ): Promise<Intent | undefined> {
    return this.#parts.queries
      .updateTable('payment_intents')
      .set({ status: to, updated_at: new Date(this.#nowMs()), ...more })
      .where('id', '=', id)
      .where('status', '=', status)
      .where('attempt', '=', attempt)
      .returningAll()
      .executeTakeFirst();
  }

  /**
   * @returns the intent to be credited now, undefined if there is nothing to do, or the reason of a
   *   refusal
   */
  async #take(
    merchant: Merchant | undefined,
    notice: Notice,
    signature: string,
  ): Promise<Intent | undefined | string> {
    if (merchant === undefined) return 'payments are not open';
    if (!merchant.isCallbackSigned(notice, signature)) return 'bad signature';
    if (notice.merchant_id !== merchant.id) return 'another merchant';
    if (notice.currency !== PAYMENT_CURRENCY) return 'another currency';
    const money = parseDecimal(notice.amount, MONEY_SCALE);
    return this.#parts.queries.transaction().execute(async (transaction) => {
      // Locked until the end: of many equal notices at once, only the first changes something.
      const intent = await transaction
        .selectFrom('payment_intents')
        .selectAll()
        .where('order_id', '=', notice.order_id)
        .forUpdate()
        .executeTakeFirst();
      if (intent === undefined) return 'no such payment';
      if (!money.ok || money.units !== intent.money) return 'another amount';
      return this.#apply(transaction, intent, notice);
    });
  }

  async #apply(
    transaction: Queries,
    intent: Intent,
    { state, transaction_id: gatewayId }: Notice,
  ): Promise<Intent | undefined | string> {
    const now = new Date(this.#nowMs());
    const set = (
      values: Partial<Pick<Intent, 'status' | 'gateway_id' | 'paid_at'>>,
    ): Promise<Intent> =>
      transaction
        .updateTable('payment_intents')
        .set({ ...values, updated_at: now })
        .where('id', '=', intent.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    if (state === 'refused') {
      if (intent.status === 'waiting')
        await this.#tell(transaction, await set({ status: 'refused' }), 'payment_refused');
      return undefined;
    }
    if (intent.gateway_id !== null) {
      if (intent.gateway_id !== gatewayId)
        this.#parts.warn(
          `payment ${intent.order_id} was paid once more, as ${JSON.stringify(gatewayId)}: see to it at the gateway`,
        );
      return undefined;
    }
    const taken = await transaction
      .selectFrom('payment_intents')
      .select('id')
      .where('gateway_id', '=', gatewayId)
      .executeTakeFirst();
    if (taken !== undefined) return PAID_ANOTHER;
    const isInTime = intent.status === 'waiting' && intent.expires_at > now;
    const paid = await set({
      status: isInTime ? 'crediting' : 'late',
      gateway_id: gatewayId,
      paid_at: now,
    });
    if (!isInTime) await this.#tell(transaction, paid, 'payment_late');
    return isInTime ? paid : undefined;
  }

  /** The payer's account at the gateway. */
  accountOf({ user_id, account }: Pick<Intent, 'user_id' | 'account'>): string {
    return this.#parts.fields.open('payment_intents', user_id, { account }).account;
  }

  /** Notifies of everything but the credit, which the journal's projection does. */
  async #tell(
    transaction: Queries,
    { id, user_id, amount, note, updated_at }: Intent,
    kind: 'payment_late' | 'payment_refunded' | 'payment_refused',
  ): Promise<void> {
    await notify(transaction, [
      {
        user: user_id,
        kind,
        cause: `payment-${id}-${kind}`,
        facts: {
          subject: Number(id),
          currency: this.#parts.currency(),
          amount: String(amount),
          reason: note,
        },
        at: updated_at,
      },
    ]);
  }

  async #ofRequest({
    user_id,
    request_key,
    account,
    money,
  }: NewIntent): Promise<Intent | undefined> {
    const known = await this.#parts.queries
      .selectFrom('payment_intents')
      .selectAll()
      .where('user_id', '=', user_id)
      .where('request_key', '=', request_key ?? null)
      .executeTakeFirst();
    if (known !== undefined && (this.accountOf(known) !== account || known.money !== money))
      throw new Refusal('idempotency_key_reused');
    return known;
  }
}
