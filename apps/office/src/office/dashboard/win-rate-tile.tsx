import { useGetList } from 'react-admin';
import { Tile } from './tile.tsx';

const REFRESH_MS = 60_000;
/** More than the server returns. */
const ALL = { pagination: { page: 1, perPage: 1_000 } };

/**
 * Number of hours with suspicious win rates of seconds contracts: hidden at zero, `Not known` if
 * they cannot be read.
 */
export function WinRateTile() {
  const { data, error } = useGetList<{ id: string; is_suspicious: boolean }>('win-rates', ALL, {
    retry: false,
    refetchInterval: REFRESH_MS,
  });
  const flagged = data?.filter(({ is_suspicious }) => is_suspicious).length ?? 0;
  if (error !== null)
    return (
      <Tile
        label="Win rates of seconds contracts"
        value="Not known"
        tone="bad"
        href="#/win-rates"
      />
    );
  if (flagged === 0) return null;
  return (
    <Tile
      label="Hours with flagged win rates"
      value={flagged}
      tone="bad"
      href={`#/win-rates?filter=${encodeURIComponent('{"is_suspicious":"true"}')}`}
    />
  );
}
