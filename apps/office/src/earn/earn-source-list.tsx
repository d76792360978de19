import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { productName, type EarnProduct } from './earn-words.ts';

const REFRESHING = { refetchInterval: 15_000 };
const Column = DataTable.Col<EarnProduct>;

/**
 * The source of interest of each product: the amount reserved for promised interest, and the free
 * budget beyond it.
 */
export function EarnSourceList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const actions = (
    <TopToolbar>
      <NewButton label="Move money" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Interest sources"
      {...(permissions.includes('house.move') ? { actions } : {})}
      sort={{ field: 'id', order: 'ASC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        empty={<NoRows text="No product is listed yet." />}
      >
        <Column source="id" label="Id" />
        <Column source="kind" label="Product" render={productName} />
        <Column
          source="reserved"
          label="Reserved"
          align="right"
          render={({ reserved }) => groupDigits(reserved)}
        />
        <Column
          source="budget"
          label="Free budget"
          align="right"
          render={({ budget }) => groupDigits(budget)}
        />
      </DataTable>
    </OfficeList>
  );
}
