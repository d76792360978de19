import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@meridian/contract/client/api-error';
import { Suspense, useState, type ReactNode } from 'react';
import { useConnection } from '../../../realtime/connection.ts';
import { useMarketRules } from '../../../realtime/market-rules.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Panel } from '../../../shared/ui/panel.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { offerQuery, POLL_MS, publicTermsQuery } from '../api.ts';
import { guestOffer } from '../guest-offer.ts';
import type { MarginOffer, MarginSide } from '../model/position.ts';
import { CalculatorDialog } from './later.ts';
import styles from './margin-panel.module.css';
import { MarginForm } from './margin-form.tsx';

const PANEL_ID = 'margin-form';

/** Brings the form into view, ready for a size to be typed, or for the next key. */
export function focusMarginForm(by: 'press' | 'key'): void {
  const panel = document.getElementById(PANEL_ID);
  panel?.scrollIntoView({ block: 'nearest' });
  // In a field the next key would be typed, and 2 is no half then but two coins.
  if (by === 'key') return panel?.focus();
  panel?.querySelector<HTMLInputElement>('[data-field="size"] input')?.focus();
}

interface MarginPanelProps {
  readonly market: Market;
  /** The market whose index is the price: the market itself, or of play money the real one. */
  readonly index: Market;
  readonly funding: ReactNode;
  readonly isPlay: boolean;
  /** The side that a sheet on a phone is about; both without. */
  readonly side?: MarginSide | undefined;
  readonly onSide?: ((side: MarginSide) => void) | undefined;
  /** Called after an order was sent. */
  readonly onSent?: (() => void) | undefined;
}

/** Opening positions. A visitor sees the same form, with the way in in place of its buttons. */
export function MarginPanel({ market, index, funding, ...rest }: MarginPanelProps) {
  const t = useTranslate();
  const { offer, isGuest, isNotOffered, error, retry } = useOffer(market);
  const [isReckoning, setReckoning] = useState(false);
  const tools = (
    <span className={styles['tools']}>
      {funding}
      {offer !== undefined && (
        <button
          type="button"
          className={styles['tool']}
          aria-label={t('margin.calculator')}
          title={t('margin.calculator')}
          onClick={() => setReckoning(true)}
        >
          <CalculatorIcon />
        </button>
      )}
    </span>
  );
  return (
    <div className={styles['place']} id={PANEL_ID} data-area="form" tabIndex={-1}>
      <Panel title={t('margin.trade')} tools={tools}>
        {isNotOffered && <Empty>{t('margin.notOffered')}</Empty>}
        {!isNotOffered && offer === undefined && error !== null && (
          <Failure message={error.message} onRetry={retry} />
        )}
        {!isNotOffered && offer === undefined && error === null && (
          <Skeleton rows={12} height={40} />
        )}
        {offer !== undefined && (
          <MarginForm market={market} index={index} offer={offer} isGuest={isGuest} {...rest} />
        )}
      </Panel>
      {isReckoning && offer !== undefined && (
        <Suspense>
          <CalculatorDialog market={market} offer={offer} onClose={() => setReckoning(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The terms of the market: of the own account, or the public ones. */
function useOffer(market: Market) {
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const isLive = useConnection(({ status }) => status === 'live');
  const client = useQueryClient();
  const own = useQuery({
    ...offerQuery(market),
    enabled: isLoggedIn,
    refetchInterval: isLive ? false : POLL_MS,
  });
  const open = useQuery({ ...publicTermsQuery(market), enabled: !isLoggedIn });
  useMarketRules(market, ['market', 'margin'], () => {
    void client.invalidateQueries(isLoggedIn ? offerQuery(market) : publicTermsQuery(market));
  });
  const { error, refetch } = isLoggedIn ? own : open;
  const guest = open.data === null || open.data === undefined ? undefined : guestOffer(open.data);
  const offer: MarginOffer | undefined = isLoggedIn ? own.data : guest;
  return {
    offer,
    isGuest: !isLoggedIn,
    isNotOffered: isLoggedIn ? own.data === undefined && isUnknown(own.error) : open.data === null,
    error,
    retry: () => void refetch(),
  };
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'market_unknown';
}

function CalculatorIcon() {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <rect x="3" y="1.5" width="10" height="13" rx="1.5" />
      <path d="M5.5 4.5h5M5.5 8h.01M8 8h.01M10.5 8h.01M5.5 11h.01M8 11h.01M10.5 11h.01" />
    </svg>
  );
}
