import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { dealQuery } from './deals-api.ts';
import type { Deal } from './model/deal.ts';
import { AppealCards } from './ui/appeal-card.tsx';
import { Chat } from './ui/chat.tsx';
import { PartyCard, PayeeCard } from './ui/deal-parties.tsx';
import styles from './ui/deal.module.css';
import { EvidenceCard } from './ui/evidence-card.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';
import { StageCard } from './ui/stage-card.tsx';
import { useDealEvents } from './ui/use-deal-events.ts';
import { useTurn } from './ui/use-turn.ts';

const PARTS = { deal: 'p2p.deal.column.deal', chat: 'p2p.chat.title' } as const;

/** One own deal, as it is now: the other side's acts show by themselves. */
export function DealPage({ id }: { readonly id: number }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({ ...dealQuery(id), refetchInterval: useDealEvents() });
  return (
    <P2pFrame title={t('p2p.deal.title', { id: String(id) })}>
      {data === undefined ? (
        <Card title={t('p2p.deal.steps')}>
          {error === null ? (
            <Skeleton rows={6} height={32} />
          ) : (
            <Failure message={error.message} onRetry={() => void refetch()} />
          )}
        </Card>
      ) : (
        <DealParts deal={data} />
      )}
    </P2pFrame>
  );
}

type Part = keyof typeof PARTS;

/** Deal and chat: side by side in a wide window, one of them on a phone. */
function DealParts({ deal }: { readonly deal: Deal }) {
  const t = useTranslate();
  const nowMs = useTurn(deal);
  const [part, setPart] = useState<Part>('deal');
  return (
    <>
      <div className={styles['parts']}>
        <Segments
          label={t('p2p.deal.parts')}
          size="roomy"
          isFilled
          value={part}
          onChange={setPart}
          options={(['deal', 'chat'] as const).map((name) => ({ name, label: t(PARTS[name]) }))}
        />
      </div>
      <div className={styles['columns']} data-part={part}>
        <div className={styles['main']}>
          <StageCard deal={deal} nowMs={nowMs} />
          <AppealCards deal={deal} />
          {deal.state !== 'cancelled' && <PayeeCard deal={deal} />}
          <PartyCard deal={deal} nowMs={nowMs} />
          <EvidenceCard deal={deal.id} />
        </div>
        <div className={styles['side']}>
          <Chat deal={deal.id} side={deal.side === 'buy' ? 'buyer' : 'seller'} canWrite />
        </div>
      </div>
    </>
  );
}
