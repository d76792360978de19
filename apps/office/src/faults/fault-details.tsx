import { Box, Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Details } from '../shared/details.tsx';
import { FAULT_STATES, heldOf, type EngineFault } from './fault-words.ts';

/** All details of a fault, below its row. */
export function FaultDetails() {
  const fault = useRecordContext<EngineFault>();
  if (fault === undefined) return null;
  const {
    id,
    seq,
    user,
    invariant,
    what,
    command,
    state,
    occurred_time,
    released_time,
    released_by,
    reason,
  } = fault;
  return (
    <Box sx={{ pt: 1 }}>
      <Details
        rows={[
          ['Fault', id],
          ['Would have been command', seq],
          ['Customer', user === 0 ? '' : user],
          ['Invariant', invariant],
          ['State', FAULT_STATES[state].label],
          ['Held back', state === 'held' ? heldOf(fault) : ''],
          ['When', occurred_time],
          ['Released', released_time],
          ['Released by', released_by],
          ['Why', reason],
        ]}
      />
      <Box sx={{ px: 2, pb: 2 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {what}
        </Typography>
        <Typography
          variant="caption"
          component="pre"
          sx={{
            m: 0,
            mt: 1,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            color: 'text.secondary',
          }}
        >
          {command}
        </Typography>
      </Box>
    </Box>
  );
}
