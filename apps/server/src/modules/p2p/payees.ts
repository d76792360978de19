import type { CashInfo } from '@meridian/contract/identity/calls';
import type { UserId } from '@meridian/core/ids';
import type { PaymentMethod, PaymentWay } from '@meridian/core/p2p/p2p-commands';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { Secrets } from '../../secrets.ts';

/** An account that is paid into. */
export interface Payee {
  readonly way: PaymentWay;
  readonly realName: string;
  /** '' but for a transfer to a bank. */
  readonly bankName: string;
  readonly account: string;
}

const ACCOUNT = {
  aliPay: 'alipay_account',
  weChat: 'wechat_account',
  bank: 'bank_account',
} as const satisfies Record<PaymentWay, keyof CashInfo>;
const SINCE = {
  aliPay: 'alipay_since',
  weChat: 'wechat_since',
  bank: 'bank_since',
} as const satisfies Record<PaymentWay, string>;

interface PayeesParts {
  readonly queries: Queries;
  readonly fields: SealedFields;
  readonly secrets: Secrets;
}

/**
 * Owns the accounts that ads and deals name by number. They are copies of the accounts that their
 * owners had saved when they published or sold, and never change: a deal shows the account it was
 * made with, also after its seller saves another.
 */
export class Payees {
  readonly #parts: PayeesParts;

  constructor(parts: PayeesParts) {
    this.#parts = parts;
  }

  /**
   * The user's saved accounts of these ways, with their numbers. Refuses with `payee_missing` where
   * one is not saved, and with `deal_account_waits` where one was saved less than `waitMs` ago.
   */
  async of(
    user: UserId,
    { ways, waitMs }: { readonly ways: readonly PaymentWay[]; readonly waitMs: number },
  ): Promise<PaymentMethod[]> {
    const saved = await this.#saved(user);
    const methods: PaymentMethod[] = [];
    for (const way of ways) {
      const account = saved?.[ACCOUNT[way]].trim() ?? '';
      if (saved === undefined || account === '')
        throw new Refusal('payee_missing', { field: 'way' });
      const since = saved[SINCE[way]];
      if (since === null || since.getTime() + waitMs > Date.now())
        throw new Refusal('deal_account_waits', { field: 'way' });
      const bankName = way === 'bank' ? saved.bank_name : '';
      methods.push({
        id: await this.#keep(user, { way, realName: saved.real_name, bankName, account }),
        way,
      });
    }
    return methods;
  }

  /** Refuses a buyer whose name nobody could compare a payment with. */
  async requireName(user: UserId): Promise<void> {
    if ((await this.#saved(user)) === undefined)
      throw new Refusal('payee_missing', { field: 'way' });
  }

  /** Accounts by number. */
  async byId(ids: readonly number[]): Promise<ReadonlyMap<number, Payee>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#parts.queries
      .selectFrom('p2p_accounts')
      .selectAll()
      .where('id', 'in', ids.map(BigInt))
      .execute();
    return new Map(
      rows.map((row) => {
        const { way, real_name, bank_name, account } = this.#parts.fields.open(
          'p2p_accounts',
          row.user_id,
          row,
        );
        return [Number(row.id), { way, realName: real_name, bankName: bank_name, account }];
      }),
    );
  }

  async #saved(user: UserId) {
    const { queries, fields } = this.#parts;
    const row = await queries
      .selectFrom('payment_methods')
      .selectAll()
      .where('user_id', '=', BigInt(user))
      .executeTakeFirst();
    return row === undefined ? undefined : fields.open('payment_methods', user, row);
  }

  async #keep(user: UserId, { way, realName, bankName, account }: Payee): Promise<number> {
    const { queries, fields, secrets } = this.#parts;
    const content = JSON.stringify([user, way, realName, bankName, account]);
    const content_hash = secrets.hash('p2p account', content);
    const row = fields.seal('p2p_accounts', user, {
      user_id: BigInt(user),
      way,
      real_name: realName,
      bank_name: bankName,
      account,
      content_hash,
    });
    const { id } = await queries
      .insertInto('p2p_accounts')
      .values(row)
      .onConflict((conflict) => conflict.column('content_hash').doUpdateSet({ way }))
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  }
}
