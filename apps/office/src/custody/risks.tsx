import { Chip, Stack, Tooltip } from '@mui/material';
import { RISKS, type Withdrawal } from './custody-words.ts';

export function Risks({ flags }: Pick<Withdrawal, 'flags'>) {
  if (flags.length === 0) return '--';
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {flags.map((flag) => (
        <Tooltip key={flag} title={RISKS[flag].meaning}>
          <Chip label={RISKS[flag].label} color={flag === 'first' ? 'default' : 'warning'} />
        </Tooltip>
      ))}
    </Stack>
  );
}
