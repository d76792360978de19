import type { CallOutput } from '@meridian/contract/call';
import { accountList, STATEMENT_ROWS, walletList, walletListRows } from '@meridian/contract/wallet';
import type { UserId } from '@meridian/core/ids';
import type { Wallet } from '@meridian/core/ledger/accounts';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../../live/live-view.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { statement } from './queries.ts';
import { balanceRows, statementRow, usdtPriceText, usdtWorthText } from './translate.ts';

export interface WalletServices {
  readonly live: LiveView;
  readonly queries: Queries;
}

/** Deposits and withdrawals (wire `is_open_CTbi`) come with custody: until then they are not open. */
const IS_CUSTODY_OPEN = 0;

/** Balances and statements of the user of the session. */
export function registerWalletRoutes(gateway: CallRegistry, { live, queries }: WalletServices): void {
  gateway.registerCall(walletList, ({ session }) => wallets(live, session.user));
  gateway.registerCall(walletListRows, ({ session }) => spotRows(live, session.user));
  const gate = new ProjectionGate(queries);
  gateway.registerCall(accountList, async (context) => {
    await gate.reached(live.seq);
    return statementPage({ live, queries }, context);
  });
}

function wallets(live: LiveView, user: UserId): CallOutput<typeof walletList> {
  const balance = balanceRows(live, user);
  const wallet = (name: Wallet) => ({ balance, usdt_totle: usdtWorthText(live, user, name) });
  return {
    legal_wallet: wallet('p2p'),
    change_wallet: wallet('spot'),
    micro_wallet: wallet('seconds'),
    lever_wallet: wallet('margin'),
    is_open_CTbi: IS_CUSTODY_OPEN,
    seq: live.seq,
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
  { live, queries }: WalletServices,
  { input, session, language }: CallContext<typeof accountList>,
): Promise<CallOutput<typeof accountList>> {
  const page = input.page ?? 1;
  const limit = Math.min(input.limit ?? STATEMENT_ROWS.default, STATEMENT_ROWS.most);
    const rows = await statement(queries, session.user, { page, limit, currency: input.currency });
  const data = rows.map((row) => {
    const of = live.currency(row.currency);
    if (of === undefined) throw new Error(`the statement has currency ${row.currency}, which is not listed`);
    return statementRow(row, of, language);
  });
  return { data, page, limit };
}
