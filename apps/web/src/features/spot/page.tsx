import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useAddressedMarket } from '../../realtime/addressed-market.ts';
import { useLiveDepth } from '../../realtime/depth.ts';
import { usePricedTitle } from '../../realtime/priced-title.ts';
import { marketsQuery } from '../../realtime/tickers.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import type { Market } from '../../shared/market/market.ts';
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts';
import { PanelChoice, type Panel } from '../../shared/ui/panel-choice.tsx';
import { PhoneTicket, type PhoneTicketHandle } from '../../shared/ui/phone-ticket.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { takeLevel, useDraft } from './draft.ts';
import { useLayout } from './layout.ts';
import { gridOf, ROOM_FOR_MARKETS, type TerminalLayout } from './model/layout.ts';
import type { Side } from './model/trade-inputs.ts';
import styles from './page.module.css';
import { ChartPanel } from './ui/chart-panel.tsx';
import type { ChartPanelProps } from './ui/chart-panel-props.ts';
import { CoinDetail, CoinFacts } from './ui/coin-detail.tsx';
import { LayoutMenu } from './ui/layout-menu.tsx';
import { OrderBook } from './ui/order-book.tsx';
import { PairBar } from './ui/pair-bar.tsx';
import { PanelSizes } from './ui/panel-sizes.tsx';
import { RecentTrades } from './ui/recent-trades.tsx';
import { focusTradeForm, TradePanel } from './ui/trade-panel.tsx';
import { useNarrow } from '../../shared/ui/use-narrow.ts';

const PATH = '/dealCenter';
/**
 * Below this width the form has no place beside the rest: it is a sheet. The style sheets have the
 * same width.
 */
const PHONE_WIDTH = 834;
/** Below this width panels stand below each other, and the list of markets is a drawer. */
const DESK_WIDTH = 1200;

interface SpotPageProps {
  /** The list of markets, as a drawer where there is no room for it. */
  readonly markets: (drawer: { isOpen: boolean; open: () => void; close: () => void }) => ReactNode;
  /**
   * Own orders.
   * @param about the way to a first one, and facts of the market where they have no panel
   */
  readonly orders: (
    market: Market,
    about: { readonly onTrade: () => void; readonly info: ReactNode },
  ) => ReactNode;
  readonly funding: ReactNode;
  /** In the tools of the chart. */
  readonly alert?: ChartPanelProps['alert'];
  /** The newest notice, in the pair bar. */
  readonly notice?: ReactNode;
}

/**
 * Spot trading. One tree for all widths: the style sheet places the panels, on a desk by the
 * layout; a phone shows one of four panels, and the form as a sheet.
 */
export function SpotPage({ markets, orders, funding, alert, notice }: SpotPageProps) {
  const market = useAddressedMarket(PATH);
  const { error, refetch } = useQuery(marketsQuery);
  const [isChoosing, setChoosing] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const isPhone = useNarrow(page, PHONE_WIDTH);
  const isDesk = !useNarrow(page, DESK_WIDTH);
  const isNarrowDesk = useNarrow(page, ROOM_FOR_MARKETS);
  const isDocked = (useLayout((layout) => layout.hasMarkets) ?? !isNarrowDesk) && isDesk;
  const hasMarkets = isDocked || isChoosing;
  const drawer = {
    isOpen: isChoosing,
    open: () => setChoosing(!isDocked),
    close: () => {
      setChoosing(false);
      // The list that goes away takes the focus with it.
      if (isDesk && !isDocked) focusIn(page, 'h1 button');
    },
  };
  useShortcut('/', () => {
    // The list that is there takes the key itself.
    if (isDesk && !hasMarkets) flushSync(() => setChoosing(true));
  });
  const choose = (): void => {
    if (isDocked) focusIn(page, '[data-area=markets] input');
    else setChoosing(!isChoosing);
  };
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
          isDesk={isDesk}
          list={isDocked ? 'docked' : isChoosing ? 'open' : 'closed'}
          markets={(!isDesk || hasMarkets) && markets(drawer)}
          orders={orders}
          funding={funding}
          alert={alert}
          notice={notice}
          onChoose={choose}
        />
      )}
    </div>
  );
}

function focusIn(page: RefObject<HTMLElement | null>, selector: string): void {
  page.current?.querySelector<HTMLElement>(selector)?.focus();
}

interface TerminalProps extends Pick<SpotPageProps, 'orders' | 'funding' | 'alert' | 'notice'> {
  readonly market: Market;
  readonly isPhone: boolean;
  readonly isDesk: boolean;
  /** The list of markets. */
  readonly list: 'docked' | 'open' | 'closed';
  readonly markets: ReactNode;
  readonly onChoose: () => void;
}

function Terminal(props: TerminalProps) {
  const { market, isPhone, isDesk, list, markets, orders, funding, alert } = props;
  const hasMarkets = list !== 'closed';
  const t = useTranslate();
  const depth = useLiveDepth(market);
  const layout = useLayout();
  const [panel, setPanel] = useState<Panel>('chart');
  const ticket = useRef<PhoneTicketHandle>(null);
  usePricedTitle(market, t('spot.pageTitle', { pair: market.symbol }));
  const trade = (side: Side, by: 'press' | 'key' = 'press'): void => {
    const show = (): void => useDraft.setState({ shownSide: side });
    if (isPhone) {
      show();
      ticket.current?.open();
    } else {
      // A form that is not shown takes no focus.
      flushSync(show);
      focusTradeForm(side, by);
    }
  };
  useShortcut('b', () => trade('buy', 'key'));
  useShortcut('s', () => trade('sell', 'key'));
  const form = <TradePanel market={market} depth={depth} funding={funding} hasOneSide={isPhone} />;
  return (
    <>
      <PairBar
        market={market}
        notice={props.notice}
        onChoose={props.onChoose}
        list={list}
        tools={<LayoutMenu hasMarkets={list === 'docked'} />}
      />
      <PanelChoice shown={panel} onChange={setPanel} />
      <div
        className={styles['grid']}
        data-segment={panel}
        data-frame={layout.frame}
        style={deskStyle(layout, hasMarkets)}
      >
        {markets}
        <ChartPanel market={market} depth={depth} alert={alert} />
        <OrderBook market={market} depth={depth} onTake={takeLevel} />
        {(layout.hasTrades || !isDesk) && <RecentTrades market={market} />}
        {!isPhone && form}
        {!isDesk && <CoinDetail market={market} />}
        {orders(market, {
          onTrade: () => trade(useDraft.getState().shownSide),
          info: isDesk ? <CoinFacts market={market} /> : undefined,
        })}
        {isDesk && <PanelSizes layout={layout} hasMarkets={hasMarkets} />}
      </div>
      {isPhone && (
        <PhoneTicket
          ref={ticket}
          title={market.symbol}
          up={{ label: t('side.buy'), onPress: () => trade('buy') }}
          down={{ label: t('side.sell'), onPress: () => trade('sell') }}
        >
          <div className={styles['ticket']}>
            <OrderBook market={market} depth={depth} onTake={takeLevel} />
            {form}
          </div>
        </PhoneTicket>
      )}
    </>
  );
}

/** Custom properties by which the style sheet places the panels of a desk. */
function deskStyle(layout: TerminalLayout, hasMarkets: boolean): CSSProperties {
  const { columns, areas } = gridOf(layout, hasMarkets);
  return {
    '--desk-columns': columns,
    '--desk-areas': areas,
    '--dock-height': `${layout.sizes.dock}px`,
  } as CSSProperties;
}
