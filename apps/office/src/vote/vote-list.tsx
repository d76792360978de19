import { Box, Button, Chip } from '@mui/material';
import { useState } from 'react';
import { DataTable, TopToolbar } from 'react-admin';
import { call } from '../http.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { ReasonDialog } from '../shared/reason-dialog.tsx';
import { useAction } from '../shared/use-action.ts';
import { resultOf, VOTE_STATES, type VoteRound } from './vote-words.ts';

/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-start_time, & .column-end_time': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-options': { display: { xs: 'none', md: 'table-cell' } },
  '& .column-id, & .column-turnout': { display: { xs: 'none', sm: 'table-cell' } },
};
const REFRESHING = { refetchInterval: 15_000 };
const Column = DataTable.Col<VoteRound>;

/** Rounds of votes on new coins. */
export function VoteList() {
  const actions = (
    <TopToolbar>
      <NewButton label="New round" />
    </TopToolbar>
  );
  return (
    <OfficeList
      title="Votes"
      actions={actions}
      sort={{ field: 'id', order: 'DESC' }}
      queryOptions={REFRESHING}
    >
      <DataTable
        rowClick={false}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No vote was announced yet." />}
      >
        <Column source="id" label="Id" />
        <Column source="title" label="Title" />
        <Column
          source="state"
          label="State"
          render={({ state }) => <Chip {...VOTE_STATES[state]} size="small" />}
        />
        <Column source="turnout" label="Ballots" align="right" />
        <Column source="options" label="Options" disableSort render={resultOf} />
        <Column source="start_time" label="From" />
        <Column source="end_time" label="To" />
        <Column
          disableSort
          label=""
          align="right"
          render={(round) =>
            ['announced', 'running'].includes(round.state) && <CancelButton round={round} />
          }
        />
      </DataTable>
    </OfficeList>
  );
}

/** Ends a round without a result, with a reason. */
function CancelButton({ round: { id, title } }: { readonly round: VoteRound }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();
  const confirm = (reason: string): void => {
    void run(() => call('POST /office/api/vote_cancel', { id, reason })).then(
      (isDone) => isDone && setOpen(false),
    );
  };
  return (
    <Box onClick={(event) => event.stopPropagation()}>
      <Button
        variant="outlined"
        color="error"
        size="small"
        onClick={() => setOpen(true)}
        aria-label={`Cancel vote ${id}`}
      >
        Cancel
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Cancel "${title}"`}
          text="No ballot counts, and it cannot be opened again. Another operator has to agree."
          hint="Who decides reads it."
          confirmLabel="Cancel this vote"
          isDangerous
          isBusy={isBusy}
          confirm={confirm}
          close={() => setOpen(false)}
        />
      )}
    </Box>
  );
}
