interface Held {
  readonly wechat_account?: string | null;
  readonly ali_account?: string | null;
  readonly bank_account?: string | null;
  readonly recharge_rate?: unknown;
  readonly cash_rate?: unknown;
  readonly recharge_amount?: unknown;
  readonly cash_amount?: unknown;
}

/**
 * Checks the terms of an acceptor against each other; errors by field. Each field checks its own
 * format.
 */
export function acceptorFaults(held: Held): Record<string, string> {
  const faults: Record<string, string> = {};
  const decimals = (
    field: 'recharge_rate' | 'cash_rate' | 'recharge_amount' | 'cash_amount',
    most: number,
  ): void => {
    const text = String((held[field] ?? '') as string);
    if (/^[0.]+$/.test(text)) faults[field] = 'Above 0';
    else if ((text.split('.')[1] ?? '').length > most)
      faults[field] = `At most ${most} ${most === 1 ? 'decimal' : 'decimals'}`;
  };
  decimals('recharge_rate', 4);
  decimals('cash_rate', 4);
  decimals('recharge_amount', 2);
  decimals('cash_amount', 2);
  const isPayable = [held.wechat_account, held.ali_account, held.bank_account].some(
    (account) => (account ?? '') !== '',
  );
  if (!isPayable) faults['bank_account'] = 'At least one way of payment';
  return faults;
}
