import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { OpenChip } from '../shared/open-chip.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { kindName, yearOf, type EarnProduct } from './earn-words.ts';

/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-id, & .column-capacity, & .column-lent': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-days, & .column-principal': { display: { xs: 'none', md: 'table-cell' } },
};
const REFRESHING = { refetchInterval: 15_000 };
const Column = DataTable.Col<EarnProduct>;

/** Products that pay interest, with the principal that customers hold in them. */
export function EarnProductList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('contracts.write');
  const actions = (
    <TopToolbar>
      <NewButton label="New product" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Earning products"
      {...(mayEdit ? { actions } : {})}
      sort={{ field: 'id', order: 'ASC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No product is listed yet." />}
      >
        <Column source="id" label="Id" />
        <Column
          source="kind"
          label="Product"
          render={({ kind, currency_name }) => {
            const name = `${kindName(kind)}, ${currency_name}`;
            return mayEdit ? <RowLink to="edit">{name}</RowLink> : name;
          }}
        />
        <Column
          source="is_open"
          label="State"
          render={({ is_open }) => <OpenChip isOpen={is_open} />}
        />
        <Column
          source="rate_ppb"
          label="A year"
          align="right"
          render={({ rate_ppb }) => yearOf(rate_ppb)}
        />
        <Column source="days" label="Days" align="right" />
        <Column
          source="principal"
          label="Principal"
          align="right"
          render={({ principal }) => groupDigits(principal)}
        />
        <Column
          source="capacity"
          label="Capacity"
          align="right"
          render={({ capacity }) => groupDigits(capacity)}
        />
        <Column
          source="lent"
          label="Lent / idle"
          align="right"
          render={({ kind, lent, idle }) =>
            kind === 'savings' ? `${groupDigits(lent)} / ${groupDigits(idle)}` : '--'
          }
        />
      </DataTable>
    </OfficeList>
  );
}
