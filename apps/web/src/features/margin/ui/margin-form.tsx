import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import type { MarginMode } from '../model/entry.ts';
import { marginSummary } from '../model/margin-form.ts';
import type { MarginOffer, MarginSide } from '../model/position.ts';
import { Confirmation, IsolatedRule, OrderConditions } from './later.ts';
import { LeverageField } from './leverage-field.tsx';
import styles from './margin-form.module.css';
import { OrderSums } from './order-sums.tsx';
import { PriceField } from './price-field.tsx';
import { SizeField } from './size-field.tsx';
import { useOrderForm, type OrderForm } from './use-order-form.ts';

const AskFirst = lazy(async () => ({ default: (await import('./ask-first.tsx')).AskFirst }));

const SIDES = ['long', 'short'] as const satisfies readonly MarginSide[];
const MODES = ['market', 'limit'] as const satisfies readonly MarginMode[];
const LOOK = { long: 'up', short: 'down' } as const;
const OPEN_TEXT = { long: 'margin.openLong', short: 'margin.openShort' } as const;
const MONEY_DECIMALS = 4;

interface MarginFormProps {
  readonly market: Market;
  readonly index: Market;
  readonly offer: MarginOffer;
  readonly isGuest: boolean;
  readonly isPlay: boolean;
  readonly side?: MarginSide | undefined;
  readonly onSide?: ((side: MarginSide) => void) | undefined;
  readonly onSent?: (() => void) | undefined;
}

/**
 * An order for a position. It shows all costs on either side before a side is pressed, and sends
 * exactly the shown values.
 */
export function MarginForm(props: MarginFormProps) {
  const { market, index, offer, isGuest, isPlay, side, onSide, onSent } = props;
  const t = useTranslate();
  const language = useLanguage();
  const form = useOrderForm({ market, index, offer, onSent });
  const sides = side === undefined ? SIDES : [side];
  const rule = t('margin.rule', {
    maintenance: grouped(offer.maintenance, language),
    overnight: grouped(offer.nightFee, language),
  });
  return (
    <div className={styles['form']}>
      <div className={styles['fields']}>
        {side !== undefined && onSide !== undefined && <SideSwitch side={side} onSide={onSide} />}
        <Segments
          isFilled
          label={t('margin.mode')}
          value={form.mode}
          onChange={form.changeMode}
          options={MODES.map((name) => ({ name, label: t(`mode.${name}`) }))}
        />
        <Available market={market} amount={form.context.available} {...{ isGuest, isPlay }} />
        <LeverageField offered={offer.leverages} form={form} />
        <PriceField market={market} index={index} form={form} />
        <SizeField market={market} lotSize={offer.lotSize} form={form} />
        {!isGuest && (
          <Suspense fallback={<div className={styles['conditions']} />}>
            <OrderConditions market={market} form={form} sides={sides} />
          </Suspense>
        )}
        <p className={styles['rule']}>
          {!isGuest && form.terms.isIsolated ? (
            <Suspense fallback={rule}>
              <IsolatedRule offer={offer} />
            </Suspense>
          ) : (
            rule
          )}
        </p>
        {!isGuest && (
          <Suspense fallback={<div className={styles['ask']} />}>
            <AskFirst />
          </Suspense>
        )}
      </div>
      <OrderSums market={market} offer={offer} form={form} sides={sides} isGuest={isGuest} />
      <Foot {...{ market, offer, isGuest, form, sides }} />
    </div>
  );
}

interface FootProps extends Pick<MarginFormProps, 'market' | 'offer' | 'isGuest'> {
  readonly form: OrderForm;
  readonly sides: readonly MarginSide[];
}

/** The buttons that send, which stay in sight while the fields scroll. */
function Foot({ market, offer, isGuest, form, sides }: FootProps) {
  const t = useTranslate();
  const { sending } = form;
  const { asked } = sending;
  return (
    <div className={styles['foot']}>
      {!offer.isOpen && (
        <p className={styles['closed']} role="status">
          {t('margin.closedNow')}
        </p>
      )}
      {isGuest ? (
        <LoginPrompt />
      ) : (
        <div className={styles['buttons']}>
          {sides.map((side) => (
            <Button
              key={side}
              isWide
              look={LOOK[side]}
              isBusy={sending.isBusy}
              disabled={!offer.isOpen}
              onClick={() => form.press(side)}
            >
              {t(OPEN_TEXT[side], { coin: market.base })}
            </Button>
          ))}
        </div>
      )}
      {asked !== undefined && (
        <Suspense>
          <Confirmation
            market={market}
            inputs={asked}
            summary={marginSummary(asked, form.context)}
            offer={offer}
            isBusy={sending.isBusy}
            onSend={sending.confirm}
            onCancel={sending.cancel}
          />
        </Suspense>
      )}
    </div>
  );
}

function SideSwitch({
  side,
  onSide,
}: {
  readonly side: MarginSide;
  readonly onSide: (side: MarginSide) => void;
}) {
  const t = useTranslate();
  return (
    <Segments
      isFilled
      label={t('margin.side')}
      value={side}
      onChange={onSide}
      options={SIDES.map((name) => ({
        name,
        label: <span className={LOOK[name]}>{t(`margin.${name}`)}</span>,
      }))}
    />
  );
}

interface AvailableProps {
  readonly market: Market;
  readonly amount: string;
  readonly isGuest: boolean;
  readonly isPlay: boolean;
}

function Available({ market, amount, isGuest, isPlay }: AvailableProps) {
  const t = useTranslate();
  const language = useLanguage();
  const shown = isGuest ? MISSING : fixed(amount, MONEY_DECIMALS, { language, rounding: 'down' });
  return (
    <p className={styles['line']}>
      <span>{t('margin.available')}</span>
      <span className={styles['value']}>
        {`${shown} ${market.quote}`}
        {!isPlay && !isGuest && (
          <Link to={`/transfer?to=lever&currency=${market.quoteId}`}>{t('margin.move')}</Link>
        )}
      </span>
    </p>
  );
}
