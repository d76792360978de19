import { useState } from 'react';
import { directionOf, fixed, grouped, MISSING, percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { setStops } from '../positions-api.ts';
import {
  REFUSED_FIELD,
  stopErrors,
  sentStop,
  type StopField,
  type StopInputs,
} from '../model/stops-form.ts';
import { profitAt } from '../model/position-figures.ts';
import type { Position } from '../model/position.ts';
import { usePositionCall } from '../use-position-call.ts';
import styles from './positions.module.css';

const MONEY_DECIMALS = 2;
const FIELDS = ['takeProfit', 'stopLoss'] as const satisfies readonly StopField[];

interface StopsDialogProps {
  /** As of now: the stops are checked against its mark price. */
  readonly position: Position;
  /** Undefined where it is no longer listed. */
  readonly market: Market | undefined;
  readonly onDone: () => void;
  /** Stops that were pulled to a price on the chart; those that are set without it. */
  readonly first?: Partial<StopInputs> | undefined;
  readonly container?: HTMLElement | null | undefined;
}

/**
 * Sets take-profit and stop-loss of a position. A stop that the exchange would refuse, or has
 * refused, has the error at its field.
 */
export function StopsDialog(props: StopsDialogProps) {
  const { position, market, onDone, container } = props;
  const t = useTranslate();
  const language = useLanguage();
  const { stops, type, errorOf, isBusy, save } = useStops(props);
  const [, quote = ''] = position.symbol.split('/');
  const actions = (
    <>
      <Button onClick={onDone}>{t('action.cancel')}</Button>
      <Button look="accent" isBusy={isBusy} onClick={save}>
        {t('position.saveStops')}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      title={`${t('position.setStops')} · ${position.symbol}`}
      onClose={onDone}
      actions={actions}
      container={container}
    >
      <div className={styles['fields']}>
        <p>
          {t(position.side === 'long' ? 'position.stopsLong' : 'position.stopsShort', {
            price: marketFigure(market, 'price', position.markPrice, language),
          })}
        </p>
        <dl className={styles['facts']}>
          {(
            [
              ['margin.entry', position.entryPrice],
              ['margin.index', position.indexPrice],
              ['margin.mark', position.markPrice],
              ['margin.liquidation', position.liquidationPrice],
            ] as const
          ).map(([term, price]) => (
            <div key={term}>
              <dt>{t(term)}</dt>
              <dd>
                {price === '' ? t('margin.far') : marketFigure(market, 'price', price, language)}
              </dd>
            </div>
          ))}
        </dl>
        {FIELDS.map((field) => (
          <div key={field} className={styles['stop']}>
            <NumberField
              label={t(`position.${field}`)}
              unit={quote}
              decimals={market?.priceDecimals}
              value={stops[field]}
              error={errorOf(field)}
              onChange={(typed) => type(field, typed)}
            />
            {errorOf(field) === undefined && (
              <Estimate position={position} price={stops[field]} currency={quote} />
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/** The line that says the profit of the position at a price, without night fees and other fees. */
function Estimate({
  position,
  price,
  currency,
}: {
  readonly position: Position;
  readonly price: string;
  readonly currency: string;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const found = sentStop(price) === '0' ? undefined : profitAt(price, position);
  if (found === undefined) return undefined;
  const { profit, roi } = found;
  return (
    <p className={styles['estimate']}>
      {t('position.estimate')}{' '}
      <span className={directionOf(profit)}>
        {`${fixed(profit, MONEY_DECIMALS, { language })} ${currency} (${roi === undefined ? MISSING : percent(roi, language)})`}
      </span>
    </p>
  );
}

/** The typed stops, their errors, and sending them. */
function useStops({ position, market, onDone, first }: StopsDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const shown = (text: string): string => (text === '0' ? '' : text);
  const [stops, setTyped] = useState<StopInputs>({
    takeProfit: shown(position.takeProfit),
    stopLoss: shown(position.stopLoss),
    ...first,
  });
  // A stop that was pulled to a price where it cannot be says so at once.
  const [wasTried, setTried] = useState(first !== undefined);
  const [refused, setRefused] = useState<StopInputs>();
  const price = (plain: string): string =>
    sentStop(plain) === '0' ? MISSING : grouped(plain, language);
  const told = (done: string): string =>
    t('margin.told', {
      done,
      side: t(`margin.${position.side}`),
      symbol: position.symbol,
      lots: position.lots,
      price: `${t('position.takeProfit')} ${price(stops.takeProfit)}, ${t('position.stopLoss')} ${price(stops.stopLoss)}`,
    });
  const { isBusy, failure, send } = usePositionCall(setStops, {
    told,
    onDone,
    isShown: ({ code }) => code in REFUSED_FIELD,
  });
  const found = stopErrors(stops, {
    side: position.side,
    scale: market?.scale,
    markPrice: position.markPrice,
    liquidationPrice: position.liquidationPrice,
  });
  const errorOf = (field: StopField): string | undefined => {
    const id = found[field];
    if (wasTried && id !== undefined)
      return t(id, {
        price: price(
          field === 'stopLoss' && id === 'margin.error.stopLossLate'
            ? position.liquidationPrice
            : position.markPrice,
        ),
      });
    // The server checked by a mark price that this page has not seen: its refusal holds for the
    // stop that it checked.
    return failure !== undefined &&
      REFUSED_FIELD[failure.code] === field &&
      refused?.[field] === stops[field]
      ? failure.message
      : undefined;
  };
  const save = (): void => {
    setTried(true);
    if (found.takeProfit !== undefined || found.stopLoss !== undefined) return;
    setRefused(stops);
    void send({
      id: position.id,
      takeProfit: sentStop(stops.takeProfit),
      stopLoss: sentStop(stops.stopLoss),
    });
  };
  const type = (field: StopField, typed: string): void => setTyped({ ...stops, [field]: typed });
  return { stops, type, errorOf, isBusy, save };
}
