import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Card } from '../../shared/ui/card.tsx';
import { TabContent, TabSet } from '../../shared/ui/tabs.tsx';
import { DealPage } from './deal-page.tsx';
import { ownDealsQuery } from './deals-api.ts';
import type { DealState } from './model/deal.ts';
import { idOf } from './model/id-of.ts';
import { DealTable } from './ui/deal-table.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';
import { useDealEvents } from './ui/use-deal-events.ts';

const TABS = ['all', 'unpaid', 'paid', 'completed', 'cancelled'] as const;
type Tab = (typeof TABS)[number];

/** The own deals, or the one of `?id=`. */
export function OwnDealsPage() {
  const [query] = useSearchParams();
  const id = idOf(query.get('id'));
  return id === undefined ? <OwnDeals /> : <DealPage key={id} id={id} />;
}

function OwnDeals() {
  const t = useTranslate();
  const [tab, setTab] = useState<Tab>('all');
  const pollMs = useDealEvents();
  const { data } = useInfiniteQuery(ownDealsQuery());
  const cancelsLeft = data?.pages[0]?.cancelsLeft;
  const [unpaid, paid] = [useCount('unpaid', pollMs), useCount('paid', pollMs)];
  const labelOf = (name: Tab): string => {
    if (name === 'all') return t('p2p.deal.all');
    const count = name === 'unpaid' ? unpaid : name === 'paid' ? paid : '';
    const label = t(`p2p.deal.state.${name}`);
    return count === '' ? label : t('p2p.deal.counted', { label, count });
  };
  return (
    <P2pFrame title={t('p2p.deal.own')}>
      <Card
        title={t('p2p.deal.list')}
        {...(cancelsLeft === undefined
          ? {}
          : { about: t('p2p.deal.cancelsLeft', { count: String(cancelsLeft) }) })}
      >
        <TabSet
          label={t('p2p.deal.stateColumn')}
          value={tab}
          onChange={setTab}
          tabs={TABS.map((name) => ({ name, label: labelOf(name) }))}
        >
          {TABS.map((name) => (
            <TabContent key={name} name={name}>
              {name === tab && (
                <DealsOf pollMs={pollMs} {...(name === 'all' ? {} : { state: name })} />
              )}
            </TabContent>
          ))}
        </TabSet>
      </Card>
    </P2pFrame>
  );
}

function DealsOf({ state, pollMs }: { readonly state?: DealState; readonly pollMs: number }) {
  const query = useInfiniteQuery({ ...ownDealsQuery(state), refetchInterval: pollMs });
  return <DealTable query={query} />;
}

/** How many deals stand in a state, '' for none: '10+' where there is more than a page of them. */
function useCount(state: DealState, pollMs: number): string {
  const { data } = useInfiniteQuery({ ...ownDealsQuery(state), refetchInterval: pollMs });
  const first = data?.pages[0];
  if (first === undefined || first.deals.length === 0) return '';
  return first.deals.length < first.limit ? String(first.deals.length) : `${first.limit}+`;
}
