import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useAddressedMarket } from '../../realtime/addressed-market.ts';
import { useLiveDepth, type LiveDepth } from '../../realtime/depth.ts';
import { usePricedTitle } from '../../realtime/priced-title.ts';
import { marketsQuery } from '../../realtime/tickers.ts';
import type { OwnOnChart } from '../../shared/chart/own-on-chart.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { contractIn, type Market } from '../../shared/market/market.ts';
import { useSession } from '../../shared/session.ts';
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts';
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx';
import { PanelChoice, PANELS, type Panel } from '../../shared/ui/panel-choice.tsx';
import {
  PhoneTicket,
  useSentClose,
  type PhoneTicketHandle,
} from '../../shared/ui/phone-ticket.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import { takePrice } from './draft.ts';
import type { MarginSide } from './model/position.ts';
import styles from './page.module.css';
import { ContractBar } from './ui/contract-bar.tsx';
import { ChartMarginOwn, RiskBand } from './ui/later.ts';
import { focusMarginForm, MarginPanel } from './ui/margin-panel.tsx';
import { Positions } from './ui/positions.tsx';
import { useAccountsFeed } from './use-margin-accounts.ts';
import { useNarrow } from '../../shared/ui/use-narrow.ts';

const ContractFacts = lazy(async () => ({
  default: (await import('./ui/contract-facts.tsx')).ContractFacts,
}));

const PATH = '/leverdealCenter';
/**
 * Below this width the form has no place beside the rest: it is a sheet. As in the style sheets.
 */
const PHONE_WIDTH = 834;

/**
 * Trading with play money: contracts at the prices of some markets, in a currency that is none of
 * theirs.
 */
interface Play {
  readonly currency: { readonly quoteId: number; readonly code: string };
  readonly isOffered: (market: Market) => boolean;
  /** Stands where the form does while nothing can be opened. */
  readonly gate: ReactNode;
}

interface MarginPageProps {
  /** The list of markets, as a drawer where there is no room for it. */
  readonly markets: (drawer: { isOpen: boolean; open: () => void; close: () => void }) => ReactNode;
  readonly pair: (market: Market, onChoose: () => void) => ReactNode;
  readonly chart: (market: Market, own: OwnOnChart | undefined) => ReactNode;
  /** @param onPrice takes a price for the order */
  readonly book: (
    market: Market,
    depth: LiveDepth | undefined,
    onPrice: (price: string) => void,
  ) => ReactNode;
  readonly trades: (market: Market) => ReactNode;
  /** Ways to fill the wallet. Play money has none. */
  readonly funding?: ReactNode;
  readonly play?: Play;
}

/**
 * Leveraged contracts: the chart of the index, the book of the market, the form, and the own
 * positions. One tree for all widths: the style sheet places; a phone shows one of four panels, and
 * the form as a sheet.
 */
export function MarginPage({ markets, ...rest }: MarginPageProps) {
  const { play } = rest;
  const market = useAddressedMarket(play === undefined ? PATH : undefined, play?.isOffered);
  const { error, refetch } = useQuery(marketsQuery);
  const [isChoosing, setChoosing] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const isPhone = useNarrow(page, PHONE_WIDTH);
  useAccountsFeed();
  return (
    <div className={styles['page']} ref={page} data-play={play !== undefined || undefined}>
      {market === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {market === undefined && error === null && <Skeleton rows={16} height={32} />}
      {market !== undefined && (
        <Terminal
          {...rest}
          market={market}
          isPhone={isPhone}
          isChoosing={isChoosing}
          list={markets({
            isOpen: isChoosing,
            open: () => setChoosing(true),
            close: () => setChoosing(false),
          })}
          onChoosing={setChoosing}
        />
      )}
    </div>
  );
}

/** The panels beside the chart; a phone shows them in its place. */
const BESIDE = PANELS.filter((name) => name !== 'chart');

interface TerminalProps extends Omit<MarginPageProps, 'markets'> {
  readonly market: Market;
  readonly isPhone: boolean;
  readonly isChoosing: boolean;
  readonly list: ReactNode;
  readonly onChoosing: (isChoosing: boolean) => void;
}

function Terminal(props: TerminalProps) {
  const { market, isPhone, isChoosing, list, pair, chart, funding, play, onChoosing } = props;
  const t = useTranslate();
  const depth = useLiveDepth(market);
  const contract = play === undefined ? market : contractIn(market, play.currency);
  usePricedTitle(market, t('margin.pageTitle', { pair: contract.symbol }));
  const [panel, setPanel] = useState<Panel>('chart');
  const [side, setSide] = useState<MarginSide>('long');
  const ticket = useRef<PhoneTicketHandle>(null);
  const onSent = useSentClose(ticket, contract.key);
  const [own, setOwn] = useState<OwnOnChart>();
  const trade = (chosen: MarginSide, by: 'press' | 'key' = 'press'): void => {
    if (!isPhone) return focusMarginForm(by);
    setSide(chosen);
    ticket.current?.open();
  };
  useShortcut('b', () => trade('long', 'key'));
  useShortcut('s', () => trade('short', 'key'));
  const book = (
    <ReferenceBook>
      {props.book(market, depth, (price) => takePrice(contract.key, price))}
    </ReferenceBook>
  );
  const formOf = (of: Pick<Parameters<typeof MarginPanel>[0], 'side' | 'onSide' | 'onSent'>) =>
    play?.gate ?? (
      <MarginPanel
        key={contract.key}
        market={contract}
        index={market}
        funding={funding}
        isPlay={play !== undefined}
        {...of}
      />
    );
  return (
    <>
      <Top {...{ market, contract, isChoosing, onChoosing }}>
        {pair(market, () => onChoosing(true))}
      </Top>
      <Own market={contract} isPlay={play !== undefined} onOwn={setOwn} />
      <PanelChoice shown={panel} onChange={setPanel} />
      <div className={styles['grid']} data-segment={panel}>
        {list}
        {chart(market, own)}
        <Beside shown={panel === 'chart' ? 'book' : panel} onShow={setPanel}>
          {{ book, trades: props.trades(market), info: <ContractFacts market={contract} /> }}
        </Beside>
        {!isPhone && formOf({})}
        <Positions
          {...{ market: contract, isOfPlay: play?.isOffered, isPhone }}
          onTrade={() => trade('long')}
        />
      </div>
      {isPhone && (
        <PhoneTicket
          ref={ticket}
          title={contract.symbol}
          up={{ label: t('margin.long'), onPress: () => trade('long') }}
          down={{ label: t('margin.short'), onPress: () => trade('short') }}
        >
          <div className={styles['ticket']}>
            {book}
            {formOf({ side, onSide: setSide, onSent })}
          </div>
        </PhoneTicket>
      )}
    </>
  );
}

interface OwnProps {
  readonly market: Market;
  readonly isPlay: boolean;
  readonly onOwn: (own: OwnOnChart | undefined) => void;
}

/** The warning of a liquidation, and the own prices for the chart: a visitor does without both. */
function Own({ market, isPlay, onOwn }: OwnProps) {
  const isLoggedIn = useSession((session) => session.token !== undefined);
  return (
    isLoggedIn && (
      <PanelBoundary>
        <Suspense>
          <RiskBand market={market} isPlay={isPlay} />
          <ChartMarginOwn key={market.key} market={market} onOwn={onOwn} />
        </Suspense>
      </PanelBoundary>
    )
  );
}

interface TopProps extends Pick<TerminalProps, 'market' | 'isChoosing' | 'onChoosing'> {
  readonly contract: Market;
  /** The bar of the pair. */
  readonly children: ReactNode;
}

/** The way to the list of markets where it has no column, the pair and the contract's figures. */
function Top({ market, contract, isChoosing, onChoosing, children }: TopProps) {
  const t = useTranslate();
  useCloseOutside(isChoosing, () => onChoosing(false));
  return (
    <div className={styles['top']}>
      <button
        type="button"
        className={styles['choose']}
        aria-expanded={isChoosing}
        onClick={() => onChoosing(!isChoosing)}
      >
        {t('market.title')} <span aria-hidden="true">▾</span>
      </button>
      {children}
      <ContractBar market={contract} index={market} />
    </div>
  );
}

/** Closes the list of markets that lies over the chart when something else is pressed. */
function useCloseOutside(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = ({ target }: PointerEvent): void => {
      const isInside =
        target instanceof Element &&
        target.closest("[data-area='markets'], [aria-expanded]") !== null;
      if (!isInside) latest.current();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [isOpen]);
}

interface BesideProps {
  readonly shown: Exclude<Panel, 'chart'>;
  readonly onShow: (name: Exclude<Panel, 'chart'>) => void;
  readonly children: Readonly<Record<Exclude<Panel, 'chart'>, ReactNode>>;
}

/** Book, trades or facts: one of them at a time. Phones choose by the segments above. */
function Beside({ shown, onShow, children }: BesideProps) {
  const t = useTranslate();
  return (
    <div className={styles['beside']} data-area="beside">
      <div className={styles['tabs']}>
        <Segments
          label={t('margin.beside')}
          value={shown}
          onChange={onShow}
          options={BESIDE.map((name) => ({ name, label: t(`spot.panel.${name}`) }))}
        />
      </div>
      <Suspense fallback={<Skeleton rows={8} />}>{children[shown]}</Suspense>
    </div>
  );
}

/** The book of the spot market, with the sentence that it fills no contracts. */
function ReferenceBook({ children }: { readonly children: ReactNode }) {
  const t = useTranslate();
  return (
    <div className={styles['reference']} data-area="book">
      <p>{t('margin.bookNote')}</p>
      {children}
    </div>
  );
}
