import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { ADS_POLL_MS, ownAdsQuery, pauseAd } from '../api.ts';
import { FIAT, type OwnAd, type Side } from '../model/ad.ts';
import { notOfferedOf } from '../model/own-ads.ts';
import { shownPrice } from '../model/shown-price.ts';
import { OwnAdActs } from './own-ad-acts.tsx';
import styles from './own-ad-table.module.css';
import { WayList } from './way-label.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface OwnAdTableProps {
  readonly side: Side;
  /** Undefined for all coins. */
  readonly coin: number | undefined;
}

/**
 * Own ads of a side, with their remaining quantity, the quantities in open and completed deals, and
 * the actions on them.
 */
export function OwnAdTable({ side, coin }: OwnAdTableProps) {
  const t = useTranslate();
  const query = useInfiniteQuery({
    ...ownAdsQuery({ side, coin }),
    refetchInterval: ADS_POLL_MS,
  });
  const [withdrawn, setWithdrawn] = useState<OwnAd>();
  const { isBusy, pause } = usePausing();
  const isAway = query.data?.pages[0]?.isAway ?? false;
  const columns = useColumns({ isBusy, pause, withdraw: setWithdrawn });
  return (
    <>
      <div className={styles['away']}>
        <Switch
          label={t('p2p.ad.away')}
          isOn={isAway}
          isDisabled={isBusy || query.data === undefined}
          onChange={(isPaused) => pause(0, isPaused)}
        />
      </div>
      <PagedTable
        label={t('p2p.ad.live')}
        size="roomy"
        narrow="wideCards"
        columns={columns}
        query={query}
        rows={query.data?.pages.flatMap(({ ads }) => ads)}
        rowKey={({ id }) => id}
        empty={
          <Empty
            action={
              <ButtonLink isSmall to="/c2c">
                {t('p2p.ad.publish')}
              </ButtonLink>
            }
          >
            {t('p2p.ad.none')}
          </Empty>
        }
        skeletonRows={3}
      />
      {withdrawn !== undefined && (
        <WithdrawDialog ad={withdrawn} onClose={() => setWithdrawn(undefined)} />
      )}
    </>
  );
}

/** Pauses one ad, or with 0 all of them. */
function usePausing() {
  const client = useQueryClient();
  const { isBusy, send } = useMoneyCall(pauseAd, {
    onDone: (message) => showToast('success', message),
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => client.invalidateQueries({ queryKey: [OWN, 'p2p'] }),
  });
  return {
    isBusy,
    pause: (ad: number, isPaused: boolean): void =>
      void send({ ad, isPaused }, { isSetting: true }),
  };
}

interface Acts {
  readonly isBusy: boolean;
  readonly pause: (ad: number, isPaused: boolean) => void;
  readonly withdraw: (ad: OwnAd) => void;
}

function useColumns({ isBusy, pause, withdraw }: Acts): readonly Column<OwnAd>[] {
  const t = useTranslate();
  const language = useLanguage();
  const coins = ({ coin }: OwnAd, amount: string): string => `${grouped(amount, language)} ${coin}`;
  return [
    {
      name: 'ad',
      header: t('p2p.ad.ad'),
      cell: (ad) => <AdName ad={ad} />,
    },
    {
      name: 'price',
      header: t('p2p.market.price'),
      align: 'start',
      cell: ({ price, isFloating }) => (
        <span className={styles['lines']}>
          <span>
            {price === '' ? t('p2p.ad.resting') : `${grouped(shownPrice(price), language)} ${FIAT}`}
          </span>
          {isFloating && <span>{t('p2p.market.floating')}</span>}
        </span>
      ),
    },
    { name: 'left', header: t('p2p.ad.left'), cell: (ad) => coins(ad, ad.surplus) },
    { name: 'inDeals', header: t('p2p.ad.inDeals'), cell: (ad) => coins(ad, ad.inDeals) },
    { name: 'dealt', header: t('p2p.ad.dealt'), cell: (ad) => coins(ad, ad.dealt) },
    {
      name: 'ways',
      header: t('acceptor.way'),
      align: 'start',
      cell: ({ ways }) => (
        <span className={styles['ways']}>
          <WayList ways={ways} />
        </span>
      ),
    },
    {
      name: 'acts',
      header: t('p2p.ad.acts'),
      isSticky: true,
      cell: (ad) => (
        <OwnAdActs
          ad={ad}
          isBusy={isBusy}
          onPause={(isPaused) => pause(ad.id, isPaused)}
          onWithdraw={() => withdraw(ad)}
        />
      ),
    },
  ];
}

/** Number, coin and state of an ad. */
function AdName({ ad }: { readonly ad: OwnAd }) {
  const t = useTranslate();
  const { id, coin, isPaused, code } = ad;
  return (
    <span className={styles['name']}>
      <span>{`${coin}/${FIAT}`}</span>
      <small>{t('p2p.ad.number', { id: String(id) })}</small>
      {isPaused && <Badge tone="warn">{t('p2p.ad.paused')}</Badge>}
      {code !== '' && <Badge>{t('p2p.ad.private')}</Badge>}
      <NotOffered ad={ad} />
    </span>
  );
}

/** Why the market does not offer the ad now, and the way to the coins where those are missing. */
function NotOffered({ ad }: { readonly ad: OwnAd }) {
  const t = useTranslate();
  const reason = notOfferedOf(ad);
  if (reason === undefined) return null;
  return (
    <>
      <Badge tone="warn">{t('p2p.ad.notOffered')}</Badge>
      <span className={styles['reason']}>
        {t(`p2p.ad.notOffered.${reason}`, { coin: ad.coin })}{' '}
        {reason === 'short' && (
          <Link to={`/transfer?to=legal&currency=${ad.coinId}`}>{t('assets.transfer')}</Link>
        )}
      </span>
    </>
  );
}
