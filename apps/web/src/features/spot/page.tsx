import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLiveDepth } from '../../realtime/depth.ts';
import { marketsQuery, useSelectedMarket } from '../../realtime/tickers.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import type { Market } from '../../shared/market/market.ts';
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { Sheet } from '../../shared/ui/sheet.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { useDraft } from './draft.ts';
import type { Side } from './model/trade-inputs.ts';
import styles from './page.module.css';
import { ChartPanel } from './ui/chart-panel.tsx';
import { CoinDetail } from './ui/coin-detail.tsx';
import { OrderBook } from './ui/order-book.tsx';
import { PairBar } from './ui/pair-bar.tsx';
import { RecentTrades } from './ui/recent-trades.tsx';
import { focusTradeForm, TradePanel } from './ui/trade-panel.tsx';
import { useNarrow } from './use-narrow.ts';

/**
 * Below this width the form has no place beside the rest: it is a sheet. As in the style sheets.
 */
const PHONE_WIDTH = 834;

interface SpotPageProps {
  /** The list of markets, as a drawer where there is no room for it. */
  readonly markets: (drawer: { isOpen: boolean; open: () => void; close: () => void }) => ReactNode;
  /** Own orders of the market. @param onTrade the way to a first one */
  readonly orders: (market: Market, onTrade: () => void) => ReactNode;
  readonly funding: ReactNode;
  /** The newest notice, in the pair bar. */
  readonly notice?: ReactNode;
}

/**
 * Spot trading. One tree for all widths: the style sheet places; a phone shows one of four panels,
 * and the form as a sheet.
 */
export function SpotPage({ markets, orders, funding, notice }: SpotPageProps) {
  const market = useSelectedMarket();
  const { error, refetch } = useQuery(marketsQuery);
  const [isChoosing, setChoosing] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const isPhone = useNarrow(page, PHONE_WIDTH);
  const open = (): void => setChoosing(true);
  const close = (): void => setChoosing(false);
  return (
    <div className={styles['page']} ref={page}>
      {market === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {market === undefined && error === null && <Skeleton rows={16} height={32} />}
      {market !== undefined && (
        <Terminal
          market={market}
          isPhone={isPhone}
          markets={markets({ isOpen: isChoosing, open, close })}
          orders={orders}
          funding={funding}
          notice={notice}
          onChoose={open}
        />
      )}
    </div>
  );
}

const SEGMENTS = ['chart', 'book', 'trades', 'info'] as const;

interface TerminalProps extends Pick<SpotPageProps, 'orders' | 'funding' | 'notice'> {
  readonly market: Market;
  readonly isPhone: boolean;
  readonly markets: ReactNode;
  readonly onChoose: () => void;
}

function Terminal({ market, isPhone, markets, orders, funding, notice, onChoose }: TerminalProps) {
  const t = useTranslate();
  const depth = useLiveDepth(market);
  const [segment, setSegment] = useState<(typeof SEGMENTS)[number]>('chart');
  const [isTrading, setTrading] = useState(false);
  useEffect(() => {
    document.title = t('spot.pageTitle', { pair: market.symbol });
  }, [t, market.symbol]);
  const trade = (side: Side): void => {
    useDraft.setState({ shownSide: side });
    if (isPhone) setTrading(true);
    else focusTradeForm(side);
  };
  useShortcut('b', () => trade('buy'));
  useShortcut('s', () => trade('sell'));
  const form = <TradePanel market={market} depth={depth} funding={funding} />;
  return (
    <>
      <PairBar market={market} notice={notice} onChoose={onChoose} />
      <div className={styles['segments']}>
        <Segments
          isFilled
          label={t('spot.panels')}
          value={segment}
          onChange={setSegment}
          options={SEGMENTS.map((name) => ({ name, label: t(`spot.panel.${name}`) }))}
        />
      </div>
      <div className={styles['grid']} data-segment={segment}>
        {markets}
        <ChartPanel market={market} depth={depth} />
        <OrderBook market={market} depth={depth} />
        <RecentTrades market={market} />
        {!isPhone && form}
        <CoinDetail market={market} />
        {orders(market, () => trade(useDraft.getState().shownSide))}
      </div>
      {isPhone && (
        <>
          <div className={styles['quick']}>
            <Button isWide look="up" onClick={() => trade('buy')}>
              {t('side.buy')}
            </Button>
            <Button isWide look="down" onClick={() => trade('sell')}>
              {t('side.sell')}
            </Button>
          </div>
          <Sheet isOpen={isTrading} title={market.symbol} onClose={() => setTrading(false)}>
            <div className={styles['sheet']}>
              <div className={styles['ticket']}>
                <OrderBook market={market} depth={depth} />
                {form}
              </div>
            </div>
          </Sheet>
        </>
      )}
    </>
  );
}
