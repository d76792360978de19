import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';

interface TermsCardProps<Row> {
  readonly title: string;
  readonly about?: string;
  /** The first one names the row. */
  readonly columns: readonly (readonly [header: string, cell: (row: Row) => string])[];
  readonly rows: readonly Row[];
}

/** The charges of one product. A product that offers nothing has no card. */
export function TermsCard<Row>({ title, about, columns, rows }: TermsCardProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <Card title={title} {...(about === undefined ? {} : { about })}>
      <DataTable
        label={title}
        columns={columns.map(([header, cell], index): Column<Row> => ({
          ...{ name: String(index), header, cell },
        }))}
        rows={rows}
        rowKey={(row) => columns.map(([, cell]) => cell(row)).join(' ')}
        empty={null}
        narrow="columns"
      />
    </Card>
  );
}
