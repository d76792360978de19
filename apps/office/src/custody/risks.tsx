import { Chip, Stack, Tooltip } from '@mui/material';
import { RISKS, type Withdrawal } from './custody-words.ts';

const LIKENESS =
  'It begins and ends like another address that this customer has used or has in the book. Compare all of it.';

export function Risks({ flags, look_alike }: Pick<Withdrawal, 'flags' | 'look_alike'>) {
  if (flags.length === 0 && look_alike === '') return '--';
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {look_alike !== '' && (
        <Tooltip title={LIKENESS}>
          <Chip label="Look-alike address" color="error" />
        </Tooltip>
      )}
      {flags.map((flag) => (
        <Tooltip key={flag} title={RISKS[flag].meaning}>
          <Chip label={RISKS[flag].label} color={flag === 'first' ? 'default' : 'warning'} />
        </Tooltip>
      ))}
    </Stack>
  );
}
