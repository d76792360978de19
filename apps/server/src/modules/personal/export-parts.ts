import { EXPORT_PART_ROWS, type ExportPart } from '@meridian/contract/personal/calls';
import type { UserId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { textOf, type ExportServices, type Row } from './export-cells.ts';
import { isUser, TABLE_PARTS, type TablePart } from './export-tables.ts';

export interface PartPage {
  readonly head: string[];
  readonly rows: string[][];
  /** The key of the next page, '' at the end. */
  readonly next: string;
}

/**
 * A page of a part. Every query is bound to the user, so that a page of another user's rows cannot
 * be requested.
 */
export async function exportPart(
  services: ExportServices,
  user: number,
  part: ExportPart,
  after: string,
): Promise<PartPage> {
  const own = TABLE_PARTS[part];
  if (own !== undefined) return tablePage(services, user, own, after);
  if (part === 'profile') return whole([await profileOf(services.queries, user)]);
  if (part === 'identity') return whole(await identityOf(services, user));
  if (part === 'sessions') return whole(await sessionsOf(services.queries, user));
  if (part === 'interest') return interestPage(services, user, after);
  return whole(balancesOf(services.live, user));
}

async function interestPage(
  { interestDays }: ExportServices,
  user: number,
  after: string,
): Promise<PartPage> {
  const offset = /^\d{1,9}$/.test(after) ? Number(after) : 0;
  const limit = EXPORT_PART_ROWS;
  const days = await interestDays(user as UserId, { limit, offset, order: 'oldest' });
  const { head, rows } = whole(
    days.map((day) =>
      Object.fromEntries(Object.entries(day).map(([name, value]) => [name, String(value)])),
    ),
  );
  return { head, rows, next: rows.length < limit ? '' : String(offset + limit) };
}

async function tablePage(
  services: ExportServices,
  user: number,
  { table, key, own = isUser, sealed, shown, cells }: TablePart,
  after: string,
): Promise<PartPage> {
  const head = Object.keys(cells);
  const cursor = /^\d{1,18}$/.test(after) ? BigInt(after) : -1n;
  const isOwn = own(BigInt(user));
  const { rows } =
    await sql<Row>`select * from ${sql.table(table)} where (${isOwn}) and ${sql.ref(key)} > ${cursor} order by ${sql.ref(key)} limit ${EXPORT_PART_ROWS}`.execute(
      services.queries,
    );
  const opened =
    sealed === undefined
      ? rows
      : rows.map((row) => services.fields.open(sealed, row['user_id'] as bigint, row));
  const displayed = shown === undefined ? opened : await shown(services, user, opened);
  const last = rows.length < EXPORT_PART_ROWS ? undefined : rows.at(-1);
  return {
    head,
    rows: displayed.map((row) => head.map((name) => cells[name]?.(row, services) ?? '')),
    next: last === undefined ? '' : textOf(last[key]),
  };
}

/** All records, with the same fields, as one page. */
function whole(records: readonly Readonly<Record<string, string>>[]): PartPage {
  const head = Object.keys(records[0] ?? {});
  return { head, rows: records.map((record) => head.map((name) => record[name] ?? '')), next: '' };
}

async function profileOf(queries: Queries, user: number): Promise<Record<string, string>> {
  const row = await queries
    .selectFrom('users')
    .selectAll()
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
  const {
    id,
    account,
    email,
    mobile,
    country_code,
    country_id,
    account_number,
    extension_code,
    referrer_id,
    language,
    review_status,
    created_at,
    withdraws_to_book_only,
  } = row;
  return Object.fromEntries(
    Object.entries({
      id,
      account,
      email,
      mobile,
      country_code,
      country_id,
      account_number,
      extension_code,
      referrer_id,
      language,
      review_status,
      withdraws_to_book_only,
      created_time: created_at.toISOString(),
    }).map(([name, value]) => [name, textOf(value)]),
  );
}

async function identityOf(
  { queries, identities }: ExportServices,
  user: number,
): Promise<Record<string, string>[]> {
  const rows = await queries
    .selectFrom('identity_applications')
    .selectAll()
    .where('user_id', '=', BigInt(user))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...{
      id: textOf(row.id),
      kind: row.kind,
      status: textOf(row.status),
      name: identities.nameOf(row),
      card_type: row.card_type,
      card_id: identities.cardIdOf(row),
      reason: row.reason,
      pictures: String(row.pictures.length),
    },
    ...{
      submitted_time: row.submitted_at.toISOString(),
      reviewed_time: row.reviewed_at?.toISOString() ?? '',
    },
  }));
}

async function sessionsOf(queries: Queries, user: number): Promise<Record<string, string>[]> {
  const rows = await queries
    .selectFrom('sessions')
    .select(['device', 'address', 'created_at', 'last_used_at', 'ended_at'])
    .where('user_id', '=', BigInt(user))
    .orderBy('created_at', 'desc')
    .limit(EXPORT_PART_ROWS)
    .execute();
  return rows.map(({ device, address, created_at, last_used_at, ended_at }) => ({
    device,
    address,
    created_time: created_at.toISOString(),
    last_used_time: last_used_at.toISOString(),
    ended_time: ended_at?.toISOString() ?? '',
  }));
}

function balancesOf(live: LiveView, user: number): Record<string, string>[] {
  return live.balances(user).map(({ wallet, currency, available, held }) => {
    const { code: name, scale } = live.currency(currency) ?? { code: String(currency), scale: 0 };
    return {
      wallet,
      currency: name,
      available: formatDecimal(available, scale),
      held: formatDecimal(held, scale),
    };
  });
}
