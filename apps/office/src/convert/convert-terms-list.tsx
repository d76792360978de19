import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { OpenChip } from '../shared/open-chip.tsx';
import { percentOf } from '../shared/percent.ts';
import { RowLink } from '../shared/row-link.tsx';
import type { ConvertTerms } from './convert-words.ts';

/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-hour_limit, & .column-dust': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-symbol, & .column-cap_bps': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<ConvertTerms>;

/** Currencies that convert, with their terms. */
export function ConvertTermsList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('convert.write');
  const actions = (
    <TopToolbar>
      <NewButton label="New convert terms" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Convert terms"
      {...(mayEdit ? { actions } : {})}
      sort={{ field: 'id', order: 'ASC' }}
    >
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No currency converts yet." />}
      >
        <Column
          source="currency_name"
          label="Currency"
          render={({ currency_name }) =>
            mayEdit ? <RowLink to="edit">{currency_name}</RowLink> : currency_name
          }
        />
        <Column
          source="is_open"
          label="State"
          render={({ is_open }) => <OpenChip isOpen={is_open} />}
        />
        <Column
          source="symbol"
          label="Priced by"
          render={({ symbol }) => (symbol === '' ? 'The hub' : `Index and book of ${symbol}`)}
        />
        {(['margin_bps', 'cap_bps'] as const).map((source) => (
          <Column
            key={source}
            source={source}
            label={source === 'margin_bps' ? 'Margin' : 'Cap'}
            align="right"
            render={(terms) => percentOf(terms[source])}
          />
        ))}
        <Column
          source="max"
          label="One quote"
          align="right"
          render={({ min, max }) => `${groupDigits(min)} to ${groupDigits(max)}`}
        />
        <Column
          source="hour_limit"
          label="Most in an hour"
          align="right"
          render={({ hour_limit }) => groupDigits(hour_limit)}
        />
        <Column
          source="dust"
          label="Small balance"
          align="right"
          render={({ dust }) => groupDigits(dust)}
        />
      </DataTable>
    </OfficeList>
  );
}
