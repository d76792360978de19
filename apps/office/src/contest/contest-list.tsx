import { Box, Button, Chip, Typography } from '@mui/material';
import { useState } from 'react';
import { DataTable, TopToolbar, usePermissions } from 'react-admin';
import { groupDigits } from '../shared/group-digits.ts';
import { NewButton } from '../shared/new-button.tsx';
import { NoRows } from '../shared/no-rows.tsx';
import { OfficeList } from '../shared/office-list.tsx';
import { RowLink } from '../shared/row-link.tsx';
import { STATES, type Contest } from './contest-words.ts';
import { PayPrizesDialog } from './pay-prizes-dialog.tsx';

const REFRESHING = { refetchInterval: 10_000 };
/** Columns that a narrow screen hides. */
const NARROW = {
  '& .column-start_balance, & .column-end_time': { display: { xs: 'none', lg: 'table-cell' } },
  '& .column-start_time, & .column-participants': { display: { xs: 'none', sm: 'table-cell' } },
};
const Column = DataTable.Col<Contest>;

/** Seasons in play money: announced, running, and over. */
export function ContestList() {
  const { permissions = [] } = usePermissions<readonly string[]>();
  const mayEdit = permissions.includes('contracts.write');
  const actions = (
    <TopToolbar>
      <NewButton label="New contest" />
    </TopToolbar>
  );
  return (
    <OfficeList title="Contests" {...(mayEdit ? { actions } : {})} queryOptions={REFRESHING}>
      <Contests mayEdit={mayEdit} mayPay={permissions.includes('contests.pay')} />
    </OfficeList>
  );
}

function Contests({ mayEdit, mayPay }: { readonly mayEdit: boolean; readonly mayPay: boolean }) {
  const [paying, setPaying] = useState<Contest>();
  const isEditable = ({ state }: Contest): boolean => mayEdit && state === 'upcoming';
  return (
    <>
      <DataTable<Contest>
        rowClick={(_id, _resource, contest) => (isEditable(contest) ? 'edit' : false)}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No contest was announced yet." />}
      >
        <Column
          source="name"
          label="Contest"
          disableSort
          render={(contest) =>
            isEditable(contest) ? <RowLink to="edit">{contest.name}</RowLink> : contest.name
          }
        />
        <Column
          source="state"
          label="State"
          disableSort
          render={({ state }) => <Chip {...STATES[state]} />}
        />
        <Column source="start_time" label="From" disableSort />
        <Column source="end_time" label="To" disableSort />
        <Column
          source="start_balance"
          label="Starting balance"
          align="right"
          disableSort
          render={({ start_balance }) => `${groupDigits(start_balance)} PLAY`}
        />
        <Column
          source="participants"
          label="Participants"
          align="right"
          disableSort
          render={(contest) => <Participants contest={contest} />}
        />
        <Column
          source="prizes_open"
          label="Prizes"
          disableSort
          render={(contest) => <Prizes contest={contest} mayPay={mayPay} pay={setPaying} />}
        />
      </DataTable>
      {paying !== undefined && (
        <PayPrizesDialog contest={paying} close={() => setPaying(undefined)} />
      )}
    </>
  );
}

function Participants({ contest: { id, name, participants } }: { readonly contest: Contest }) {
  const filter = encodeURIComponent(JSON.stringify({ contest: id }));
  return (
    <a
      href={`#/contest-ranking?filter=${filter}`}
      aria-label={`Ranking of ${name}, ${participants} participants`}
      onClick={(event) => event.stopPropagation()}
    >
      {participants.toLocaleString('en')}
    </a>
  );
}

/** Prizes won and paid; while some are unpaid, the button that pays them. */
function Prizes({
  contest,
  mayPay,
  pay,
}: {
  readonly contest: Contest;
  readonly mayPay: boolean;
  pay(contest: Contest): void;
}) {
  const { state, prizes, prizes_open, prizes_paid, paid, name } = contest;
  if (prizes === '') return 'None';
  if (state !== 'ended') return 'Announced';
  return (
    <Box>
      <Typography variant="body2">
        {prizes_open === 0 ? 'All paid' : `${prizes_open} to pay`}
      </Typography>
      {prizes_paid > 0 && (
        <Typography variant="caption" component="div" color="text.disabled">
          {`${prizes_paid} paid, ${groupDigits(paid)} USDT`}
        </Typography>
      )}
      {prizes_open > 0 && mayPay && (
        <Button
          size="small"
          variant="outlined"
          onClick={(event) => (event.stopPropagation(), pay(contest))}
          aria-label={`Pay the prizes of ${name}`}
          sx={{ mt: 0.5 }}
        >
          Pay prizes
        </Button>
      )}
    </Box>
  );
}
