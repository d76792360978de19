import type { ReactElement, ReactNode } from 'react';
import { List, Pagination, useListContext, type ListProps } from 'react-admin';
import { ROWS } from '../data-provider.ts';
import { LoadFailed } from './load-failed.tsx';

interface OfficeListProps extends Pick<
  ListProps,
  'title' | 'filters' | 'filterDefaultValues' | 'sort' | 'queryOptions'
> {
  /** Buttons above the rows. */
  readonly actions?: ReactElement;
  readonly children: ReactNode;
}

/**
 * Rows have fewer fields than records. Under this key react-admin caches them separately, so that
 * no page shows half a record.
 */
const ROWS_ONLY = { isRow: true };

/**
 * The list of every area: as many rows as the server returns, an empty table if there are none, and
 * a retry after an error.
 */
export function OfficeList({ actions, children, queryOptions, ...props }: OfficeListProps) {
  return (
    <List
      {...props}
      actions={actions ?? false}
      perPage={ROWS}
      pagination={<Pagination rowsPerPageOptions={[]} />}
      exporter={false}
      empty={false}
      error={<ListFailed />}
      queryOptions={{ retry: false, meta: ROWS_ONLY, ...queryOptions }}
    >
      {children}
    </List>
  );
}

function ListFailed() {
  const { error, refetch } = useListContext();
  return <LoadFailed error={error} retry={() => void refetch()} />;
}
