import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { percentOf } from '../shared/percent.ts';
import { RowLink } from '../shared/row-link.tsx';
import type { InsuranceOffer } from './seconds-words.ts';
import { OpenChip } from '../shared/open-chip.tsx';

/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-max_insured, & .column-days': { display: { xs: 'none', md: 'table-cell' } },
};
const Column = DataTable.Col<InsuranceOffer>;

/** Insurances on the results of seconds contracts. */
export function InsuranceList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('contracts.write');
  const actions = (
    <TopToolbar>
      <NewButton label="New insurance" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Insurance"
      {...(mayEdit ? { actions } : {})}
      sort={{ field: 'id', order: 'ASC' }}
    >
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No insurance is offered yet." />}
      >
        <Column source="id" label="Id" />
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
          source="premium_bps"
          label="Premium"
          align="right"
          render={({ premium_bps }) => percentOf(premium_bps)}
        />
        <Column
          source="cover_bps"
          label="Cover"
          align="right"
          render={({ cover_bps }) => percentOf(cover_bps)}
        />
        <Column
          source="max_insured"
          label="Insured amount"
          align="right"
          render={({ min_insured, max_insured, currency_name }) =>
            `${groupDigits(min_insured)} to ${groupDigits(max_insured)} ${currency_name}`
          }
        />
        <Column source="days" label="Days" align="right" />
      </DataTable>
    </OfficeList>
  );
}
