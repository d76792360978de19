import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnection } from '../../../realtime/connection.ts';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { StalePanel } from '../../../shared/ui/stale-panel.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { MarketTable } from './market-table.tsx';

/**
 * All pairs on display. A row leads to the contracts of its pair, its action to the pair's spot
 * market.
 */
export function DisplayedPairs() {
  const t = useTranslate();
  const { status, sinceMs } = useConnection();
  const { data, error, refetch } = useQuery(marketsQuery);
  const rows = useMemo(() => data?.flatMap((group) => group.markets), [data]);
  const action = { to: '/dealCenter', label: t('nav.bottomTrade') };
  if (rows === undefined && error !== null)
    return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <StalePanel status={status} sinceMs={sinceMs}>
      <MarketTable
        label={t('market.title')}
        rows={rows}
        empty={<Empty>{t('market.none')}</Empty>}
        to="/leverdealCenter"
        action={action}
      />
    </StalePanel>
  );
}
