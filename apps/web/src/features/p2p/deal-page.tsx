import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { chatQuery } from './chat-api.ts';
import { dealQuery } from './deals-api.ts';
import { receivedByBuyer, unreadCount } from './model/chat.ts';
import type { Deal } from './model/deal.ts';
import { payeeViewOf, stageOf } from './model/deal-stage.ts';
import { AppealCards } from './ui/appeal-card.tsx';
import { Chat } from './ui/chat.tsx';
import { PartyCard, PayeeCard, PayeePart } from './ui/deal-parties.tsx';
import styles from './ui/deal.module.css';
import { EvidenceCard } from './ui/evidence-card.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';
import { StageCard } from './ui/stage-card.tsx';
import { UnreadCount } from './ui/unread-count.tsx';
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

/**
 * Deal and chat: side by side in a wide window, one of them on a phone. Between the two widths the
 * chat stands behind the cards with acts, and before the cards that are only looked up.
 */
function DealParts({ deal }: { readonly deal: Deal }) {
  const t = useTranslate();
  const nowMs = useTurn(deal);
  const [part, setPart] = useState<Part>('deal');
  const columns = useRoomBelow(part);
  const side = deal.side === 'buy' ? 'buyer' : 'seller';
  const { data: chat } = useQuery(chatQuery(deal.id));
  const unread = chat === undefined ? 0 : unreadCount(chat, side);
  const payee = payeeViewOf(stageOf(deal, nowMs), deal);
  return (
    <>
      <div className={styles['parts']}>
        <Segments
          label={t('p2p.deal.parts')}
          size="roomy"
          isFilled
          value={part}
          onChange={setPart}
          options={[
            { name: 'deal', label: t(PARTS.deal) },
            { name: 'chat', label: <UnreadCount label={t(PARTS.chat)} unread={unread} /> },
          ]}
        />
      </div>
      <div ref={columns} className={styles['columns']} data-part={part}>
        <div className={styles['main']}>
          <StageCard deal={deal} nowMs={nowMs} toBuyer={chat && receivedByBuyer(chat.notes)}>
            {/* The buyer reads the account before the button that reports the payment. */}
            {payee === 'pay' && <PayeePart deal={deal} />}
          </StageCard>
          <AppealCards deal={deal} />
          {(payee === 'paid' || payee === 'receive') && <PayeeCard deal={deal} view={payee} />}
        </div>
        <div className={styles['side']}>
          <Chat deal={deal.id} side={side} canWrite />
        </div>
        <div className={styles['more']}>
          <PartyCard deal={deal} nowMs={nowMs} />
          <EvidenceCard deal={deal.id} />
        </div>
      </div>
    </>
  );
}

/** Tells the style how far below the top of the page the columns begin: the chat fills the rest. */
function useRoomBelow(part: Part) {
  const columns = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = columns.current;
    if (element === null) return;
    const topPx = element.getBoundingClientRect().top + scrollY;
    element.style.setProperty('--columns-top', `${Math.round(topPx)}px`);
  }, [part]);
  return columns;
}
