import type { CallOutput } from '@meridian/contract/schema/call';
import type { leverDeal } from '@meridian/contract/margin/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useConnection } from '../../../realtime/connection.ts';
import { useMarketRules } from '../../../realtime/market-rules.ts';
import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { localValues } from '../../../shared/local-values.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { Panel } from '../../../shared/ui/panel.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { dealQuery, POLL_MS, refreshMargin, submitOrder } from '../api.ts';
import {
  marginError,
  marginSummary,
  type MarginContext,
  type MarginInputs,
  type MarginMode,
  type MarginSide,
} from '../model/margin-form.ts';
import { useIndexPrice, useMarginTrades } from '../use-margin-trades.ts';
import styles from './margin-panel.module.css';

type Deal = CallOutput<typeof leverDeal>;

const SIDES = ['long', 'short'] as const satisfies readonly MarginSide[];
const MODES = ['market', 'limit'] as const satisfies readonly MarginMode[];
const LOOK = { long: 'up', short: 'down' } as const;
const MONEY_DECIMALS = 4;
const WIRE_SIDE = { long: '1', short: '2' } as const;
const WIRE_MODE = { market: '1', limit: '0' } as const;

interface MarginPanelProps {
  readonly market: Market;
  /** Whose index is the price: the market itself, or of play money the real one. */
  readonly index: Market;
  readonly funding: ReactNode;
  readonly isPlay: boolean;
}

/**
 * Opening positions. A visitor sees the way in; somebody with an account what the market offers.
 */
export function MarginPanel({ market, index, funding, isPlay }: MarginPanelProps) {
  const t = useTranslate();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const isLive = useConnection(({ status }) => status === 'live');
  const client = useQueryClient();
  const {
    data: deal,
    error,
    refetch,
  } = useQuery({
    ...dealQuery(market),
    enabled: isLoggedIn,
    refetchInterval: isLive ? false : POLL_MS,
  });
  useMarketRules(
    market,
    ['market', 'lever'],
    () => void client.invalidateQueries(dealQuery(market)),
  );
  return (
    <Panel title={t('margin.trade')} area="form" tools={funding}>
      <div className={styles['panel']}>
        {!isLoggedIn && <LoginPrompt />}
        {isLoggedIn &&
          deal === undefined &&
          error !== null &&
          (isNotOffered(error) ? (
            <Empty>{t('margin.notOffered')}</Empty>
          ) : (
            <Failure message={error.message} onRetry={() => void refetch()} />
          ))}
        {isLoggedIn && deal === undefined && error === null && <Skeleton rows={8} height={40} />}
        {isLoggedIn && deal !== undefined && (
          <MarginForm market={market} index={index} deal={deal} isPlay={isPlay} />
        )}
      </div>
    </Panel>
  );
}

function isNotOffered(error: Error): boolean {
  return error instanceof ApiError && error.code === 'market_unknown';
}

interface MarginFormProps extends Omit<MarginPanelProps, 'funding'> {
  readonly deal: Deal;
}

function MarginForm({ market, index, deal, isPlay }: MarginFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [inputs, setInputs] = useState<MarginInputs>({
    side: 'long',
    mode: 'market',
    price: '',
    leverage: undefined,
    lots: '',
  });
  const [wasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const context = useContext(market, index, deal);
  const summary = marginSummary(inputs, context);
  const found = marginError(inputs, context);
  const change = (next: Partial<MarginInputs>): void => setInputs({ ...inputs, ...next });
  // Another kind of price is another thought: what was chosen for the first is taken back.
  const changeMode = (mode: MarginMode): void =>
    change({ mode, leverage: undefined, price: mode === 'limit' ? context.indexPrice : '' });
  const errorOf = (field: string): string | undefined =>
    wasTried && found?.field === field
      ? t(found.id, localValues(found.values, language))
      : undefined;
  const money = (plain: string | undefined): string =>
    plain === undefined ? MISSING : `${fixed(plain, MONEY_DECIMALS, { language })} ${market.quote}`;
  const price = (plain: string | undefined): string =>
    plain === undefined
      ? MISSING
      : `${fixed(plain, market.priceDecimals, { language })} ${market.quote}`;
  const ask = (): void => {
    setTried(true);
    if (found === undefined) setAsking(true);
  };
  const done = (): void => {
    setAsking(false);
    setTried(false);
    change({ lots: '' });
  };
  const sums = (
    <dl className={styles['sums']}>
      <dt>{t('margin.entryPrice', { spread: grouped(deal.spread, language) })}</dt>
      <dd>{price(summary.entryPrice)}</dd>
      <dt>{t('margin.value')}</dt>
      <dd>{money(summary.value)}</dd>
      <dt>{t('margin.margin')}</dt>
      <dd>{money(summary.margin)}</dd>
      <dt>{t('margin.fee', { rate: grouped(deal.lever_trade_fee, language) })}</dt>
      <dd>{money(summary.fee)}</dd>
      <dt>{t('margin.liquidation')}</dt>
      <dd>{price(summary.liquidationPrice)}</dd>
    </dl>
  );
  return (
    <>
      <Segments
        isFilled
        size="roomy"
        label={t('margin.side')}
        value={inputs.side}
        onChange={(side) => change({ side })}
        options={SIDES.map((name) => ({
          name,
          label: <span className={LOOK[name]}>{t(`margin.${name}`)}</span>,
        }))}
      />
      <Segments
        label={t('margin.mode')}
        value={inputs.mode}
        onChange={changeMode}
        options={MODES.map((name) => ({ name, label: t(`mode.${name}`) }))}
      />
      <p className={styles['line']}>
        <span>{t('margin.available')}</span>
        <span className={styles['value']}>
          {money(deal.user_lever)}
          {!isPlay && (
            <Link to={`/transfer?to=lever&currency=${market.legal_id}`}>{t('margin.move')}</Link>
          )}
        </span>
      </p>
      <NumberField
        label={t('margin.price')}
        unit={market.quote}
        value={inputs.mode === 'market' ? context.indexPrice : inputs.price}
        isDisabled={inputs.mode === 'market'}
        decimals={market.priceDecimals}
        error={errorOf('price')}
        onChange={(next) => change({ price: next })}
      />
      <Choices
        label={t('margin.leverage')}
        values={deal.multiple.muit.map(({ value }) => value)}
        value={inputs.leverage}
        onChange={(leverage) => change({ leverage })}
        text={(leverage) => t('margin.times', { leverage })}
        error={errorOf('leverage')}
      />
      <NumberField
        label={t('margin.lots')}
        unit={t('margin.lotUnit', {
          size: grouped(deal.lever_share_num, language),
          coin: market.base,
        })}
        value={inputs.lots}
        decimals={0}
        error={errorOf('lots') ?? errorOf('balance')}
        onChange={(lots) => change({ lots })}
      />
      <Choices
        label={t('margin.lotChoices')}
        values={deal.multiple.share.map(({ value }) => value)}
        value={inputs.lots === '' ? undefined : Number(inputs.lots)}
        onChange={(lots) => change({ lots: String(lots) })}
        text={(lots) => grouped(String(lots), language)}
      />
      {sums}
      {deal.is_open === 0 && (
        <p className={styles['closed']} role="status">
          {t('margin.closedNow')}
        </p>
      )}
      <Button isWide look={LOOK[inputs.side]} disabled={deal.is_open === 0} onClick={ask}>
        {t(inputs.side === 'long' ? 'margin.openLong' : 'margin.openShort', { coin: market.base })}
      </Button>
      <p className={styles['rule']}>
        {t('margin.rule', {
          maintenance: grouped(deal.maintenance, language),
          overnight: grouped(deal.overnight_fee, language),
        })}
      </p>
      {isAsking && deal.is_open === 1 && (
        <Confirmation
          market={market}
          inputs={inputs}
          slippage={deal.slippage}
          onDone={done}
          onCancel={() => setAsking(false)}
        >
          {sums}
        </Confirmation>
      )}
    </>
  );
}

/**
 * What the panel reckons with: terms as of the last answer, index and account as the socket tells
 * them.
 */
function useContext(market: Market, index: Market, deal: Deal): MarginContext {
  const indexPrice = useIndexPrice(index);
  const live = useMarginTrades([market.legal_id])?.[0];
  return {
    scale: market.scale,
    indexPrice: indexPrice ?? deal.last_price,
    lotSize: deal.lever_share_num,
    spread: deal.spread,
    fee: deal.lever_trade_fee,
    maintenance: deal.maintenance,
    slippage: deal.slippage,
    minLots: deal.lever_share_limit.min,
    maxLots: deal.lever_share_limit.max,
    available: live?.user_lever ?? deal.user_lever,
    margins: live?.margins_all ?? deal.margins_all,
    profits: live?.profits_all ?? deal.profits_all,
    maintained: live?.maintenance_all ?? deal.maintenance_all,
    open:
      live?.trades_all.filter(({ currency_id }) => currency_id === market.currency_id) ??
      deal.all_levers,
  };
}

interface ChoicesProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  readonly text: (value: number) => string;
  readonly error?: string | undefined;
}

function Choices({ label, values, value, onChange, text, error }: ChoicesProps) {
  return (
    <div className={styles['choices']}>
      <span className={styles['label']}>{label}</span>
      <div className={styles['chips']} role="group" aria-label={label}>
        {values.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === value}
            onClick={() => onChange(each)}
          >
            {text(each)}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface ConfirmationProps {
  readonly market: Market;
  readonly inputs: MarginInputs;
  /** Percent that a market order may fill away from the index. */
  readonly slippage: string;
  readonly children: ReactNode;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Repeats everything before it is sent. It stays open while nobody knows whether it was done. */
function Confirmation({ market, inputs, slippage, children, onDone, onCancel }: ConfirmationProps) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const { side, mode, leverage = 0, lots, price } = inputs;
  const { isBusy, send } = useMoneyCall(submitOrder, {
    onDone: ({ message }) => {
      showToast('success', message);
      onDone();
    },
    onFailed: ({ message }, isAnswered) => {
      showToast('error', message);
      if (isAnswered) onCancel();
    },
    refresh: () => refreshMargin(client),
  });
  const { legal_id, currency_id } = market;
  const order = {
    legal_id,
    currency_id,
    multiple: leverage,
    share: lots,
    type: WIRE_SIDE[side],
    status: WIRE_MODE[mode],
    ...(mode === 'limit' ? { target_price: price } : {}),
  };
  const actions = (
    <>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
      <Button look={LOOK[side]} isBusy={isBusy} onClick={() => void send(order)}>
        {t(side === 'long' ? 'margin.openLong' : 'margin.openShort', { coin: market.base })}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={t('margin.confirmTitle')} onClose={onCancel} actions={actions}>
      <dl className={styles['sums']}>
        <dt>{t('margin.pair')}</dt>
        <dd>{market.symbol}</dd>
        <dt>{t('margin.side')}</dt>
        <dd className={LOOK[side]}>{t(`margin.${side}`)}</dd>
        <dt>{t('margin.mode')}</dt>
        <dd>{t(`mode.${mode}`)}</dd>
        <dt>{t(mode === 'limit' ? 'margin.column.limit' : 'margin.slippage')}</dt>
        <dd>
          {mode === 'limit'
            ? `${fixed(price, market.priceDecimals, { language })} ${market.quote}`
            : t('margin.slippageOf', { slippage: grouped(slippage, language) })}
        </dd>
        <dt>{t('margin.leverage')}</dt>
        <dd>{t('margin.times', { leverage })}</dd>
        <dt>{t('margin.lots')}</dt>
        <dd>{grouped(lots, language)}</dd>
      </dl>
      {children}
    </Dialog>
  );
}
