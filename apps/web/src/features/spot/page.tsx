import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useLiveDepth } from '../../realtime/depth.ts';
import { marketsQuery, useSelectedMarket } from '../../realtime/tickers.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import type { Market } from '../../shared/market/market.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { useDraft } from './draft.ts';
import type { Side } from './model/trade-inputs.ts';
import styles from './page.module.css';
import { ChartPanel } from './ui/chart-panel.tsx';
import { CoinDetail } from './ui/coin-detail.tsx';
import { OrderBook } from './ui/order-book.tsx';
import { OrdersPanel } from './ui/orders-panel.tsx';
import { PairBar } from './ui/pair-bar.tsx';
import { RecentTrades } from './ui/recent-trades.tsx';
import { TradePanel } from './ui/trade-panel.tsx';

interface SpotPageProps {
  /** The list of markets, as a drawer where there is no room for it. */
  readonly markets: (drawer: { isOpen: boolean; close: () => void }) => ReactNode;
  readonly funding: ReactNode;
}

/** Spot trading. One tree for all widths: the style sheet places, narrow screens choose one of four panels. */
export function SpotPage({ markets, funding }: SpotPageProps) {
  const market = useSelectedMarket();
  const { error, refetch } = useQuery(marketsQuery);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={styles['page']}>
      {market === undefined && error !== null && <Failure message={error.message} onRetry={() => void refetch()} />}
      {market === undefined && error === null && <Skeleton rows={16} height={32} />}
      {market !== undefined && <Terminal market={market} markets={markets({ isOpen: isChoosing, close: () => setChoosing(false) })} funding={funding} onChoose={() => setChoosing(true)} />}
    </div>
  );
}

const SEGMENTS = ['chart', 'book', 'trades', 'info'] as const;

function Terminal({ market, markets, funding, onChoose }: { readonly market: Market; readonly markets: ReactNode; readonly funding: ReactNode; readonly onChoose: () => void }) {
  const t = useTranslate();
  const depth = useLiveDepth(market);
  const [segment, setSegment] = useState<(typeof SEGMENTS)[number]>('chart');
  useEffect(() => {
    document.title = t('spot.pageTitle', { pair: market.symbol });
  }, [t, market.symbol]);
  return (
    <>
      <PairBar market={market} onChoose={onChoose} />
      <div className={styles['segments']}>
        <Segments isFilled label={t('spot.panels')} value={segment} onChange={setSegment} options={SEGMENTS.map((name) => ({ name, label: t(`spot.panel.${name}`) }))} />
      </div>
      <div className={styles['grid']} data-segment={segment}>
        {markets}
        <ChartPanel market={market} />
        <OrderBook market={market} depth={depth} />
        <RecentTrades market={market} />
        <TradePanel market={market} depth={depth} funding={funding} />
        <CoinDetail market={market} />
        <OrdersPanel market={market} />
      </div>
      <div className={styles['quick']}>
        <Button isWide look="up" onClick={() => goToForm('buy')}>
          {t('side.buy')}
        </Button>
        <Button isWide look="down" onClick={() => goToForm('sell')}>
          {t('side.sell')}
        </Button>
      </div>
    </>
  );
}

function goToForm(side: Side): void {
  useDraft.setState({ shownSide: side });
  document.getElementById('trade-form')?.scrollIntoView({ block: 'start' });
}
