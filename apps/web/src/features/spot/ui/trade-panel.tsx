import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { balancesQuery } from '../../../realtime/account-feed.ts';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { useTicker } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { beginDraft, useDraft } from '../draft.ts';
import type { Side, TradeMode } from '../model/trade-inputs.ts';
import { TradeForm } from './trade-form.tsx';
import styles from './trade-panel.module.css';

const SIDES = ['buy', 'sell'] as const satisfies readonly Side[];
const MODES = ['limit', 'market'] as const satisfies readonly TradeMode[];
const BEST_PRICE_EVERY_MS = 500;

interface TradePanelProps {
  readonly market: Market;
  readonly depth: LiveDepth | undefined;
  /** Beside the modes: how to get money. */
  readonly funding: ReactNode;
}

/** Buying and selling: side by side where there is room, one behind a switch where there is not. */
export function TradePanel({ market, depth, funding }: TradePanelProps) {
  const t = useTranslate();
  const { mode, shownSide } = useDraft();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const ticker = useTicker(market.key);
  const { data: balances } = useQuery({ ...balancesQuery, enabled: isLoggedIn });
  const best = useBestPrices(depth, market.key);
  const price = ticker?.price;
  useEffect(() => {
    if (price !== undefined) beginDraft(market.key, price);
  }, [market.key, price]);
  const balanceOf = (currency: number) => (isLoggedIn ? balances?.[currency]?.available : undefined);
  const forms = (
    <div className={styles['forms']} data-side={shownSide}>
      {SIDES.map((side) => (
        <TradeForm key={`${market.key}:${side}`} side={side} context={{ market, available: balanceOf(side === 'buy' ? market.legal_id : market.currency_id), bestPrice: side === 'buy' ? best.ask : best.bid }} />
      ))}
    </div>
  );
  return (
    <section className={styles['panel']} aria-label={t('spot.trade')} style={{ gridArea: 'form' }} data-area="form" id="trade-form">
      <div className={styles['switch']}>
        <Segments isFilled label={t('spot.side')} value={shownSide} onChange={(side) => useDraft.setState({ shownSide: side })} options={SIDES.map((name) => ({ name, label: t(`side.${name}`) }))} />
      </div>
      <TabSet label={t('spot.mode')} value={mode} onChange={(next) => useDraft.setState({ mode: next })} tabs={MODES.map((name) => ({ name, label: t(`mode.${name}`) }))} tools={funding}>
        {MODES.map((name) => (
          <TabContent key={name} name={name}>
            {name === mode && forms}
          </TabContent>
        ))}
      </TabSet>
    </section>
  );
}

/** Best bid and ask, at a pace that a form can follow. */
function useBestPrices(depth: LiveDepth | undefined, marketKey: string): { bid: string | undefined; ask: string | undefined } {
  const [best, setBest] = useState<{ bid: string | undefined; ask: string | undefined }>({ bid: undefined, ask: undefined });
  useEffect(() => {
    setBest({ bid: undefined, ask: undefined });
    if (depth === undefined) return undefined;
    const read = (): void => {
      const [bid, ask] = [depth.feed.book.best('bids'), depth.feed.book.best('asks')];
      setBest((before) => (before.bid === bid && before.ask === ask ? before : { bid, ask }));
    };
    read();
    const timer = setInterval(read, BEST_PRICE_EVERY_MS);
    return () => clearInterval(timer);
  }, [depth, marketKey]);
  return best;
}
