import { Box, Chip, Typography } from '@mui/material';
import { DataTable, useRecordContext } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { Details } from '../shared/details.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { PlayMark } from '../shared/play-mark.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { rounded, signed, signOf } from '../shared/signed-decimals.ts';
import type { Position } from './margin-words.ts';
import { marketFilter } from '../shared/contract-market-filter.tsx';

const FILTERS = [searchFilter('Account or user'), marketFilter()];
const REFRESHING = { refetchInterval: 5_000 };
/** Columns that a narrow screen hides; the row's details show them. */
const NARROW = {
  '& .column-id, & .column-value, & .column-margin': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-entry_price': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-margin_ratio': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Position>;

/** Open positions of all customers, newest first; read-only. */
export function PositionList() {
  return (
    <OfficeList title="Positions" filters={FILTERS} queryOptions={REFRESHING}>
      <DataTable
        rowClick="expand"
        expand={<PositionDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No position is open here." />}
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
          label="Position"
          disableSort
          render={(position) => <SideOf position={position} />}
        />
        <Column
          source="entry_price"
          label="Entry, mark"
          align="right"
          disableSort
          render={({ entry_price, mark_price }) => (
            <Two first={groupDigits(entry_price)} second={groupDigits(mark_price)} />
          )}
        />
        <MoneyColumn source="value" label="Value" />
        <MoneyColumn source="margin" label="Margin" />
        <Column
          source="profit"
          label="Profit"
          align="right"
          disableSort
          render={({ profit, quote_name }) => <Profit amount={rounded(profit)} unit={quote_name} />}
        />
        <Column
          source="margin_ratio"
          label="Margin ratio"
          align="right"
          disableSort
          render={({ margin_ratio, maintenance_percent }) => (
            <Two
              first={`${groupDigits(margin_ratio)}%`}
              second={`liquidated below ${maintenance_percent}%`}
            />
          )}
        />
      </DataTable>
    </OfficeList>
  );
}

function SideOf({
  position: { symbol, quote_name, side, leverage, lots },
}: {
  readonly position: Position;
}) {
  return (
    <Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 0.5,
          '& .MuiChip-root': { ml: 0 },
        }}
      >
        {symbol}
        <PlayMark currency={quote_name} />
        <Chip
          label={`${side === 'long' ? 'Long' : 'Short'} ${leverage}x`}
          color={side === 'long' ? 'success' : 'error'}
          variant="outlined"
        />
      </Box>
      <Typography variant="caption" component="div" color="text.disabled">
        {lots === 1 ? '1 lot' : `${lots.toLocaleString('en')} lots`}
      </Typography>
    </Box>
  );
}

interface MoneyColumnProps {
  readonly source: 'value' | 'margin';
  readonly label: string;
}

function MoneyColumn({ source, label }: MoneyColumnProps) {
  return (
    <Column
      source={source}
      label={label}
      align="right"
      disableSort
      render={(position) => `${groupDigits(rounded(position[source]))} ${position.quote_name}`}
    />
  );
}

function Two({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <Box>
      {first}
      <Typography variant="caption" component="div" color="text.disabled">
        {second}
      </Typography>
    </Box>
  );
}

/** The sign repeats the colour: colour alone is not accessible. */
export function Profit({ amount, unit }: { readonly amount: string; readonly unit: string }) {
  const color = { '-1': 'error.main', '0': 'text.primary', '1': 'success.main' }[
    String(signOf(amount)) as '-1' | '0' | '1'
  ];
  return (
    <Box component="span" sx={{ color, fontWeight: 500 }}>
      {`${groupDigits(signed(amount))} ${unit}`}
    </Box>
  );
}

function PositionDetails() {
  const position = useRecordContext<Position>();
  if (position === undefined) return null;
  const {
    id,
    user,
    symbol,
    quote_name,
    number,
    value,
    margin,
    fee,
    overnight,
    profit,
    entry_price,
    mark_price,
    liquidation_price,
    take_profit_price,
    stop_loss_price,
    margin_ratio,
    maintenance_percent,
    opened_time,
  } = position;
  const money = (amount: string): string => `${groupDigits(amount)} ${quote_name}`;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Position', id],
          ['Customer', user],
          ['Opened', opened_time],
          ['Quantity', `${groupDigits(number)} ${symbol.split('/')[0] ?? ''}`],
          ['Value at entry', money(value)],
          ['Margin', money(margin)],
          ['Profit', money(profit)],
          ['Fee', money(fee)],
          ['Overnight', money(overnight)],
          ['Entry', groupDigits(entry_price)],
          ['Mark', groupDigits(mark_price)],
          ['Liquidation, about', groupDigits(liquidation_price)],
          ['Take profit', groupDigits(take_profit_price)],
          ['Stop loss', groupDigits(stop_loss_price)],
          [
            'Margin ratio of the account',
            `${groupDigits(margin_ratio)}%, liquidated below ${maintenance_percent}%`,
          ],
        ]}
      />
    </Box>
  );
}
