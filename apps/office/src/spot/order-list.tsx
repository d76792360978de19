import type { Input, Output } from '@meridian/contract/client/named-calls';
import { Box, Chip } from '@mui/material';
import { DataTable, TextInput } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { CancelOrdersButton } from './cancel-orders-button.tsx';

type Order = Output<'GET /office/api/orders'>['list'][number];
export type OrderOwner = NonNullable<Input<'GET /office/api/orders'>['owner']>;

/**
 * A separate list, because the orders of the exchange's own market maker would hide customers'
 * orders.
 */
const OWNERS: readonly { readonly value: OrderOwner; readonly label: string }[] = [
  { value: 'customer', label: 'Customers' },
  { value: 'house', label: 'The exchange itself' },
];
const OF_CUSTOMERS = { owner: 'customer' };

const FILTERS = [
  searchFilter('Account or user'),
  <TextInput
    key="symbol"
    source="symbol"
    label="Market"
    alwaysOn
    helperText={false}
    slotProps={{ htmlInput: { maxLength: 24, autoComplete: 'off' } }}
  />,
];
const REFRESHING = { refetchInterval: 5_000 };
/** Columns that a narrow screen hides. It keeps side, owner and price, which operators look for. */
const NARROW = {
  '& .column-id, & .column-placed_time, & .column-total_number': {
    display: { xs: 'none', lg: 'table-cell' },
  },
  '& .column-number': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Order>;

/**
 * Open spot orders, oldest first, to find forgotten ones. Shows customers' orders unless the filter
 * asks for others.
 */
export function OrderList() {
  return (
    <OfficeList
      title="Orders"
      filters={FILTERS}
      filterDefaultValues={OF_CUSTOMERS}
      queryOptions={REFRESHING}
    >
      <ListTabs source="owner" label="Whose" tabs={OWNERS} />
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No order is open here." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ user, account }) =>
            account === '' ? (
              `House (${user})`
            ) : (
              <a href={`#/users/${user}/show`}>
                <AccountName account={account} />
              </a>
            )
          }
        />
        <Column
          source="symbol"
          label="Order"
          disableSort
          render={({ symbol, side }) => <SideOf symbol={symbol} side={side} />}
        />
        <Column
          source="price"
          label="Price"
          align="right"
          disableSort
          render={({ price }) => groupDigits(price)}
        />
        <Column
          source="number"
          label="Left"
          align="right"
          disableSort
          render={({ number, base_name }) => `${groupDigits(number)} ${base_name}`}
        />
        <Column
          source="total_number"
          label="Placed"
          align="right"
          disableSort
          render={({ total_number }) => groupDigits(total_number)}
        />
        <Column source="placed_time" label="Since" disableSort />
        <Column
          label=""
          align="right"
          render={({ id }) => (
            <CancelOrdersButton scope="order" id={id} name={`order ${id}`} label="Cancel" />
          )}
        />
      </DataTable>
    </OfficeList>
  );
}

function SideOf({ symbol, side }: Pick<Order, 'symbol' | 'side'>) {
  return (
    <Box>
      {symbol}{' '}
      <Chip
        label={side === 'buy' ? 'Buy' : 'Sell'}
        color={side === 'buy' ? 'success' : 'error'}
        variant="outlined"
      />
    </Box>
  );
}
