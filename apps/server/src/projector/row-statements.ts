import type { Insertable, Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { Tables } from '../database/tables.ts';

/** A kind of column, by PostgreSQL's names. */
interface Sort {
  /** Type of the sent cells. */
  readonly sent: string;
  /** Type of the column, where a cell is one text of words between spaces. */
  readonly list?: string;
  /** Operator that adds a cell to the value of the row. */
  readonly plus?: string;
  /** Text from outside, which the driver escapes. */
  readonly isEscaped?: true;
}

const SORTS = {
  bigint: { sent: 'bigint', plus: '+' },
  integer: { sent: 'integer' },
  numeric: { sent: 'numeric' },
  boolean: { sent: 'boolean', plus: 'or' },
  /** A word of our own. */
  word: { sent: 'text' },
  text: { sent: 'text', isEscaped: true },
  // Arrays inside an array would have to be of one length.
  integers: { sent: 'text', list: 'integer[]', isEscaped: true },
  bigints: { sent: 'text', list: 'bigint[]', plus: '||', isEscaped: true },
  words: { sent: 'text', list: 'text[]', isEscaped: true },
} as const satisfies Record<string, Sort>;

type Cell = number | bigint | boolean | string | null;
type Cells = Cell | readonly (number | bigint | string)[];

/** Sort and cells of a column that holds these values. Only a union of words is sent unescaped. */
type SortOf<Value> = [Value] extends [bigint]
  ? ['bigint', number | bigint]
  : [Value] extends [number]
    ? ['integer', number]
    : [Value] extends [boolean]
      ? ['boolean', boolean]
      : [Value] extends [string]
        ? string extends Value
          ? ['text', string] | ['numeric', bigint]
          : ['word', Value]
        : [Value] extends [number[]]
          ? ['integers', readonly number[]]
          : [Value] extends [bigint[]]
            ? ['bigints', readonly (number | bigint)[]]
            : [Value] extends [string[]]
              ? ['words', readonly string[]]
              : never;

/** How an update changes a column: null keeps its value, a cell is added to it, or replaces it. */
type Change = 'keep' | 'add';

type Column<Row, Sorted> = Sorted extends [infer Name, infer Value]
  ? readonly [sort: Name, cell: (row: Row) => Value, change?: Change]
  : never;
type NullOf<Value> = Extract<Value, null>;
type WithNull<Sorted, Null> = Sorted extends [infer Name, infer Value]
  ? [Name, Value | Null]
  : never;

/** Columns of a new row: all that the table requires. */
type InsertedColumns<Table extends keyof Tables, Row> = {
  readonly [Name in keyof Insertable<Tables[Table]>]: Column<
    Row,
    WithNull<
      SortOf<Exclude<Insertable<Tables[Table]>[Name], null | undefined>>,
      NullOf<Insertable<Tables[Table]>[Name]>
    >
  >;
};

/** Columns that an update changes, and the `id` of the row. */
type UpdatedColumns<Table extends keyof Tables, Row> = {
  readonly [Name in keyof Selectable<Tables[Table]>]?: Column<
    Row,
    WithNull<SortOf<Exclude<Selectable<Tables[Table]>[Name], null>>, null>
  >;
} & { readonly id: Column<Row, ['bigint', number | bigint]> };

/**
 * A statement that writes many rows at once: each column is one array parameter, so the statement
 * is planned once, however many rows there are.
 */
export interface RowStatement<Row> {
  readonly text: string;
  readonly values: (rows: readonly Row[]) => unknown[];
  /** Writes the rows in the caller's transaction. */
  readonly write: (client: ClientBase, rows: readonly Row[]) => Promise<void>;
}

/** @param ending the clause after the values, as `on conflict` */
export function insertInto<Table extends keyof Tables, Row>(
  name: string,
  table: Table,
  columns: InsertedColumns<Table, Row>,
  ending = '',
): RowStatement<Row> {
  const list = listOf<Row>(columns);
  const names = list.map((column) => column.name).join(', ');
  const cells = list.map((column) => cellOf(column)).join(', ');
  const text = `insert into ${table} (${names}) select ${cells} from ${rowsOf(list)} as row (${names}) ${ending}`;
  return statementOf(name, text, list, () => undefined);
}

/**
 * Updates rows by their `id`. Throws where a row is missing.
 * @param condition on the row, for one that may be changed
 */
export function update<Table extends keyof Tables, Row>(
  name: string,
  table: Table,
  columns: UpdatedColumns<Table, Row>,
  condition?: string,
): RowStatement<Row> {
  const list = listOf<Row>(columns);
  const changes = list
    .filter((column) => column.name !== 'id')
    .map((column) => {
      const [own, cell] = [`${table}.${column.name}`, cellOf(column, 'change.')];
      if (column.change === 'keep') return `${column.name} = coalesce(${cell}, ${own})`;
      if (column.change === 'add') return `${column.name} = ${own} ${column.sort.plus} ${cell}`;
      return `${column.name} = ${cell}`;
    });
  const names = list.map((column) => column.name).join(', ');
  const text = `update ${table} set ${changes.join(', ')} from ${rowsOf(list)} as change (${names})
where ${table}.id = change.id${condition === undefined ? '' : ` and ${condition}`}`;
  return statementOf(name, text, list, (expected, found) => {
    if (found !== expected)
      throw new Error(`${expected} rows of ${table} were to change, ${found} did`);
  });
}

interface NamedColumn<Row> {
  readonly name: string;
  readonly sort: Sort;
  readonly cell: (row: Row) => Cells;
  readonly change: Change | undefined;
}

function listOf<Row>(columns: object): NamedColumn<Row>[] {
  return Object.entries(
    columns as Record<string, readonly [keyof typeof SORTS, (row: Row) => Cells, Change?]>,
  ).map(([name, [sort, cell, change]]) => ({ name, sort: SORTS[sort], cell, change }));
}

function cellOf({ name, sort }: NamedColumn<never>, from = ''): string {
  return sort.list === undefined
    ? from + name
    : `string_to_array(${from}${name}, ' ')::${sort.list}`;
}

function rowsOf(list: readonly NamedColumn<never>[]): string {
  return `unnest(${list.map(({ sort }, index) => `$${index + 1}::${sort.sent}[]`).join(', ')})`;
}

function statementOf<Row>(
  name: string,
  text: string,
  list: readonly NamedColumn<Row>[],
  check: (expected: number, found: number | null) => void,
): RowStatement<Row> {
  const values = (rows: readonly Row[]): unknown[] =>
    list.map((column) => parameterOf(rows, column));
  return {
    text,
    values,
    write: async (client, rows) => {
      if (rows.length === 0) return;
      const { rowCount } = await client.query({ name, text, values: values(rows) });
      check(rows.length, rowCount);
    },
  };
}

function parameterOf<Row>(
  rows: readonly Row[],
  { sort, cell }: NamedColumn<Row>,
): string | readonly unknown[] {
  if (sort.list !== undefined)
    return rows.map((row) => (cell(row) as readonly unknown[] | null)?.join(' ') ?? null);
  return sort.isEscaped === true ? rows.map(cell) : arrayLiteral(rows, cell);
}

/**
 * An array as PostgreSQL reads it: quicker than the driver, which looks for characters to escape.
 */
function arrayLiteral<Row>(rows: readonly Row[], cell: (row: Row) => Cells): string {
  let literal = '{';
  for (let index = 0; index < rows.length; index++) {
    const value = cell(rows[index] as Row);
    literal += (index === 0 ? '' : ',') + (value === null ? 'NULL' : String(value));
  }
  return `${literal}}`;
}
