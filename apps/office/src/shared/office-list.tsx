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
 * Rows are less than records: under this name react-admin keeps them apart, and no page is shown
 * half a record.
 */
const ROWS_ONLY = { isRow: true };

/**
 * A list as every area shows it: as many rows as the server gives, an empty table where there is
 * none, and a way out of an error.
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
