import type { Language } from '@meridian/contract/languages';

/** Why a row of the statement came about. Holds and releases move nothing in or out and have no row. */
export type StatementReason = 'deposit' | 'credit' | 'trade' | 'fee';

export const STATEMENT_REASONS: Record<Language, Record<StatementReason, string>> = {
  en: { deposit: 'Deposit', credit: 'Credit', trade: 'Trade', fee: 'Trading fee' },
  ko: { deposit: '입금', credit: '지급', trade: '거래', fee: '거래 수수료' },
  ja: { deposit: '入金', credit: '付与', trade: '取引', fee: '取引手数料' },
  'zh-CN': { deposit: '充值', credit: '发放', trade: '交易', fee: '交易手续费' },
  'zh-TW': { deposit: '儲值', credit: '發放', trade: '交易', fee: '交易手續費' },
  es: { deposit: 'Depósito', credit: 'Abono', trade: 'Operación', fee: 'Comisión' },
};
