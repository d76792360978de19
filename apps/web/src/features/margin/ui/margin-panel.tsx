import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useConnection } from '../../../realtime/connection.ts';
import { useMarketRules } from '../../../realtime/market-rules.ts';
import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { ApiError } from '@meridian/contract/client/api-error';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
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
import { offerQuery, POLL_MS, refreshMargin, submitOrder } from '../api.ts';
import type { MarginInputs, MarginMode } from '../model/margin-form.ts';
import type { MarginOffer, MarginOrder, MarginSide } from '../model/position.ts';
import styles from './margin-panel.module.css';
import { useOrderForm, type OrderForm } from './use-order-form.ts';

const SIDES = ['long', 'short'] as const satisfies readonly MarginSide[];
const MODES = ['market', 'limit'] as const satisfies readonly MarginMode[];
const LOOK = { long: 'up', short: 'down' } as const;
const MONEY_DECIMALS = 4;

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
    data: offer,
    error,
    refetch,
  } = useQuery({
    ...offerQuery(market),
    enabled: isLoggedIn,
    refetchInterval: isLive ? false : POLL_MS,
  });
  useMarketRules(
    market,
    ['market', 'margin'],
    () => void client.invalidateQueries(offerQuery(market)),
  );
  return (
    <Panel title={t('margin.trade')} area="form" tools={funding}>
      <div className={styles['panel']}>
        {!isLoggedIn && <LoginPrompt />}
        {isLoggedIn &&
          offer === undefined &&
          error !== null &&
          (isNotOffered(error) ? (
            <Empty>{t('margin.notOffered')}</Empty>
          ) : (
            <Failure message={error.message} onRetry={() => void refetch()} />
          ))}
        {isLoggedIn && offer === undefined && error === null && <Skeleton rows={8} height={40} />}
        {isLoggedIn && offer !== undefined && (
          <MarginForm market={market} index={index} offer={offer} isPlay={isPlay} />
        )}
      </div>
    </Panel>
  );
}

function isNotOffered(error: Error): boolean {
  return error instanceof ApiError && error.code === 'market_unknown';
}

interface MarginFormProps extends Omit<MarginPanelProps, 'funding'> {
  readonly offer: MarginOffer;
}

function MarginForm({ market, index, offer, isPlay }: MarginFormProps) {
  const t = useTranslate();
  const language = useLanguage();
  const form = useOrderForm({ market, index, offer });
  const { inputs } = form;
  const sums = <Sums market={market} offer={offer} summary={form.summary} />;
  return (
    <>
      <Kind form={form} />
      <Available market={market} offer={offer} isPlay={isPlay} />
      <Fields market={market} offer={offer} form={form} />
      {sums}
      {!offer.isOpen && (
        <p className={styles['closed']} role="status">
          {t('margin.closedNow')}
        </p>
      )}
      <Button isWide look={LOOK[inputs.side]} disabled={!offer.isOpen} onClick={form.ask}>
        {t(inputs.side === 'long' ? 'margin.openLong' : 'margin.openShort', { coin: market.base })}
      </Button>
      <p className={styles['rule']}>
        {t('margin.rule', {
          maintenance: grouped(offer.maintenance, language),
          overnight: grouped(offer.nightFee, language),
        })}
      </p>
      {form.isAsking && offer.isOpen && (
        <Confirmation
          market={market}
          inputs={inputs}
          slippage={offer.slippage}
          onDone={form.done}
          onCancel={form.cancel}
        >
          {sums}
        </Confirmation>
      )}
    </>
  );
}

/** Long or short, at the market or at a limit. */
function Kind({ form }: { readonly form: OrderForm }) {
  const t = useTranslate();
  const { inputs, change, changeMode } = form;
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
    </>
  );
}

type AvailableProps = Pick<MarginFormProps, 'market' | 'offer' | 'isPlay'>;

function Available({ market, offer, isPlay }: AvailableProps) {
  const t = useTranslate();
  const { money } = useFigures(market);
  return (
    <p className={styles['line']}>
      <span>{t('margin.available')}</span>
      <span className={styles['value']}>
        {money(offer.available)}
        {!isPlay && (
          <Link to={`/transfer?to=lever&currency=${market.quoteId}`}>{t('margin.move')}</Link>
        )}
      </span>
    </p>
  );
}

interface FieldsProps extends Pick<MarginFormProps, 'market' | 'offer'> {
  readonly form: OrderForm;
}

/** Price, leverage and lots. */
function Fields({ market, offer, form }: FieldsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { inputs, change, errorOf, indexPrice } = form;
  return (
    <>
      <NumberField
        label={t('margin.price')}
        unit={market.quote}
        value={inputs.mode === 'market' ? indexPrice : inputs.price}
        isDisabled={inputs.mode === 'market'}
        decimals={market.priceDecimals}
        error={errorOf('price')}
        onChange={(next) => change({ price: next })}
      />
      <Choices
        label={t('margin.leverage')}
        values={offer.leverages}
        value={inputs.leverage}
        onChange={(leverage) => change({ leverage })}
        text={(leverage) => t('margin.times', { leverage })}
        error={errorOf('leverage')}
      />
      <NumberField
        label={t('margin.lots')}
        unit={t('margin.lotUnit', {
          size: grouped(offer.lotSize, language),
          coin: market.base,
        })}
        value={inputs.lots}
        decimals={0}
        error={errorOf('lots') ?? errorOf('balance')}
        onChange={(lots) => change({ lots })}
      />
      <Choices
        label={t('margin.lotChoices')}
        values={offer.lotChoices}
        value={inputs.lots === '' ? undefined : Number(inputs.lots)}
        onChange={(lots) => change({ lots: String(lots) })}
        text={(lots) => grouped(String(lots), language)}
      />
    </>
  );
}

interface SumsProps extends Pick<MarginFormProps, 'market' | 'offer'> {
  readonly summary: OrderForm['summary'];
}

function Sums({ market, offer, summary }: SumsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { money, price } = useFigures(market);
  return (
    <dl className={styles['sums']}>
      <dt>{t('margin.entryPrice', { spread: grouped(offer.spread, language) })}</dt>
      <dd>{price(summary.entryPrice)}</dd>
      <dt>{t('margin.value')}</dt>
      <dd>{money(summary.value)}</dd>
      <dt>{t('margin.margin')}</dt>
      <dd>{money(summary.margin)}</dd>
      <dt>{t('margin.fee', { rate: grouped(offer.fee, language) })}</dt>
      <dd>{money(summary.fee)}</dd>
      <dt>{t('margin.liquidation')}</dt>
      <dd>{price(summary.liquidationPrice)}</dd>
    </dl>
  );
}

/** Amounts and prices in the quote currency of a market. */
function useFigures({ quote, priceDecimals }: Market) {
  const language = useLanguage();
  const inQuote =
    (decimals: number) =>
    (plain: string | undefined): string =>
      plain === undefined ? MISSING : `${fixed(plain, decimals, { language })} ${quote}`;
  return { money: inQuote(MONEY_DECIMALS), price: inQuote(priceDecimals) };
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
  const { baseId, quoteId } = market;
  const order: MarginOrder = {
    baseId,
    quoteId,
    side,
    leverage,
    lots,
    ...(mode === 'limit' ? { limitPrice: price } : {}),
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
