import Icon from '@mui/icons-material/HowToVoteOutlined';
import { Badge } from '@mui/material';
import { useGetOne } from 'react-admin';
import type { Dashboard } from '../dashboard/dashboard.ts';

const REFRESH_MS = 30_000;

/**
 * The menu shows the number of waiting proposals as a badge; its accessible name stays the area's
 * name, and the dashboard has the number in words.
 */
export function ProposalIcon() {
  const { data } = useGetOne<Dashboard>(
    'dashboard',
    { id: 0 },
    { retry: false, refetchInterval: REFRESH_MS },
  );
  const count = data?.proposal_queue ?? 0;
  return (
    <Badge badgeContent={count} color="primary" max={99} aria-hidden>
      <Icon />
    </Badge>
  );
}
