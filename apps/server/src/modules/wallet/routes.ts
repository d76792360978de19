import type { CallOutput } from '@meridian/contract/schema/call';
import {
  accountList,
  STATEMENT_ROWS,
  walletCurrencies,
  walletDetail,
  walletList,
  walletListRows,
} from '@meridian/contract/wallet/calls';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { UserId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { cnyText, oneCoin } from '../market/valuation.ts';
import { statement } from './queries.ts';
import { detailsOf, type Details } from './statement-details.ts';
import { registerStatementRoutes } from './statement-routes.ts';
import { registerTransferRoutes } from './transfer-routes.ts';
import {
  balanceRow,
  flagsOf,
  statementRow,
  usdtPriceText,
  walletsAnswer,
  WALLET_OF_FIELD,
} from './translate.ts';
import type { WalletServices } from './wallet-services.ts';

/** Balances and statements of the user of the session. */
export function registerWalletRoutes(gateway: CallRegistry, services: WalletServices): void {
  const { live, queries } = services;
  gateway.registerCall(walletList, ({ session }) =>
    walletsAnswer(live, session.user, {
      isStarting: services.isCustodyStarting(),
      now: services.now(),
    }),
  );
  gateway.registerCall(walletListRows, ({ session }) => spotRows(live, session.user));
  gateway.registerCall(walletDetail, ({ input, session }) => {
    const currency = listedCurrency(live, input.currency);
    return {
      ...balanceRow(live, session.user, { currency, now: services.now() }),
      cny_price: cnyText(live, [oneCoin(currency)]),
    };
  });
  gateway.registerCall(walletCurrencies, () =>
    live.currencies().map((currency) => flagsRow(live, currency)),
  );
  const gate = new ProjectionGate(queries);
  gateway.registerCall(accountList, async (context) => {
    await gate.reached(live.seq);
    return statementPage({ live, queries }, context);
  });
  registerStatementRoutes(gateway, { live, queries, gate });
  registerTransferRoutes(gateway, services, gate);
}

function flagsRow(live: LiveView, currency: Currency) {
  const isWithdrawable = live.custody
    .networks()
    .some((network) => network.currency === currency.id && network.isOpen);
  return {
    id: currency.id,
    name: currency.code,
    ...flagsOf(live, currency),
    is_withdrawable: isWithdrawable ? (1 as const) : (0 as const),
  };
}

function spotRows(live: LiveView, user: UserId): CallOutput<typeof walletListRows> {
  return live.currencies().map((currency) => {
    const { available, held } = live.balance(user, 'spot', currency.id);
    return {
      currency: currency.id,
      token: currency.code,
      balance: formatDecimal(available, currency.scale),
      lock_balance: formatDecimal(held, currency.scale),
      usdt_price: usdtPriceText(live, currency),
    };
  });
}

async function statementPage(
  { live, queries }: Pick<WalletServices, 'live' | 'queries'>,
  { input, session, language }: CallContext<typeof accountList>,
): Promise<CallOutput<typeof accountList>> {
  const page = input.page ?? 1;
  const limit = Math.min(input.limit ?? STATEMENT_ROWS.default, STATEMENT_ROWS.most);
  const rows = await statement(queries, session.user, {
    page,
    limit,
    currency: input.currency,
    wallet: input.account === undefined ? undefined : WALLET_OF_FIELD[input.account],
  });
  const details = await detailsOf({ live, queries }, rows, language);
  const data = rows.map((row, place) => {
    const of = live.currency(row.currency);
    if (of === undefined)
      throw new Error(`the statement has currency ${row.currency}, which is not listed`);
    return statementRow(row, of, details[place] as Details);
  });
  return { data, page, limit };
}
