import { csvText } from '@meridian/contract/csv-text';
import { EXPORT_ROWS, legalLog, LOG_ROWS, statementExport, WALLET_NUMBERS } from '@meridian/contract/wallet';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../../live/live-view.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { STATEMENT_HEADS, WALLET_NAMES } from './messages.ts';
import { statement } from './queries.ts';
import { detailsOf, type Details } from './statement-details.ts';
import { statementRow, WALLET_OF_FIELD } from './translate.ts';

/** The log of a wallet, and all of it as a file. */
export function registerStatementRoutes(gateway: CallRegistry, { live, queries, gate }: { live: LiveView; queries: Queries; gate: ProjectionGate }): void {
  gateway.registerCall(legalLog, async ({ input, session, language }) => {
    const currency = listedCurrency(live, input.currency);
    const wallet = WALLET_OF_FIELD[WALLET_NUMBERS[input.type as keyof typeof WALLET_NUMBERS]];
    await gate.reached(live.seq);
    const page = input.page ?? 1;
    const rows = await statement(queries, session.user, { page, limit: LOG_ROWS, currency: currency.id, wallet });
    const details = await detailsOf({ live, queries }, rows, language);
    const list = rows.map((row, place) => {
      const { account: _account, currency: _currency, currency_name: _name, ...entry } = statementRow(row, currency, details[place] as Details);
      return entry;
    });
    return { list, page, limit: LOG_ROWS };
  });
  gateway.registerCall(statementExport, async ({ input, session, language }) => {
    await gate.reached(live.seq);
    const wallet = input.account === undefined ? undefined : WALLET_OF_FIELD[input.account];
    const currency = input.currency === undefined ? undefined : listedCurrency(live, input.currency).id;
    const rows = await statement(queries, session.user, { page: 1, limit: EXPORT_ROWS, currency, wallet });
    const details = await detailsOf({ live, queries }, rows, language);
    const lines = rows.map((row, place) => {
      const { id, created_time, account, currency_name, value, balance, info, market, order, subject, counter, transaction } = statementRow(row, listedCurrency(live, row.currency), details[place] as Details);
      const number = (one: number): string => (one === 0 ? '' : String(one));
      return [created_time, WALLET_NAMES[language][account], info, value, currency_name, balance, market, number(order), number(subject), counter, transaction, String(id)];
    });
    return { name: `statement-${session.user}.csv`, csv: csvText([STATEMENT_HEADS[language], ...lines]) };
  });
}
