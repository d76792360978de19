import { useGetOne } from 'react-admin';
import type { P2pState } from '../../p2p/p2p-words.ts';
import { groupDigits } from '../../shared/group-digits.ts';
import { wholeRecord } from '../../shared/whole-record.ts';
import { Tile } from './tile.tsx';

const REFRESH_MS = 5_000;
const STUCK = `#/p2p-deals?filter=${encodeURIComponent('{"status":"stuck"}')}`;

/** The P2P market: coins that are held, deals that stand still, appeals that wait. */
export function P2pTiles({ canOpenAppeals }: { readonly canOpenAppeals: boolean }) {
  const { data, error } = useGetOne<P2pState>(
    'p2p-state',
    { id: 0 },
    { retry: false, refetchInterval: REFRESH_MS },
  );
  const state = wholeRecord(data);
  if (error !== null)
    return <Tile label="P2P market" value="Not known" tone="bad" href="#/p2p-state" />;
  return (
    <>
      <Tile
        label="P2P: paid for over an hour"
        value={state?.stuck_deals}
        tone={state?.stuck_deals === 0 ? 'calm' : 'open'}
        href={STUCK}
      />
      <Tile
        label="P2P appeals to rule on"
        value={state?.open_appeals}
        tone={state?.open_appeals === 0 ? 'calm' : 'open'}
        href={canOpenAppeals ? '#/p2p-appeals' : undefined}
      />
      {state?.coins.map(({ currency, currency_name, escrow }) => (
        <Tile
          key={currency}
          label={`${currency_name} held for P2P deals`}
          value={groupDigits(escrow)}
          tone="calm"
          href="#/p2p-state"
        />
      ))}
    </>
  );
}
