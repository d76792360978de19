import type { AreaParts } from '../area-parts.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Rejection } from '../rejections.ts';
import { isCost } from './custody-commands-check.ts';
import type { PayChainCost } from './custody-commands.ts';
import { takeAvailable } from './debts.ts';

/** Pays the cost of a transaction of the exchange: from collected fees, then from the house. */
export function payChainCost(
  command: PayChainCost,
  { ledger, listings }: Pick<AreaParts<never>, 'ledger' | 'listings'>,
): Rejection | undefined {
  if (!isCost(command)) return 'malformed';
  const { currency, amount, reference } = command;
  if (listings.currency(currency) === undefined) return 'currency_unknown';
  const payers = [SYSTEM.fees, SYSTEM.house];
  const funds = payers.reduce(
    (sum, payer) => sum + ledger.available(ledger.open(payer, 'spot', currency)),
    0n,
  );
  if (funds < amount) return 'house_insufficient';
  let paid = 0n;
  for (const payer of payers)
    paid += takeAvailable(
      ledger,
      { owner: payer, wallets: ['spot'], currency },
      { most: amount - paid, reason: 'chainCost', reference },
    );
  ledger.post(ledger.open(SYSTEM.outside, 'spot', currency), paid, 'chainCost', 0, reference);
  return undefined;
}
