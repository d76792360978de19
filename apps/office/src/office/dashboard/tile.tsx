import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import WarningIcon from '@mui/icons-material/ErrorOutlined';
import { Card, CardActionArea, Skeleton, Stack, Typography } from '@mui/material';

interface TileProps {
  readonly label: string;
  /** Undefined while loading. */
  readonly value: string | number | undefined;
  /** Health is good or bad; a queue is open while it has entries, else calm. */
  readonly tone: 'good' | 'bad' | 'open' | 'calm';
  readonly href?: string | undefined;
}

const COLOURS = {
  good: 'success.main',
  bad: 'error.main',
  open: 'warning.main',
  calm: 'text.primary',
} as const;

/** One figure, linked to its page if it has one. */
export function Tile({ label, value, tone, href }: TileProps) {
  const body = (
    <Stack sx={{ p: 2, gap: 0.5, width: '100%' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', minHeight: 28 }}>
        {value !== undefined && tone === 'good' && <CheckIcon color="success" fontSize="small" />}
        {value !== undefined && tone === 'bad' && <WarningIcon color="error" fontSize="small" />}
        <Typography
          variant="h5"
          component="p"
          sx={{ color: COLOURS[tone], overflowWrap: 'anywhere' }}
        >
          {value ?? <Skeleton width={96} />}
        </Typography>
      </Stack>
    </Stack>
  );
  return (
    <Card>{href === undefined ? body : <CardActionArea href={href}>{body}</CardActionArea>}</Card>
  );
}
