import { useState } from 'react';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { marketFigure } from '../../../shared/market/market-figures.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { addMargin, removeMargin } from '../positions-api.ts';
import { amountError, liquidationAfter, takeable } from '../model/added-margin.ts';
import { negated, sum } from '../model/position-figures.ts';
import type { Position } from '../model/position.ts';
import { usePositionCall } from '../use-position-call.ts';
import styles from './positions.module.css';

const MONEY_DECIMALS = 4;
/** Decimals of an amount whose market is no longer listed; the server checks them then. */
const ANY_SCALE = 8;
const WAYS = ['add', 'take'] as const;
type Way = (typeof WAYS)[number];
/** Refusals that are about the amount: they stand at its field. */
const OF_AMOUNT = ['balance_insufficient', 'margin_below_initial', 'amount_invalid'];

interface AddedMarginDialogProps {
  /** As of now. */
  readonly position: Position;
  readonly market: Market | undefined;
  /** Of the account that the margin comes from; undefined where it is not known. */
  readonly available: string | undefined;
  readonly onDone: () => void;
}

/** Adds margin to an isolated position, or takes added margin back. */
export function AddedMarginDialog(props: AddedMarginDialogProps) {
  const { position, market, onDone } = props;
  const t = useTranslate();
  const language = useLanguage();
  const form = useAddedMargin(props);
  const [, quote = ''] = position.symbol.split('/');
  const money = (plain: string | undefined): string =>
    `${fixed(plain, MONEY_DECIMALS, { language, rounding: 'down' })} ${quote}`;
  const price = (plain: string | undefined): string =>
    plain === '' ? t('margin.far') : marketFigure(market, 'price', plain ?? '', language);
  const facts: readonly (readonly [string, string])[] = [
    [t('margin.margin'), money(sum([position.margin, position.added]))],
    [t('position.added'), money(position.added)],
    [t(form.way === 'add' ? 'margin.available' : 'position.takeable'), money(form.most)],
    [t('margin.liquidation'), price(position.liquidationPrice)],
    [t('position.liquidationAfter'), price(form.liquidation)],
  ];
  const actions = (
    <>
      <Button onClick={onDone}>{t('action.cancel')}</Button>
      <Button look="accent" isBusy={form.isBusy} onClick={form.save}>
        {t(`position.${form.way}Margin`)}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      title={`${t('position.changeMargin')} · ${position.symbol}`}
      onClose={onDone}
      actions={actions}
    >
      <div className={styles['fields']}>
        <Segments
          isFilled
          label={t('position.changeMargin')}
          value={form.way}
          onChange={form.setWay}
          options={WAYS.map((name) => ({ name, label: t(`position.${name}Margin`) }))}
        />
        <NumberField
          label={t('position.column.number')}
          unit={quote}
          decimals={market?.scale.quoteScale}
          value={form.amount}
          error={form.error}
          keepsErrorLine
          onChange={form.setAmount}
        />
        <dl className={styles['facts']}>
          {facts.map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p>{t(form.way === 'add' ? 'position.addNote' : 'position.takeNote')}</p>
      </div>
    </Dialog>
  );
}

function useAddedMargin({ position, market, available, onDone }: AddedMarginDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [way, setWay] = useState<Way>('add');
  const [amount, setAmount] = useState('');
  const [tried, setTried] = useState<string>();
  const [, quote = ''] = position.symbol.split('/');
  const most = way === 'add' ? available : takeable(position);
  const scale = market?.scale;
  const found = amountError(amount, most, scale ?? { quoteScale: ANY_SCALE });
  const handlers = {
    told: (done: string) => `${done}: ${position.symbol}, ${amount} ${quote}.`,
    onDone,
    isShown: ({ code }: { readonly code: string }) => OF_AMOUNT.includes(code),
  };
  const adding = usePositionCall(addMargin, handlers);
  const taking = usePositionCall(removeMargin, handlers);
  const { isBusy, failure, send } = way === 'add' ? adding : taking;
  const refused =
    failure !== undefined && OF_AMOUNT.includes(failure.code) ? failure.message : undefined;
  const own =
    found && t(found, { most: fixed(most, MONEY_DECIMALS, { language, rounding: 'down' }) });
  const save = (): void => {
    setTried(amount);
    const { id } = position;
    const typed = { id, amount };
    if (found === undefined) void send(typed, { typed, about: { addedMarginOf: id } });
  };
  const change = way === 'add' ? amount : negated(amount);
  return {
    ...{ way, setWay, amount, setAmount, most, isBusy, save },
    error: tried === undefined ? undefined : (own ?? (tried === amount ? refused : undefined)),
    liquidation:
      scale === undefined || found !== undefined
        ? undefined
        : liquidationAfter(position, change, scale),
  };
}
