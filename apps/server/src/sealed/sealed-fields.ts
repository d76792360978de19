import type { Secrets } from '../secrets.ts';

/**
 * Columns of texts about people that rest sealed, by table. Each row belongs to the user in its
 * column `user_id`.
 */
export const SEALED_FIELDS = {
  identity_applications: ['name'],
  payment_methods: [
    'real_name',
    'bank_name',
    'bank_account',
    'alipay_account',
    'wechat_nickname',
    'wechat_account',
  ],
  p2p_statements: ['text'],
  p2p_accounts: ['real_name', 'bank_name', 'account'],
  p2p_chat_rows: ['text'],
  p2p_webhooks: ['url', 'secret'],
  push_subscriptions: ['endpoint', 'p256dh', 'auth'],
  acceptors: [
    'wechat_nickname',
    'wechat_account',
    'ali_nickname',
    'ali_account',
    'bank_name',
    'bank_account',
    'bank_address',
  ],
  acceptor_deals: ['mobile', 'deal_account', 'deal_holder', 'deal_bank', 'hes_account'],
  deal_statements: ['text'],
  complaints: ['order_number'],
  complaint_messages: ['text'],
  payment_intents: ['account'],
  closed_accounts: ['contact'],
} as const;

export type SealedTable = keyof typeof SEALED_FIELDS;

/**
 * Names, accounts of banks and the like: sealed on their way into the database, opened where
 * somebody may read them. Promises that a value opens only in the column and for the user that it
 * was written for, and that nothing plain is taken for it.
 */
export class SealedFields {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** The row with its sealed columns sealed. @param owner the row's `user_id` */
  seal<R extends object>(table: SealedTable, owner: bigint | number, row: R): R {
    return this.#each(table, row, (column, text) =>
      this.#secrets.sealText(fieldPurpose(table, column, owner), text),
    );
  }

  /**
   * The row with its sealed columns as they were written. Throws `Fault` configuration_invalid
   * where one does not open.
   */
  open<R extends object>(table: SealedTable, owner: bigint | number, row: R): R {
    return this.#each(table, row, (column, text) =>
      this.#secrets.openText(fieldPurpose(table, column, owner), text),
    );
  }

  #each<R extends object>(
    table: SealedTable,
    row: R,
    change: (column: string, text: string) => string,
  ): R {
    const changed = { ...row } as Record<string, unknown>;
    for (const column of SEALED_FIELDS[table]) {
      const text = changed[column];
      if (typeof text === 'string') changed[column] = change(column, text);
    }
    return changed as R;
  }
}

/** The purpose for which a field is sealed. */
export function fieldPurpose(table: SealedTable, column: string, owner: bigint | number): string {
  return `${table}.${column} ${owner}`;
}
