import type { Output } from '@meridian/contract/client/named-calls';
import { Box, Typography } from '@mui/material';
import { DataTable, TopToolbar, useRecordContext } from 'react-admin';
import { AccountName } from '../../shared/account-name.tsx';
import { CustomerLink } from '../../shared/customer-link.tsx';
import { NoRows } from '../../shared/no-rows.tsx';
import { OfficeList } from '../../shared/office-list.tsx';
import { searchFilter } from '../../shared/search-filter.tsx';
import { titleOf } from '../proposals/proposal-title.ts';
import { withoutReason } from '../proposals/proposal-words.ts';
import { actionWords } from './action-words.ts';
import { Changes } from './changes.tsx';
import { proposalIn } from './proposal-in.ts';
import { subjectWords } from './subject-words.ts';
import { VerifyButton } from './verify-button.tsx';

type Entry = Output<'GET /office/api/audit'>['list'][number];

const FILTERS = [searchFilter('Action or subject: user.freeze, user 100000')];
const NARROW = {
  '& .column-id, & .column-created_time, & .column-address': {
    display: { xs: 'none', md: 'table-cell' },
  },
  '& .column-created_time': { whiteSpace: 'nowrap' },
};
const Column = DataTable.Col<Entry>;

/** A narrow screen shows the time below the operator. */
const NARROW_TIME = { display: { md: 'none' }, color: 'text.disabled' };

/** Operators' actions, newest first. */
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
        <Column source="created_time" label="Time" disableSort cellSx={() => ({ minWidth: 100 })} />
        <Column
          source="operator"
          label="Who"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ operator, created_time }) => (
            <>
              {operator === '' ? '--' : <AccountName account={operator} />}
              <Typography variant="caption" component="div" sx={NARROW_TIME}>
                {created_time}
              </Typography>
            </>
          )}
        />
        <Column
          source="action"
          label="What"
          disableSort
          render={({ action }) => actionWords(action)}
        />
        <Column
          source="subject"
          label="To whom"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={({ subject, user, account }) => (
            <>
              {subjectWords(subject)}
              <CustomerLink user={user} account={account} />
            </>
          )}
        />
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
  const proposed = proposalIn(entry);
  return (
    <Box sx={{ display: 'grid', gap: 1, py: 1, minWidth: 0 }}>
      {proposed === undefined ? <Changes {...entry} /> : <Proposed {...proposed} />}
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {`${entry.action}, ${entry.subject}, by ${entry.operator || 'nobody'} from ${entry.address}. Hash ${entry.hash}`}
      </Typography>
    </Box>
  );
}

/** The change that an entry proposes: its sentence, and its values before and after. */
function Proposed({ reason, ...proposal }: NonNullable<ReturnType<typeof proposalIn>>) {
  return (
    <>
      <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
        {titleOf(proposal)}
      </Typography>
      <Changes before={proposal.before} after={withoutReason(proposal.after, reason)} />
      {reason !== '' && (
        <Typography
          variant="body2"
          sx={{ overflowWrap: 'anywhere' }}
        >{`Reason: ${reason}`}</Typography>
      )}
    </>
  );
}
