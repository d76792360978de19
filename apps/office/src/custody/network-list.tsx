import { Chip } from '@mui/material';
import { DataTable, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { OpenChip } from '../shared/open-chip.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { networkLabel, type Network } from './custody-words.ts';

const REFRESHING = { refetchInterval: 10_000 };
/** Columns that a narrow screen hides; the form shows them. */
const NARROW = {
  '& .column-min_deposit, & .column-max_per_hour, & .column-one_approval_from': {
    display: { xs: 'none', xl: 'table-cell' },
  },
  '& .column-confirmations, & .column-fee, & .column-max_withdraw': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-height, & .column-currency_name': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Network>;

/** Networks for deposits and withdrawals, with their terms. */
export function NetworkList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('custody.settings');
  return (
    <OfficeList title="Networks" sort={{ field: 'id', order: 'ASC' }} queryOptions={REFRESHING}>
      <DataTable
        rowClick={mayEdit ? 'edit' : false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No chain has been opened yet." />}
      >
        <Column
          source="name"
          label="Network"
          render={({ name }) => <NameOf name={name} mayEdit={mayEdit} />}
        />
        <Column source="currency_name" label="Currency" />
        <Column
          source="height"
          label="Block"
          align="right"
          render={({ height }) => <BlockOf height={height} />}
        />
        <Column source="confirmations" label="Confirmations" align="right" />
        <Column
          source="min_deposit"
          label="Least deposit"
          align="right"
          render={({ min_deposit }) => groupDigits(min_deposit)}
        />
        <Column source="fee" label="Fee" align="right" render={({ fee }) => groupDigits(fee)} />
        <Column
          source="max_withdraw"
          label="Withdrawal"
          align="right"
          render={({ min_withdraw, max_withdraw }) =>
            `${groupDigits(min_withdraw)} to ${groupDigits(max_withdraw)}`
          }
        />
        <Column
          source="max_per_hour"
          label="Per hour, day"
          align="right"
          render={({ max_per_hour, max_per_day }) =>
            `${groupDigits(max_per_hour)}, ${groupDigits(max_per_day)}`
          }
        />
        <Column
          source="one_approval_from"
          label="One, two operators from"
          align="right"
          render={({ one_approval_from, two_approvals_from }) =>
            `${groupDigits(one_approval_from)}, ${groupDigits(two_approvals_from)} USDT`
          }
        />
        <Column
          source="is_deposit_open"
          label="Deposits"
          render={({ is_deposit_open }) => <OpenChip isOpen={is_deposit_open} />}
        />
        <Column
          source="is_withdraw_open"
          label="Withdrawals"
          render={({ is_withdraw_open }) => <OpenChip isOpen={is_withdraw_open} />}
        />
      </DataTable>
    </OfficeList>
  );
}

function NameOf({ name, mayEdit }: { readonly name: Network['name']; readonly mayEdit: boolean }) {
  return mayEdit ? <RowLink to="edit">{networkLabel(name)}</RowLink> : networkLabel(name);
}

function BlockOf({ height }: { readonly height: number }) {
  return height === 0 ? <Chip label="No node" color="error" /> : height.toLocaleString('en');
}
