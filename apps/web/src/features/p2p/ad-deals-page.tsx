import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Card } from '../../shared/ui/card.tsx';
import { adDealsQuery } from './deals-api.ts';
import { idOf } from './model/id-of.ts';
import { DealTable } from './ui/deal-table.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';
import { useDealEvents } from './ui/use-deal-events.ts';

/** Deals of one own ad, that of `?id=`. */
export function AdDealsPage() {
  const t = useTranslate();
  const [params] = useSearchParams();
  const id = idOf(params.get('id'));
  const query = useInfiniteQuery({
    ...adDealsQuery(id ?? 0),
    refetchInterval: useDealEvents(),
  });
  return (
    <P2pFrame title={t('p2p.deal.ofAd')}>
      <Card title={t('p2p.deal.adNumber', { id: String(id ?? '') })}>
        <DealTable query={query} />
      </Card>
    </P2pFrame>
  );
}
