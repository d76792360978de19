import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { balancesQuery } from '../../../realtime/account-feed.ts';
import { useConnection } from '../../../realtime/connection.ts';
import type { LiveDepth } from '../../../realtime/depth.ts';
import { useTicker } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { OWN, useSession } from '../../../shared/session.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { beginDraft, useDraft } from '../draft.ts';
import type { Side, TradeMode } from '../model/trade-inputs.ts';
import { TradeForm } from './trade-form.tsx';
import styles from './trade-panel.module.css';

const SIDES = ['buy', 'sell'] as const satisfies readonly Side[];
const MODES = ['limit', 'market'] as const satisfies readonly TradeMode[];
const PANEL_ID = 'trade-form';
/** A level changes at midnight, tiers when an operator sets them. */
const RATES_MS = 60_000;

/** Brings the form of a side into view, ready to be typed into, or for the next key. */
export function focusTradeForm(side: Side, by: 'press' | 'key'): void {
  const panel = document.getElementById(PANEL_ID);
  panel?.scrollIntoView({ block: 'nearest' });
  // In a field the next key would be typed, and 2 is no half then but two coins.
  if (by === 'key') return panel?.querySelector<HTMLElement>(`form[data-side='${side}']`)?.focus();
  const fields =
    panel?.querySelectorAll<HTMLInputElement>(
      `form[data-side='${side}'] input[type='text']:enabled`,
    ) ?? [];
  ([...fields].find((field) => field.value === '') ?? fields[0])?.focus();
}

interface TradePanelProps {
  readonly market: Market;
  readonly depth: LiveDepth | undefined;
  /** Beside the modes: how to get money. */
  readonly funding: ReactNode;
  /** Whether there is room for the chosen side alone. */
  readonly hasOneSide: boolean;
}

/** Buying and selling: side by side where there is room, one behind a switch where there is not. */
export function TradePanel({ market, depth, funding, hasOneSide }: TradePanelProps) {
  const t = useTranslate();
  const { mode, shownSide } = useDraft();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const own = useOwnMarket(market, isLoggedIn);
  const { data: balances } = useQuery({ ...balancesQuery, enabled: isLoggedIn });
  const balanceOf = (currency: number) =>
    isLoggedIn ? balances?.[currency]?.available : undefined;
  const isLive = useConnection(({ status }) => status === 'live');
  const blocked =
    market.status !== 'open'
      ? t(market.status === 'closed' ? 'spot.closed' : 'spot.cancelOnly')
      : mode === 'market' && !isLive
        ? t('spot.notLive')
        : undefined;
  const forms = (
    <div className={styles['forms']} data-side={shownSide}>
      {(hasOneSide ? [shownSide] : SIDES).map((side) => (
        <TradeForm
          key={`${market.key}:${side}`}
          side={side}
          market={own}
          depth={depth}
          isBlocked={blocked !== undefined}
          available={balanceOf(side === 'buy' ? market.quoteId : market.baseId)}
        />
      ))}
    </div>
  );
  return (
    <section
      className={styles['panel']}
      aria-label={t('spot.trade')}
      style={{ gridArea: 'form' }}
      data-area="form"
      id={PANEL_ID}
    >
      <DraftStart market={market} />
      <div className={styles['switch']}>
        <Segments
          isFilled
          label={t('spot.side')}
          value={shownSide}
          onChange={(side) => useDraft.setState({ shownSide: side })}
          options={SIDES.map((name) => ({ name, label: t(`side.${name}`) }))}
        />
      </div>
      <TabSet
        label={t('spot.mode')}
        value={mode}
        onChange={(next) => useDraft.setState({ mode: next })}
        tabs={MODES.map((name) => ({ name, label: t(`mode.${name}`) }))}
        tools={funding}
      >
        {MODES.map((name) => (
          <TabContent key={name} name={name}>
            {name === mode && isLoggedIn && blocked !== undefined && (
              <p className={styles['blocked']} role="status">
                {blocked}
              </p>
            )}
            {name === mode && forms}
          </TabContent>
        ))}
      </TabSet>
    </section>
  );
}

/** The market with the rates that the user pays. A visitor does without the code that asks. */
function useOwnMarket(market: Market, isLoggedIn: boolean): Market {
  const { data: rates } = useQuery({
    queryKey: [OWN, 'fee', market.key, market.takerFee, market.makerFee],
    queryFn: () =>
      import('../../../shared/market/fees-api.ts').then((api) => api.fetchOwnRates(market)),
    enabled: isLoggedIn,
    refetchInterval: RATES_MS,
  });
  return { ...market, ...rates };
}

/**
 * Begins a draft with the price at which the market is first seen. Alone, so that later prices
 * paint nothing.
 */
function DraftStart({ market }: { readonly market: Market }) {
  const price = useTicker(market.key)?.price;
  useEffect(() => {
    if (price !== undefined) beginDraft(market.key, price);
  }, [market.key, price]);
  return null;
}
