import { useRef, type ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import styles from './data-table.module.css';
import { useNewRows } from './new-rows.ts';
import { nextSort, type Sort } from './sort.ts';

export interface Column<Row, Name extends string = string> {
  readonly name: Name;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures align at the end, which is the default of all columns but the first. */
  readonly align?: 'start' | 'end';
  /** Makes the column sortable: the order of its first press. */
  readonly sort?: 'ascending' | 'descending';
  /** Hidden if the table is narrow and keeps its columns. */
  readonly isMinor?: boolean;
  /**
   * Stays at the end of the window while the others scroll: the actions of a row. A card has it as
   * its last line.
   */
  readonly isSticky?: boolean;
}

export interface DataTableProps<Row, Name extends string> {
  readonly label: string;
  readonly columns: readonly Column<Row, Name>[];
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  /** Shown without rows: `Empty`, or `Failure`. */
  readonly empty: ReactNode;
  /** Rows of the skeleton: the expected number, so that nothing moves when they arrive. */
  readonly skeletonRows?: number;
  readonly sort?: Sort<Name> | undefined;
  readonly onSort?: (sort: Sort<Name> | undefined) => void;
  /** Handler of a press anywhere on a row. The first cell's text then names a button. */
  readonly onRow?: (row: Row) => void;
  readonly isTaken?: (row: Row) => boolean;
  /** `dense` for terminals (rows of 32), `roomy` for pages (rows of 56). */
  readonly size?: 'dense' | 'roomy';
  /**
   * Below 640 px of room: each row a card, or the same table without its minor columns. `wideCards`
   * are cards already below 1200 px: for many columns.
   */
  readonly narrow?: 'cards' | 'wideCards' | 'columns';
  /** Marks rows that arrive on top: for lists with the newest first. */
  readonly marksNew?: boolean;
}

/** Rows under headings. The caller sorts: the table shows the sort and reports requests. */
export function DataTable<Row, Name extends string = string>(props: DataTableProps<Row, Name>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    empty,
    skeletonRows = 8,
    onRow,
    isTaken,
    size = 'dense',
    narrow = 'cards',
    marksNew = false,
  } = props;
  const t = useTranslate();
  const body = useRef<HTMLTableSectionElement>(null);
  useNewRows(body, marksNew ? rows?.map(rowKey) : undefined);
  return (
    <div className={styles['frame']}>
      <div className={styles['scroll']} role="region" tabIndex={0} aria-label={label}>
        <table
          className={styles['table']}
          aria-label={label}
          data-size={size}
          data-narrow={narrow}
          aria-busy={rows === undefined || undefined}
        >
          <Head columns={columns} sort={props.sort} onSort={props.onSort} />
          <tbody ref={body}>
            {rows === undefined && <SkeletonRows columns={columns} count={skeletonRows} />}
            {rows?.map((row) => (
              <tr
                key={rowKey(row)}
                data-pressable={onRow !== undefined || undefined}
                data-taken={isTaken?.(row) || undefined}
              >
                {columns.map((column, index) => (
                  <td
                    key={column.name}
                    data-label={column.header}
                    data-align={alignOf(column, index)}
                    data-minor={column.isMinor || undefined}
                    data-sticky={column.isSticky || undefined}
                  >
                    {index === 0 && onRow !== undefined ? (
                      <Press isTaken={isTaken?.(row)} onPress={() => onRow(row)}>
                        {column.cell(row)}
                      </Press>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows === undefined && (
        <p role="status" className="visually-hidden">
          {t('state.loading')}
        </p>
      )}
      {rows?.length === 0 && empty}
    </div>
  );
}

interface Sorting<Name extends string> {
  readonly sort: Sort<Name> | undefined;
  readonly onSort: ((sort: Sort<Name> | undefined) => void) | undefined;
}

interface HeadProps<Row, Name extends string> extends Sorting<Name> {
  readonly columns: readonly Column<Row, Name>[];
}

function Head<Row, Name extends string>({ columns, sort, onSort }: HeadProps<Row, Name>) {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => (
          <Heading
            key={column.name}
            column={column}
            align={alignOf(column, index)}
            sort={sort}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  );
}

interface HeadingProps<Row, Name extends string> extends Sorting<Name> {
  readonly column: Column<Row, Name>;
  readonly align: 'start' | 'end';
}

function Heading<Row, Name extends string>({
  column,
  align,
  sort,
  onSort,
}: HeadingProps<Row, Name>) {
  const { name, header, sort: first, isMinor, isSticky } = column;
  const shared = {
    scope: 'col',
    'data-align': align,
    'data-minor': isMinor || undefined,
    'data-sticky': isSticky || undefined,
  } as const;
  if (first === undefined || onSort === undefined) return <th {...shared}>{header}</th>;
  const order = sort?.name !== name ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  return (
    <th {...shared} aria-sort={order}>
      <button
        type="button"
        className={styles['sort']}
        onClick={() => onSort(nextSort(sort, name, first))}
      >
        {header}
        <span aria-hidden="true">
          {order === 'none' ? '↕' : order === 'descending' ? '↓' : '↑'}
        </span>
      </button>
    </th>
  );
}

/** The button of a row that can be pressed: its first cell. */
function Press({
  isTaken,
  onPress,
  children,
}: {
  readonly isTaken: boolean | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles['press']}
      aria-current={isTaken || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function SkeletonRows<Row>({
  columns,
  count,
}: {
  readonly columns: readonly Column<Row>[];
  readonly count: number;
}) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={styles['skeleton']} aria-hidden="true">
      {columns.map((column, index) => (
        <td
          key={column.name}
          data-label={column.header}
          data-align={alignOf(column, index)}
          data-minor={column.isMinor || undefined}
          data-sticky={column.isSticky || undefined}
        >
          <span />
        </td>
      ))}
    </tr>
  ));
}

function alignOf<Row>({ align }: Column<Row>, index: number): 'start' | 'end' {
  return align ?? (index === 0 ? 'start' : 'end');
}
