import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useSession } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { ADS_POLL_MS, adsQuery, coinsQuery } from './api.ts';
import type { Ad, MarketCoin, Side } from './model/ad.ts';
import { openCoins } from './model/open-coins.ts';
import { offeredSide, type MarketChoice } from './model/market-choice.ts';
import styles from './market-page.module.css';
import { AdTable } from './ui/ad-table.tsx';
import { BestOffer } from './ui/best-offer.tsx';
import { CoinStrip } from './ui/coin-strip.tsx';
import { EscrowLine } from './ui/escrow-line.tsx';
import { MarketFilters } from './ui/market-filters.tsx';
import { OrderDialog } from './ui/order-dialog.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';
import { useMarketChoice } from './use-market-choice.ts';

const SIDES: readonly Side[] = ['buy', 'sell'];

/** The market: ads of others, for visitors too; with `?code=` a private ad alone. */
export function MarketPage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({ ...coinsQuery, refetchInterval: ADS_POLL_MS });
  const coins = data && openCoins(data);
  return (
    <P2pFrame title={t('p2p.market.title')}>
      <section className={styles['panel']} aria-label={t('p2p.market.title')}>
        <PanelBoundary>
          {coins === undefined && error !== null && (
            <Failure message={error.message} onRetry={() => void refetch()} />
          )}
          {coins === undefined && error === null && <Skeleton rows={10} height={44} />}
          {coins?.length === 0 && <Empty>{t('p2p.market.closed')}</Empty>}
          {coins?.[0] !== undefined && <Market coins={coins} first={coins[0]} />}
        </PanelBoundary>
      </section>
    </P2pFrame>
  );
}

interface MarketProps {
  readonly coins: readonly MarketCoin[];
  readonly first: MarketCoin;
}

function Market({ coins, first }: MarketProps) {
  const t = useTranslate();
  const { choice, choose, takeAd, leaveAd, typed, setTyped } = useMarketChoice();
  const coin = coins.find(({ id }) => id === choice.coin) ?? first;
  const { query, ads } = useAds(choice, coin);
  const { taken, take, leave } = useTaking(ads, choice, { takeAd, leaveAd });
  const takenCoin = coins.find(({ id }) => id === taken?.coinId);
  return (
    <>
      {choice.code === '' ? (
        <div className={styles['head']}>
          <Segments
            isFilled
            size="roomy"
            label={t('p2p.market.sides')}
            value={choice.side}
            onChange={(side) => choose({ side })}
            options={SIDES.map((name) => ({ name, label: t(`side.${name}`) }))}
          />
          <CoinStrip coins={coins} value={coin.id} onChange={(id) => choose({ coin: id })} />
          <MarketFilters {...{ choice, choose, typed }} onType={setTyped} />
          <BestOffer choice={choice} coin={coin} onTake={take} />
          <EscrowLine coin={coin} />
        </div>
      ) : (
        <div className={styles['private']}>
          <p>{t('p2p.market.private')}</p>
          <Button isSmall onClick={() => choose({ code: '' })}>
            {t('p2p.market.all')}
          </Button>
        </div>
      )}
      <AdTable
        query={query}
        ads={ads}
        coins={coins}
        empty={
          <NoAds
            choice={choice}
            onUnfilter={() => {
              setTyped('');
              choose({ way: '', isTakeable: false });
            }}
          />
        }
        onTake={take}
      />
      {taken !== undefined && takenCoin !== undefined && (
        <OrderDialog
          key={taken.id}
          ad={taken}
          coin={takenCoin}
          money={choice.money}
          code={choice.code}
          onClose={leave}
        />
      )}
    </>
  );
}

/** The ads that are chosen, newest answer first. */
function useAds(choice: MarketChoice, coin: MarketCoin) {
  const isPrivate = choice.code !== '';
  const query = useInfiniteQuery({
    ...adsQuery({
      side: isPrivate ? undefined : offeredSide(choice),
      coin: isPrivate ? undefined : coin.id,
      money: isPrivate ? '' : choice.money,
      way: isPrivate ? '' : choice.way,
      isTakeable: !isPrivate && choice.isTakeable,
      code: choice.code,
    }),
    refetchInterval: ADS_POLL_MS,
  });
  return { query, ads: query.data?.pages.flatMap(({ ads }) => ads) };
}

/**
 * The ad that is being taken. The address names it, so that a login on the way leads back to it;
 * its newest state is taken from the list, and the last one known where it has left that.
 */
function useTaking(
  ads: readonly Ad[] | undefined,
  choice: MarketChoice,
  { takeAd, leaveAd }: Pick<ReturnType<typeof useMarketChoice>, 'takeAd' | 'leaveAd'>,
) {
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const [known, setKnown] = useState<Ad>();
  const listed = ads?.find(({ id, obstacle }) => id === choice.ad && obstacle === '');
  const taken = listed ?? (known?.id === choice.ad ? known : undefined);
  return {
    taken: isLoggedIn ? taken : undefined,
    take: (ad: Ad): void => {
      setKnown(ad);
      takeAd(ad.id);
    },
    leave: (): void => {
      setKnown(undefined);
      leaveAd();
    },
  };
}

/** No ads: without the filters there may be some; otherwise one can be published. */
function NoAds({
  choice,
  onUnfilter,
}: {
  readonly choice: MarketChoice;
  readonly onUnfilter: () => void;
}) {
  const t = useTranslate();
  if (choice.code !== '') return <Empty>{t('p2p.market.noPrivate')}</Empty>;
  const isFiltered = choice.money !== '' || choice.way !== '' || choice.isTakeable;
  return (
    <Empty
      action={
        isFiltered ? (
          <Button isSmall onClick={onUnfilter}>
            {t('p2p.market.unfilter')}
          </Button>
        ) : (
          <ButtonLink isSmall to="/c2c">
            {t('p2p.ad.publish')}
          </ButtonLink>
        )
      }
    >
      {t('p2p.market.none')}
    </Empty>
  );
}
