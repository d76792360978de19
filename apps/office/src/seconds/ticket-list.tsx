import { Box, Chip, Typography } from '@mui/material';
import { DataTable, useRecordContext } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { ListTabs } from '../shared/list-tabs.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { percentOf } from '../shared/percent.ts';
import { searchFilter } from '../shared/search-filter.tsx';
import { durationName, RESULTS, type Ticket } from './seconds-words.ts';
import { marketFilter } from '../shared/contract-market-filter.tsx';
import { Profit } from '../margin/position-list.tsx';

const FILTERS = [searchFilter('Account or user'), marketFilter()];
const TABS = [
  { value: 'running', label: 'Running' },
  { value: 'closed', label: 'Closed' },
];
const REFRESHING = { refetchInterval: 5_000 };
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-opened_time': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-open_tick, & .column-settle_tick': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-stake': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Ticket>;

/** Tickets of all customers, newest first, with the two ticks that decide each; read-only. */
export function TicketList() {
  return (
    <OfficeList title="Tickets" filters={FILTERS} queryOptions={REFRESHING}>
      <ListTabs source="status" label="State" tabs={TABS} />
      <DataTable
        rowClick="expand"
        expand={<TicketDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No ticket in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={({ user, account }) => (
            <a href={`#/users/${user}/show`}>
              {account === '' ? user : <AccountName account={account} />}
            </a>
          )}
        />
        <Column
          source="symbol"
          label="Ticket"
          disableSort
          render={(ticket) => <DirectionOf ticket={ticket} />}
        />
        <Column
          source="stake"
          label="Stake"
          align="right"
          disableSort
          render={({ stake, currency_name }) => `${groupDigits(stake)} ${currency_name}`}
        />
        <Column
          source="open_tick"
          label="Open"
          align="right"
          disableSort
          render={({ open_price, open_tick }) => <Tick price={open_price} number={open_tick} />}
        />
        <Column
          source="settle_tick"
          label="Settle"
          align="right"
          disableSort
          render={({ settle_price, settle_tick }) => (
            <Tick price={settle_price} number={settle_tick} />
          )}
        />
        <Column source="opened_time" label="Opened" disableSort />
        <Column
          source="result"
          label="Result"
          disableSort
          render={(ticket) => <ResultOf ticket={ticket} />}
        />
      </DataTable>
    </OfficeList>
  );
}

function DirectionOf({
  ticket: { symbol, direction, seconds, payout_bps },
}: {
  readonly ticket: Ticket;
}) {
  return (
    <Box>
      {symbol}{' '}
      <Chip
        label={direction === 'up' ? 'Up' : 'Down'}
        color={direction === 'up' ? 'success' : 'error'}
        variant="outlined"
      />
      <Typography variant="caption" component="div" color="text.disabled">
        {`${durationName(seconds)} at ${percentOf(payout_bps)}`}
      </Typography>
    </Box>
  );
}

/** A price with the number of its tick. */
function Tick({ price, number }: { readonly price: string; readonly number: number }) {
  if (number === 0) return '--';
  return (
    <Box>
      {groupDigits(price)}
      <Typography variant="caption" component="div" color="text.disabled">
        {`tick ${number}`}
      </Typography>
    </Box>
  );
}

function ResultOf({ ticket: { result, profit, currency_name } }: { readonly ticket: Ticket }) {
  const { label, color } = RESULTS[result];
  return (
    <Box>
      <Chip label={label} color={color} />
      {profit !== '' && (
        <Typography variant="caption" component="div">
          <Profit amount={profit} unit={currency_name} />
        </Typography>
      )}
    </Box>
  );
}

function TicketDetails() {
  const ticket = useRecordContext<Ticket>();
  if (ticket === undefined) return null;
  const {
    id,
    user,
    stake,
    fee,
    currency_name,
    payout_bps,
    seconds,
    open_tick,
    open_price,
    settle_tick,
    settle_price,
    opened_time,
    due_time,
    closed_time,
  } = ticket;
  const tick = (number: number, price: string): string =>
    number === 0 ? '' : `${groupDigits(price)}, tick ${number}`;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Ticket', id],
          ['Customer', user],
          ['Opened', opened_time],
          ['Due', due_time],
          ['Closed', closed_time],
          ['Stake', `${groupDigits(stake)} ${currency_name}`],
          ['Fee', `${groupDigits(fee)} ${currency_name}`],
          ['Rule', `${durationName(seconds)} at ${percentOf(payout_bps)}`],
          ['Open price', tick(open_tick, open_price)],
          ['Settle price', tick(settle_tick, settle_price)],
        ]}
      />
    </Box>
  );
}
