import { Box, Typography } from '@mui/material';
import { DataTable, TopToolbar, useRecordContext } from 'react-admin';
import type { Output } from '../http.ts';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { searchFilter } from '../shared/search-filter.tsx';
import { Changes } from './changes.tsx';
import { VerifyButton } from './verify-button.tsx';

type Entry = Output<'GET /office/api/audit'>['list'][number];

const FILTERS = [searchFilter('Action or subject: user.freeze, user 100000')];
const NARROW = {
  '& .column-id, & .column-operator, & .column-address': {
    display: { xs: 'none', md: 'table-cell' },
  },
  '& .column-created_time': { whiteSpace: { md: 'nowrap' } },
};
const Column = DataTable.Col<Entry>;

/** What operators did, the newest first. */
export function AuditList() {
  return (
    <OfficeList title="Audit log" filters={FILTERS} actions={<Actions />}>
      <DataTable
        rowClick="expand"
        expand={<EntryDetails />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="Nobody has done anything yet." />}
      >
        <Column source="id" label="Entry" disableSort />
        <Column source="created_time" label="Time" disableSort />
        <Column
          source="operator"
          label="Who"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ operator }) => operator || '--'}
        />
        <Column
          source="action"
          label="What"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
        />
        <Column source="subject" label="To whom" disableSort />
        <Column source="address" label="From" disableSort />
      </DataTable>
    </OfficeList>
  );
}

function Actions() {
  return (
    <TopToolbar>
      <VerifyButton />
    </TopToolbar>
  );
}

function EntryDetails() {
  const entry = useRecordContext<Entry>();
  if (entry === undefined) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1, py: 1, minWidth: 0 }}>
      <Changes {...entry} />
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {`By ${entry.operator || 'nobody'} from ${entry.address}. Hash ${entry.hash}`}
      </Typography>
    </Box>
  );
}
