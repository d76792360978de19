import { DataTable, type DataTableProps } from './data-table.tsx';
import { LoadMore, useShownRows, type Pages } from './load-more.tsx';
import { Failure } from './states.tsx';

/** A query that fetches page after page. */
interface PagedQuery extends Pages {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
  readonly isFetchingNextPage: boolean;
}

/**
 * A table of fetched pages, with "load more" at its foot. A failure stands in its place only while
 * there are no rows.
 */
export function PagedTable<Row>({
  query,
  rows,
  ...table
}: DataTableProps<Row, string> & { readonly query: PagedQuery }) {
  const { shown, hasMore, showMore } = useShownRows(rows ?? [], query);
  if (rows === undefined && query.error !== null)
    return <Failure message={query.error.message} onRetry={() => void query.refetch()} />;
  return (
    <>
      <DataTable {...table} rows={rows && shown} />
      {hasMore && <LoadMore isBusy={query.isFetchingNextPage} onClick={showMore} />}
    </>
  );
}
