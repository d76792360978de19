import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { useAdDraft } from './ad-draft.ts';
import { coinsQuery, ownAdQuery } from './api.ts';
import { emptyAd, valuesOf } from './model/ad-form.ts';
import type { MarketCoin } from './model/ad.ts';
import { idOf } from './model/id-of.ts';
import { openCoins } from './model/open-coins.ts';
import styles from './publish-page.module.css';
import { AdForm } from './ui/ad-form.tsx';
import { CoinList } from './ui/coin-list.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';

/** Publishing an ad, or changing the own one of `?id=`. */
export function PublishPage() {
  const t = useTranslate();
  const [params] = useSearchParams();
  const id = idOf(params.get('id'));
  const { data, error, refetch } = useQuery(coinsQuery);
  const coins = data && openCoins(data);
  return (
    <P2pFrame title={t(id === undefined ? 'p2p.ad.publish' : 'p2p.ad.change')}>
      {coins === undefined || coins.length === 0 ? (
        <Card title={t('p2p.ad.coin')}>
          {coins !== undefined ? (
            <Empty>{t('p2p.market.closed')}</Empty>
          ) : error !== null ? (
            <Failure message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={12} height={44} />
          )}
        </Card>
      ) : id === undefined ? (
        <NewAd coins={coins} />
      ) : (
        <ChangedAd key={id} id={id} coins={data ?? coins} />
      )}
    </P2pFrame>
  );
}

function NewAd({ coins }: { readonly coins: readonly MarketCoin[] }) {
  const [draft] = useState(() => useAdDraft.getState().values);
  const [coin, setCoin] = useState(() => coins.find(({ id }) => id === draft?.coin) ?? coins[0]);
  if (coin === undefined) return null;
  return (
    <div className={styles['columns']}>
      <CoinList coins={coins} value={coin.id} onChange={setCoin} />
      <AdForm
        key={coin.id}
        coin={coin}
        first={draft?.coin === coin.id ? draft : emptyAd(draft?.side ?? 'buy', coin.id)}
        ad={undefined}
      />
    </div>
  );
}

function ChangedAd({ id, coins }: { readonly id: number; readonly coins: readonly MarketCoin[] }) {
  const t = useTranslate();
  const { data: ad, error, refetch } = useQuery({ ...ownAdQuery(id), staleTime: Infinity });
  const coin = coins.find((each) => each.id === ad?.coinId);
  if (ad !== undefined && ad !== null && coin !== undefined)
    return <AdForm coin={coin} first={valuesOf(ad)} ad={ad} />;
  return (
    <Card title={t('p2p.ad.change')}>
      {ad !== undefined ? (
        <Empty
          action={
            <ButtonLink isSmall to="/c2cRelease">
              {t('p2p.ad.own')}
            </ButtonLink>
          }
        >
          {t('p2p.ad.gone')}
        </Empty>
      ) : error !== null ? (
        <Failure message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={12} height={44} />
      )}
    </Card>
  );
}
