import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import type { CallInput } from '@meridian/contract/schema/call';
import { TRANSFER_BOUNDS } from '@meridian/contract/wallet/bounds';
import { LOG_ROWS, transferHistory, walletChange } from '@meridian/contract/wallet/calls';
import type { Wallet } from '@meridian/core/ledger/accounts';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { Refusal } from '../../gateway/refusal.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { statement } from './queries.ts';
import type { WalletServices } from './wallet-services.ts';
import { WALLET_OF_FIELD, WIRE_WALLETS } from './translate.ts';

/** Transfers between the wallets of one user. The session says whose account it is. */
export function registerTransferRoutes(
  gateway: CallRegistry,
  services: WalletServices,
  gate: ProjectionGate,
): void {
  const { live, queries } = services;
  gateway.registerCall(walletChange, (context) => transfer(services, context));
  gateway.registerCall(transferHistory, async ({ input, session, language }) => {
    await gate.reached(live.seq);
    const page = input.page ?? 1;
    const rows = await statement(queries, session.user, {
      page,
      limit: LOG_ROWS,
      currency: undefined,
      reason: 'transfer',
    });
    const data = rows.map(({ id, wallet, reference, currency: of, amount, timeMs }) => {
      const currency = listedCurrency(live, of);
      const to = reference as Wallet;
      const value = formatDecimal(-amount, currency.scale);
      return {
        id,
        type: `${textOf(language, `walletName.${wallet}`)} → ${textOf(language, `walletName.${to}`)}`,
        from_field: WIRE_WALLETS[wallet],
        to_field: WIRE_WALLETS[to],
        currency: of,
        currency_name: currency.code,
        number: value,
        add_time: shanghaiTime(timeMs),
      };
    });
    return { data, page, limit: LOG_ROWS };
  });
}

async function transfer(
  { engine, live }: WalletServices,
  { input, session, language, idempotencyKey: key }: CallContext<typeof walletChange>,
): Promise<string> {
  const currency = listedCurrency(live, input.currency_id, 'currency_id');
  const amount = amountOf(input.number, currency, 'number');
  const most = parseDecimal(TRANSFER_BOUNDS.most, currency.scale);
  if (most.ok && amount > most.units) throw new Refusal('number_range', { field: 'number' });
  const { outcome } = await engine.submit({
    kind: 'custody.transfer',
    user: session.user,
    ...walletsOf(input),
    currency: currency.id,
    amount,
    ...(key === undefined ? {} : { key }),
  });
  if (!outcome.ok) throw new Refusal(outcome.rejection);
  return textOf(language, 'answer.wallet.transferred');
}

/** Both wallets by name, or by the number of the older form. */
function walletsOf({ from_field, to_field, type }: CallInput<typeof walletChange>): {
  from: Wallet;
  to: Wallet;
} {
  if (from_field !== undefined && to_field !== undefined)
    return { from: WALLET_OF_FIELD[from_field], to: WALLET_OF_FIELD[to_field] };
  if (type === undefined)
    throw new Refusal('field_missing', {
      field: from_field === undefined ? 'from_field' : 'to_field',
    });
  return type === '1' ? { from: 'p2p', to: 'spot' } : { from: 'spot', to: 'p2p' };
}
