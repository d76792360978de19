import { Box, Button, Chip, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { DataTable, usePermissions, useRecordContext } from 'react-admin';
import { Changes } from '../audit/changes.tsx';
import { call } from '../../http.ts';
import { CustomerLink } from '../../shared/customer-link.tsx';
import { ListTabs } from '../../shared/list-tabs.tsx';
import { NoRows } from '../../shared/no-rows.tsx';
import { OfficeList } from '../../shared/office-list.tsx';
import { ReasonDialog } from '../../shared/reason-dialog.tsx';
import { useAction } from '../../shared/use-action.ts';
import { Who } from '../../shared/who.tsx';
import { titleOf } from './proposal-title.ts';
import { decidersText, ended, STATES, withoutReason, type Proposal } from './proposal-words.ts';

const TABS = (['waiting', 'approved', 'rejected'] as const).map((value) => ({
  value,
  label: STATES[value].label,
}));
/** Columns that a narrow screen hides; the details show them. */
const NARROW = {
  '& .column-id, & .column-reason, & .column-proposed_by, & .column-decided_by': {
    display: { xs: 'none', lg: 'table-cell' },
  },
};
const Column = DataTable.Col<Proposal>;

interface Decision {
  readonly proposal: Proposal;
  readonly isApproved: boolean;
}

/** Changes that one operator proposes and another decides. */
export function ProposalList() {
  return (
    <OfficeList title="Proposals" filterDefaultValues={{ state: 'waiting' }}>
      <ListTabs source="state" label="State" tabs={TABS} />
      <Rows />
    </OfficeList>
  );
}

function Rows() {
  const [decided, setDecided] = useState<Decision>();
  return (
    <>
      <DataTable
        rowClick="expand"
        expand={<Details />}
        bulkActionButtons={false}
        sx={NARROW}
        empty={<NoRows text="No change in this state." />}
      >
        <Column source="id" label="Id" disableSort />
        <Column
          source="action"
          label="Change"
          disableSort
          cellSx={() => ({ overflowWrap: 'anywhere' })}
          render={(proposal) => (
            <>
              {titleOf(proposal)}
              <CustomerLink {...proposal} />
            </>
          )}
        />
        <Column
          source="reason"
          label="Reason"
          disableSort
          cellSx={() => ({ maxWidth: 280, overflowWrap: 'anywhere' })}
          render={({ reason }) => reason || '--'}
        />
        <Column
          source="proposed_by"
          label="Proposed"
          disableSort
          render={({ proposed_by, proposed_time }) => (
            <Who account={proposed_by} time={proposed_time} />
          )}
        />
        <Column
          source="decided_by"
          label="Decided"
          disableSort
          render={({ decided_by, decided_time }) => (
            <Who account={decided_by} time={decided_time} />
          )}
        />
        <Column
          source="state"
          label="State"
          disableSort
          render={(proposal) => <StateOf proposal={proposal} decide={setDecided} />}
        />
      </DataTable>
      {decided !== undefined && <DecisionDialog {...decided} close={() => setDecided(undefined)} />}
    </>
  );
}

/** The state of a proposal; while it waits, the decisions open to this operator. */
function StateOf({
  proposal,
  decide,
}: {
  readonly proposal: Proposal;
  decide(decision: Decision): void;
}) {
  const { permissions } = usePermissions<readonly string[]>();
  const { id, state, is_own } = proposal;
  if (state === 'waiting' && is_own) return <TakeBack id={id} />;
  if (state === 'waiting' && permissions?.includes('proposals.decide') === false)
    return <Chip label="Waiting for an approver" color={STATES.waiting.color} />;
  if (state !== 'waiting' || permissions === undefined)
    return <Chip label={STATES[state].label} color={STATES[state].color} />;
  return (
    <Stack
      direction="row"
      sx={{ gap: 0.5, flexWrap: 'wrap' }}
      onClick={(event) => event.stopPropagation()}
    >
      <Button
        size="small"
        variant="outlined"
        color="success"
        onClick={() => decide({ proposal, isApproved: true })}
        aria-label={`Approve proposal ${id}`}
      >
        Approve
      </Button>
      <Button
        size="small"
        color="error"
        onClick={() => decide({ proposal, isApproved: false })}
        aria-label={`Reject proposal ${id}`}
      >
        Reject
      </Button>
    </Stack>
  );
}

function TakeBack({ id }: { readonly id: number }) {
  const { isBusy, run } = useAction();
  return (
    <Stack
      direction="row"
      sx={{ gap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}
      onClick={(event) => event.stopPropagation()}
    >
      <Chip label="Needs a second person" />
      <Button
        size="small"
        onClick={() => void run(() => call('POST /office/api/proposal_take_back', { id }))}
        disabled={isBusy}
        aria-busy={isBusy}
        aria-label={`Take back proposal ${id}`}
      >
        Take back
      </Button>
    </Stack>
  );
}

function Details() {
  const proposal = useRecordContext<Proposal>();
  if (proposal === undefined) return null;
  const {
    before,
    after,
    reason,
    proposed_by,
    proposed_time,
    state,
    deciders,
    lapses_time,
    decided_by,
    decision_reason,
  } = proposal;
  return (
    <Box sx={{ display: 'grid', gap: 1, py: 1, minWidth: 0 }}>
      <Changes before={before} after={withoutReason(after, reason)} />
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {`Proposed by ${proposed_by} at ${proposed_time}`}
        {/* A wide screen has a column for it. */}
        <Box component="span" sx={{ display: { lg: 'none' } }}>
          {ended(reason)}
        </Box>
        <Box component="span" sx={{ display: { xs: 'none', lg: 'inline' } }}>
          .
        </Box>
        {state === 'waiting' && ` ${decidersText(deciders)} It lapses at ${lapses_time}.`}
        {decided_by !== '' && ` Decided by ${decided_by}${ended(decision_reason)}`}
      </Typography>
    </Box>
  );
}

function DecisionDialog({ proposal, isApproved, close }: Decision & { close(): void }) {
  const { isBusy, run } = useAction();
  const { id, user, account, before, after, proposed_by, reason: proposerReason } = proposal;
  const decide = (reason: string): void => {
    void run(async () => {
      await call('POST /office/api/proposal_decide', {
        id,
        approved: isApproved ? '1' : '0',
        reason,
      });
      return isApproved ? 'Done.' : 'Rejected.';
    }).then(close);
  };
  return (
    <ReasonDialog
      title={isApproved ? `Let it happen? ${titleOf(proposal)}` : `Reject it? ${titleOf(proposal)}`}
      text={`Proposed by ${proposed_by}${ended(proposerReason)}`}
      hint="It stands in the audit log."
      confirmLabel={isApproved ? 'Approve' : 'Reject'}
      isDangerous={!isApproved}
      isBusy={isBusy}
      confirm={decide}
      close={close}
    >
      {user !== 0 && (
        <Box sx={{ px: 2, pb: 1 }}>
          <CustomerLink user={user} account={account} />
        </Box>
      )}
      <Changes before={before} after={withoutReason(after, proposerReason)} />
    </ReasonDialog>
  );
}
