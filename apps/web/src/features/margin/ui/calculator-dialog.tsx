import { useState } from 'react';
import { directionOf, fixed, MISSING, percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import {
  liquidationAt,
  resultAt,
  targetPrice,
  type CalculatorInputs,
  type CalculatorTerms,
} from '../model/calculator.ts';
import { lotsOf } from '../model/order-size.ts';
import type { MarginOffer, MarginSide } from '../model/position.ts';
import styles from './calculator.module.css';

const SIDES = ['long', 'short'] as const satisfies readonly MarginSide[];
const QUESTIONS = ['profit', 'target', 'liquidation'] as const;
type Question = (typeof QUESTIONS)[number];
const MONEY_DECIMALS = 2;
const MOST_LEVERAGE = 1_000;

interface CalculatorDialogProps {
  readonly market: Market;
  readonly offer: MarginOffer;
  readonly onClose: () => void;
}

/**
 * The calculator: the profit of a position at an exit price, the exit price for a wanted return,
 * and the liquidation price for a risked balance. It uses the formulas of the exchange, for a
 * position without others in its account.
 */
export function CalculatorDialog({ market, offer, onClose }: CalculatorDialogProps) {
  const t = useTranslate();
  const [question, setQuestion] = useState<Question>('profit');
  const fields = useFields(market, offer);
  const { typed, type } = fields;
  const priceField = (name: 'entry' | 'exit') => (
    <NumberField
      label={t(`calculator.${name}`)}
      unit={market.quote}
      decimals={market.priceDecimals}
      value={typed[name]}
      onChange={(next) => type({ [name]: next })}
    />
  );
  return (
    <Dialog isOpen title={t('margin.calculator')} onClose={onClose}>
      <div className={styles['calculator']}>
        <Segments
          isFilled
          label={t('margin.calculator')}
          value={question}
          onChange={setQuestion}
          options={QUESTIONS.map((name) => ({ name, label: t(`calculator.${name}`) }))}
        />
        <Segments
          isFilled
          label={t('margin.side')}
          value={typed.side}
          onChange={(side) => type({ side })}
          options={SIDES.map((name) => ({
            name,
            label: <span className={name === 'long' ? 'up' : 'down'}>{t(`margin.${name}`)}</span>,
          }))}
        />
        <NumberField
          label={t('margin.leverage')}
          unit="×"
          decimals={0}
          value={typed.leverage}
          onChange={(leverage) => type({ leverage })}
        />
        {priceField('entry')}
        <NumberField
          label={t('margin.size')}
          unit={market.base}
          decimals={market.scale.baseScale}
          value={typed.size}
          onChange={(size) => type({ size })}
        />
        {question === 'profit' ? (
          priceField('exit')
        ) : (
          <Asked {...{ market, question, typed, type }} />
        )}
        <Answers market={market} question={question} {...fields} />
        <p className={styles['note']}>{t('calculator.note')}</p>
      </div>
    </Dialog>
  );
}

interface AskedProps extends Pick<ReturnType<typeof useFields>, 'typed' | 'type'> {
  readonly market: Market;
  readonly question: Question;
}

/** The field for the wanted return, or for the risked balance. */
function Asked({ market, question, typed, type }: AskedProps) {
  const t = useTranslate();
  return question === 'target' ? (
    <NumberField
      label={t('calculator.roi')}
      unit="%"
      decimals={2}
      value={typed.roi}
      onChange={(roi) => type({ roi })}
    />
  ) : (
    <NumberField
      label={t('calculator.balance')}
      unit={market.quote}
      decimals={market.scale.quoteScale}
      value={typed.balance}
      onChange={(balance) => type({ balance })}
    />
  );
}

/** The typed fields, and the position that they are about. */
function useFields(market: Market, offer: MarginOffer) {
  const [typed, set] = useState({
    side: 'long' as MarginSide,
    leverage: '10',
    entry: offer.indexPrice === '0' ? '' : offer.indexPrice,
    exit: '',
    size: '',
    roi: '',
    balance: offer.available === '0' ? '' : offer.available,
  });
  const type = (part: Partial<typeof typed>): void => set({ ...typed, ...part });
  const terms: CalculatorTerms = {
    scale: market.scale,
    lotSize: offer.lotSize,
    fee: offer.fee,
    maintenance: offer.maintenance,
  };
  const leverage = Number(typed.leverage);
  const isLeverage = /^\d+$/.test(typed.leverage) && leverage > 0 && leverage <= MOST_LEVERAGE;
  const size = { unit: 'base', typed: typed.size, percent: undefined } as const;
  const inputs: CalculatorInputs = {
    side: typed.side,
    leverage: isLeverage ? leverage : undefined,
    entry: typed.entry,
    lots: lotsOf(
      size,
      { mode: 'limit', price: typed.entry, leverage },
      { ...offer, open: [], scale: market.scale },
    ),
  };
  return { typed, type, terms, inputs };
}

interface AnswersProps extends ReturnType<typeof useFields> {
  readonly market: Market;
  readonly question: Question;
}

function Answers({ market, question, typed, inputs, terms }: AnswersProps) {
  const t = useTranslate();
  const language = useLanguage();
  const target = question === 'target' ? targetPrice(typed.roi, inputs, terms) : undefined;
  const exit = question === 'target' ? (target ?? '') : typed.exit;
  const liquidation =
    question === 'liquidation' ? liquidationAt(typed.balance, inputs, terms) : undefined;
  const result = resultAt(question === 'liquidation' ? typed.entry : exit, inputs, terms);
  const money = (plain: string | undefined): string =>
    plain === undefined ? MISSING : `${fixed(plain, MONEY_DECIMALS, { language })} ${market.quote}`;
  const price = (plain: string | undefined): string =>
    plain === undefined
      ? MISSING
      : `${fixed(plain, market.priceDecimals, { language })} ${market.quote}`;
  const isProfit = question !== 'liquidation';
  return (
    <dl className={styles['answers']} aria-live="polite">
      {question === 'target' && (
        <div data-main>
          <dt>{t('calculator.exit')}</dt>
          <dd>{price(target)}</dd>
        </div>
      )}
      {question === 'liquidation' && (
        <div data-main>
          <dt>{t('margin.liquidation')}</dt>
          <dd>{liquidation === '' ? t('margin.far') : price(liquidation)}</dd>
        </div>
      )}
      {isProfit && (
        <>
          <div data-main>
            <dt>{t('position.column.profit')}</dt>
            <dd className={directionOf(result?.profit)}>{money(result?.profit)}</dd>
          </div>
          <div>
            <dt>{t('calculator.roi')}</dt>
            <dd className={directionOf(result?.roi)}>
              {result === undefined ? MISSING : percent(result.roi, language)}
            </dd>
          </div>
          <div>
            <dt>{t('calculator.net')}</dt>
            <dd>{money(result?.net)}</dd>
          </div>
        </>
      )}
      <div>
        <dt>{t('margin.margin')}</dt>
        <dd>{money(result?.margin)}</dd>
      </div>
      <div>
        <dt>{t('margin.column.fee')}</dt>
        <dd>{money(result?.fee)}</dd>
      </div>
    </dl>
  );
}
