import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useLiveDepth, type LiveDepth } from '../../realtime/depth.ts';
import { marketsQuery, useSelectedMarket } from '../../realtime/tickers.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { contractIn, type Market } from '../../shared/market/market.ts';
import { Failure, Skeleton } from '../../shared/ui/states.tsx';
import styles from './page.module.css';
import { MarginPanel } from './ui/margin-panel.tsx';
import { Positions } from './ui/positions.tsx';

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
  readonly chart: (market: Market) => ReactNode;
  readonly book: (market: Market, depth: LiveDepth | undefined) => ReactNode;
  /** Ways to fill the wallet. Play money has none. */
  readonly funding?: ReactNode;
  readonly play?: Play;
}

/**
 * Leveraged contracts: the chart of the index, the book of the market, the form, and the own
 * positions.
 */
export function MarginPage({ markets, ...rest }: MarginPageProps) {
  const market = useSelectedMarket(rest.play?.isOffered);
  const { error, refetch } = useQuery(marketsQuery);
  const [isChoosing, setChoosing] = useState(false);
  const open = (): void => setChoosing(true);
  return (
    <div className={styles['page']}>
      {market === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {market === undefined && error === null && <Skeleton rows={16} height={32} />}
      {market !== undefined && (
        <Terminal
          {...rest}
          market={market}
          list={markets({ isOpen: isChoosing, open, close: () => setChoosing(false) })}
          onChoose={open}
        />
      )}
    </div>
  );
}

interface TerminalProps extends Omit<MarginPageProps, 'markets'> {
  readonly market: Market;
  readonly list: ReactNode;
  readonly onChoose: () => void;
}

function Terminal({ market, list, pair, chart, book, funding, play, onChoose }: TerminalProps) {
  const t = useTranslate();
  const depth = useLiveDepth(market);
  const contract = play === undefined ? market : contractIn(market, play.currency);
  const isPlay = play !== undefined;
  useEffect(() => {
    document.title = t('margin.pageTitle', { pair: contract.symbol });
  }, [t, contract.symbol]);
  return (
    <>
      {pair(market, onChoose)}
      <div className={styles['grid']}>
        {list}
        {chart(market)}
        {book(market, depth)}
        {play?.gate ?? (
          <MarginPanel
            key={contract.key}
            market={contract}
            index={market}
            funding={funding}
            isPlay={isPlay}
          />
        )}
        <Positions market={contract} isOfPlay={play?.isOffered} />
      </div>
    </>
  );
}
