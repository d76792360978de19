import { DataTable } from 'react-admin';
import { ACCOUNT_CELL, AccountName } from '../shared/account-name.tsx';
import { groupDigits } from '../shared/group-digits.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { percentOf } from '../shared/percent.ts';
import { searchFilter } from '../shared/search-filter.tsx';
import { KINDS, type Conversion, type OpenQuote } from './convert-words.ts';

const FILTERS = [searchFilter('Account or user')];
const REFRESHING = { refetchInterval: 5_000 };
/** Open quotes last ten seconds. */
const QUICKLY_REFRESHING = { refetchInterval: 2_000 };
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-kind, & .column-book_bps': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-time, & .column-made_time': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Conversion>;
const QuoteColumn = DataTable.Col<OpenQuote>;

/** Conversions of all customers, each with its spread. */
export function ConversionList() {
  return (
    <OfficeList title="Conversions" filters={FILTERS} queryOptions={REFRESHING}>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="Nothing was converted yet." />}
      >
        <Column source="time" label="Time" disableSort />
        <Column
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={(row) => <Customer {...row} />}
        />
        <Column source="kind" label="Kind" disableSort render={({ kind }) => KINDS[kind]} />
        <Column
          source="from_number"
          label="Given"
          align="right"
          disableSort
          render={({ from_number, from_name }) => `${groupDigits(from_number)} ${from_name}`}
        />
        <Column
          source="to_number"
          label="Received"
          align="right"
          disableSort
          render={({ to_number, to_name }) => `${groupDigits(to_number)} ${to_name}`}
        />
        <Column
          source="spread_bps"
          label="Spread"
          align="right"
          disableSort
          render={({ spread_bps }) => percentOf(spread_bps)}
        />
        <Column
          source="book_bps"
          label="Book alone"
          align="right"
          disableSort
          render={({ book_bps }) => (book_bps === null ? '--' : percentOf(book_bps))}
        />
      </DataTable>
    </OfficeList>
  );
}

/** Quotes that customers may still accept. */
export function OpenQuoteList() {
  return (
    <OfficeList title="Open quotes" queryOptions={QUICKLY_REFRESHING}>
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No quote is open." />}
      >
        <QuoteColumn source="made_time" label="Made" disableSort />
        <QuoteColumn
          source="account"
          label="Customer"
          disableSort
          cellSx={ACCOUNT_CELL}
          render={(row) => <Customer {...row} />}
        />
        <QuoteColumn
          source="from_number"
          label="Gives"
          align="right"
          disableSort
          render={({ from_number, from_name }) => `${groupDigits(from_number)} ${from_name}`}
        />
        <QuoteColumn
          source="to_number"
          label="Promised"
          align="right"
          disableSort
          render={({ to_number, to_name }) => `${groupDigits(to_number)} ${to_name}`}
        />
        <QuoteColumn
          source="spread_bps"
          label="Spread"
          align="right"
          disableSort
          render={({ spread_bps }) => percentOf(spread_bps)}
        />
      </DataTable>
    </OfficeList>
  );
}

function Customer({ user, account }: { readonly user: number; readonly account: string }) {
  return (
    <a href={`#/users/${user}/show`}>{account === '' ? user : <AccountName account={account} />}</a>
  );
}
