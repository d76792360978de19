import { useState } from 'react';
import { fixed, grouped, MISSING, percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { PercentSlider } from '../../../shared/ui/percent-slider.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { closedOf, closePosition } from '../positions-api.ts';
import { closedFigures } from '../model/closed-figures.ts';
import {
  closeErrors,
  closeOf,
  lotsOfShare,
  type CloseField,
  type CloseInputs,
} from '../model/close-form.ts';
import { partOf } from '../model/position-part.ts';
import { profitAt } from '../model/position-figures.ts';
import type { Position } from '../model/position.ts';
import { usePositionCall } from '../use-position-call.ts';
import styles from './positions.module.css';

const MONEY_DECIMALS = 4;
const MODES = ['market', 'limit'] as const;
const FULL_PERCENT = 100;

interface CloseDialogProps {
  /** As of now: its prices move while the dialog is open. */
  readonly position: Position;
  /** Undefined where it is no longer listed. */
  readonly market: Market | undefined;
  readonly onDone: () => void;
}

/** Closes a position, or some of its lots, at the next price or at one that is named. */
export function CloseDialog({ position, market, onDone }: CloseDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { inputs, type, errorOf, isBusy, close } = useClose({ position, market, onDone });
  const { mode, price, lots } = inputs;
  const [, quote = ''] = position.symbol.split('/');
  const fields = (
    <div className={styles['closing']}>
      <Segments
        isFilled
        label={t('margin.mode')}
        value={mode}
        onChange={(next) =>
          type({ mode: next, ...(next === 'limit' ? { price: position.indexPrice } : {}) })
        }
        options={MODES.map((name) => ({ name, label: t(`mode.${name}`) }))}
      />
      <NumberField
        label={t('margin.price')}
        unit={quote}
        decimals={market?.priceDecimals}
        value={mode === 'market' ? position.indexPrice : price}
        isDisabled={mode === 'market'}
        error={errorOf('price')}
        keepsErrorLine
        onChange={(next) => type({ price: next })}
      />
      <NumberField
        label={t('position.closeSize')}
        unit={t('margin.lots')}
        decimals={0}
        value={lots}
        error={errorOf('lots')}
        keepsErrorLine
        onChange={(next) => type({ lots: next })}
      />
      <PercentSlider
        label={t('position.closeShare')}
        step={1}
        value={Math.min(FULL_PERCENT, Math.round((Number(lots) * FULL_PERCENT) / position.lots))}
        onChange={(share) => type({ lots: String(lotsOfShare(share, position)) })}
      />
    </div>
  );
  return (
    <ConfirmDialog
      isOpen
      title={t('position.closeTitle')}
      confirmLabel={t('position.close')}
      isBusy={isBusy}
      fields={fields}
      onConfirm={close}
      onCancel={onDone}
    >
      <p>
        {t('position.closeText', {
          side: t(`margin.${position.side}`),
          symbol: position.symbol,
          lots: partOf(position, inputs.lots) === undefined ? position.lots : Number(inputs.lots),
          price: grouped(
            inputs.mode === 'limit' && inputs.price !== '' ? inputs.price : position.indexPrice,
            language,
          ),
        })}
      </p>
      <Outcome {...{ position, inputs, currency: quote }} />
    </ConfirmDialog>
  );
}

/** The profit of the lots that are closed, and how many stay. */
function Outcome({
  position,
  inputs,
  currency,
}: {
  readonly position: Position;
  readonly inputs: CloseInputs;
  readonly currency: string;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { mode, price, lots } = inputs;
  const part = partOf(position, lots);
  const at = mode === 'market' ? position.markPrice : price;
  const found = part && profitAt(at, part);
  return (
    <>
      <p>
        {t(mode === 'market' ? 'position.closeProfit' : 'position.closeProfitAt', {
          mark: grouped(at, language),
          profit: fixed(found?.profit, MONEY_DECIMALS, { language }),
          currency,
          roi: found?.roi === undefined ? MISSING : percent(found.roi, language),
        })}
      </p>
      <p>
        {t('position.closeLeft', { left: part === undefined ? 0 : position.lots - Number(lots) })}
      </p>
    </>
  );
}

/** The typed close, its errors, and sending it. */
function useClose({ position, market, onDone }: CloseDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [inputs, setInputs] = useState<CloseInputs>({
    ...{ mode: 'market', price: '', lots: String(position.lots) },
  });
  const [wasTried, setTried] = useState(false);
  const errors = closeErrors(inputs, position, market?.scale);
  const errorOf = (field: CloseField): string | undefined => {
    const id = wasTried ? errors[field] : undefined;
    return id && t(id, { most: grouped(String(position.lots), language) });
  };
  const { isBusy, send } = usePositionCall(closePosition, {
    told: (done, { lots, limitPrice }, output) => {
      const side = t(`margin.${position.side}`);
      const closed = closedOf(output.closed);
      if (closed !== undefined)
        return t('position.toldClosed', {
          ...{ done, side },
          ...closedFigures(closed, position, market, language),
        });
      return t('margin.told', {
        ...{ done, side },
        symbol: position.symbol,
        lots: Number(lots ?? position.lots),
        price:
          limitPrice === undefined
            ? `≈ ${grouped(position.indexPrice, language)}`
            : grouped(limitPrice, language),
      });
    },
    onDone,
  });
  const close = (): void => {
    setTried(true);
    if (Object.keys(errors).length > 0) return;
    const typed = closeOf(inputs, position);
    const { limitPrice } = typed;
    // A close without a price may be done: nothing takes it back.
    const about = limitPrice && { closeOf: position.id, price: limitPrice };
    void send(typed, { typed, about });
  };
  const type = (part: Partial<CloseInputs>): void => setInputs({ ...inputs, ...part });
  return { inputs, type, errorOf, isBusy, close };
}
