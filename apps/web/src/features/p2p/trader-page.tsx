import { ApiError } from '@meridian/contract/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useSession } from '../../shared/session.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { LoginPrompt } from '../../shared/ui/login-prompt.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { idOf } from './model/id-of.ts';
import type { Trader } from './model/trader-page.ts';
import { traderQuery } from './trader-api.ts';
import { BlockButton, BlockList } from './ui/blocks.tsx';
import { BondCard } from './ui/bond-card.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';
import { ReportButton } from './ui/report-button.tsx';
import { TraderAds } from './ui/trader-ads.tsx';
import { TraderFigures } from './ui/trader-figures.tsx';
import styles from './ui/trader.module.css';
import { WebhookCard } from './ui/webhook-card.tsx';

/** The page of a trader, for anybody: that of `?id=`, or without one the own. */
export function TraderPage() {
  const t = useTranslate();
  const [query] = useSearchParams();
  const own = useSession(({ userId }) => idOf(userId ?? null));
  const named = idOf(query.get('id'));
  const id = named ?? own;
  return (
    <P2pFrame title={t('p2p.trader.title')}>
      {id === undefined ? <LoginPrompt /> : <TraderCards key={id} id={id} isOwn={id === own} />}
    </P2pFrame>
  );
}

function TraderCards({ id, isOwn }: { readonly id: number; readonly isOwn: boolean }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(traderQuery(id));
  return (
    <>
      {data === undefined ? (
        <Card title={t('p2p.trader.record')}>
          {error === null ? (
            <Skeleton rows={6} height={48} />
          ) : isOwn && error instanceof ApiError && error.code === 'trader_not_found' ? (
            <Empty>{t('p2p.trader.nothing')}</Empty>
          ) : (
            <Failure message={error.message} onRetry={() => void refetch()} />
          )}
        </Card>
      ) : (
        <TraderRecord trader={data} />
      )}
      {isOwn && <BondCard />}
      {isOwn && <WebhookCard />}
      {isOwn && <BlockList />}
    </>
  );
}

function TraderRecord({ trader }: { readonly trader: Trader }) {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  return (
    <>
      <Card
        title={trader.name}
        about={t('p2p.trader.registered', { day: trader.registeredDay })}
        tools={
          <span className={styles['tools']}>
            {trader.isMerchant && <Badge tone="accent">{t('p2p.trader.merchant')}</Badge>}
            {trader.isAway && <Badge>{t('p2p.trader.away')}</Badge>}
            {isLoggedIn && !trader.isOwn && (
              <>
                <BlockButton trader={trader} />
                <ReportButton about={{ trader: trader.id }} ads={trader.ads} />
              </>
            )}
          </span>
        }
      >
        <TraderFigures trader={trader} />
      </Card>
      <Card title={t('p2p.trader.ads')}>
        <TraderAds ads={trader.ads} />
      </Card>
    </>
  );
}
