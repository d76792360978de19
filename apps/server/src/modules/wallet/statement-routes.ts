import { csvText } from '@meridian/contract/csv-text';
import {
  EXPORT_ROWS,
  walletLog,
  LOG_ROWS,
  statementExport,
  WALLET_NUMBERS,
} from '@meridian/contract/wallet/calls';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { Turns } from '../../turns.ts';
import { textOf } from '../../texts.ts';
import { statement } from './queries.ts';
import { detailsOf, type Details } from './statement-details.ts';
import { statementRow, WALLET_OF_FIELD } from './translate.ts';

/** Columns of an exported statement. */
const COLUMNS = [
  'time',
  'account',
  'type',
  'amount',
  'currency',
  'balance',
  'market',
  'order',
  'number',
  'counterpart',
  'transaction',
  'entry',
] as const;
/** Rows of an export that are made at a time. */
const PART_ROWS = 250;
/** Statements are long work for the one thread that serves everybody. */
const EXPORTS = new Turns({ most: 1, mostWaiting: 20 });

/** The log of a wallet, and all of it as a file. */
export function registerStatementRoutes(
  gateway: CallRegistry,
  { live, queries, gate }: { live: LiveView; queries: Queries; gate: ProjectionGate },
): void {
  gateway.registerCall(walletLog, async ({ input, session, language }) => {
    const currency = listedCurrency(live, input.currency);
    const wallet = WALLET_OF_FIELD[WALLET_NUMBERS[input.type as keyof typeof WALLET_NUMBERS]];
    await gate.reached(live.seq);
    const page = input.page ?? 1;
    const rows = await statement(queries, session.user, {
      page,
      limit: LOG_ROWS,
      currency: currency.id,
      wallet,
    });
    const details = await detailsOf({ live, queries }, rows, language);
    const list = rows.map((row, place) => {
      const {
        account: _account,
        currency: _currency,
        currency_name: _name,
        ...entry
      } = statementRow(row, currency, details[place] as Details);
      return entry;
    });
    return { list, page, limit: LOG_ROWS };
  });
  gateway.registerCall(statementExport, async (context) => {
    await gate.reached(live.seq);
    const csv = await EXPORTS.take(() => exported({ live, queries }, context));
    return { name: `statement-${context.session.user}.csv`, csv };
  });
}

/**
 * The newest rows of the statement as CSV, a part after the other: requests of others come in
 * between.
 */
async function exported(
  { live, queries }: { readonly live: LiveView; readonly queries: Queries },
  { input, session, language }: CallContext<typeof statementExport>,
): Promise<string> {
  const wallet = input.account === undefined ? undefined : WALLET_OF_FIELD[input.account];
  const currency =
    input.currency === undefined ? undefined : listedCurrency(live, input.currency).id;
  const number = (one: number): string => (one === 0 ? '' : String(one));
  const parts = [csvText([COLUMNS.map((column) => textOf(language, `statement.head.${column}`))])];
  let before: number | undefined;
  for (let count = 0; count < EXPORT_ROWS; count += PART_ROWS) {
    const rows = await statement(queries, session.user, {
      page: 1,
      limit: PART_ROWS,
      currency,
      wallet,
      before,
    });
    const details = await detailsOf({ live, queries }, rows, language);
    const lines = rows.map((row, place) => {
      const {
        id,
        created_time,
        currency_name,
        value,
        balance,
        info,
        market,
        order,
        subject,
        counter,
        transaction,
      } = statementRow(row, listedCurrency(live, row.currency), details[place] as Details);
      return [
        created_time,
        textOf(language, `walletName.${row.wallet}`),
        info,
        value,
        currency_name,
        balance,
        market,
        number(order),
        number(subject),
        counter,
        transaction,
        String(id),
      ];
    });
    parts.push(csvText(lines));
    before = rows.at(-1)?.id;
    if (rows.length < PART_ROWS) break;
  }
  return parts.join('');
}
