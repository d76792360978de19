import { formatDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';
import { submitAudited } from '../../gateway/audited-change.ts';
import type { Audit } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency } from './currency-of-call.ts';

interface Funding {
  readonly currency: number;
  readonly direction: 'in' | 'out';
  readonly amount: string;
}

/**
 * Moves coins between the house and an account that pays customers, with the log before the
 * command. Refuses a currency that is not listed, and a bad amount.
 * @param into the field of the log that says whether they go into the account
 */
export async function fundAccount(
  { engine, live }: { readonly engine: Pick<Engine, 'submit'>; readonly live: LiveView },
  { input, audit }: { readonly input: Funding; readonly audit: Audit },
  { kind, into }: { readonly kind: 'convert.fund' | 'rebate.fund'; readonly into: string },
): Promise<void> {
  const currency = listedCurrency(live, input.currency);
  const { direction } = input;
  const amount = amountOf(input.amount, currency, 'amount');
  await submitAudited(
    engine,
    audit,
    {
      action: kind,
      subject: `currency ${currency.id}`,
      after: {
        [into]: direction === 'in',
        amount: formatDecimal(amount, currency.scale),
        currency_name: currency.code,
      },
    },
    { kind, currency: currency.id, direction, amount },
  );
}
