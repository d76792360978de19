import { useState, type FormEvent } from 'react';
import {
  fitsKind,
  isParameter,
  kindOf,
  MOST_BARS,
  MOST_LINES,
  shortNameOf,
  type ChartIndicator,
} from '../../../shared/chart/indicators.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import styles from './chart-menu.module.css';

interface ChartIndicatorFormProps {
  readonly indicator: ChartIndicator;
  /** Called with the changed indicator, or without one when nothing is to change. */
  readonly onDone: (changed: ChartIndicator | undefined) => void;
}

/** The parameters of one indicator, and where it is drawn. */
export function ChartIndicatorForm({ indicator, onDone }: ChartIndicatorFormProps) {
  const t = useTranslate();
  const { name } = indicator;
  const { hasLines, params: first } = kindOf(name);
  const [texts, setTexts] = useState(() => indicator.params.map(String));
  const [isOnCandles, setOnCandles] = useState(indicator.isOnCandles);
  const numbers = texts.map(numberOf);
  const params = numbers.filter(isParameter);
  const isRight = params.length === numbers.length && fitsKind(name, params);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isRight) onDone({ ...indicator, params, isOnCandles });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <h3 className={styles['title']}>
        {shortNameOf(name)} · {t(`chartTool.indicator.${name}`)}
      </h3>
      <div className={styles['params']}>
        {texts.map((text, at) => (
          <label key={at}>
            {t('chartTool.parameter', { number: at + 1 })}
            <input
              inputMode="numeric"
              value={text}
              aria-invalid={!isParameter(numbers[at])}
              onChange={({ target }) =>
                setTexts(texts.map((each, index) => (index === at ? target.value : each)))
              }
            />
          </label>
        ))}
      </div>
      <p className={styles['note']} role={isRight ? undefined : 'alert'}>
        {t('chartTool.parameterRange', { most: MOST_BARS })}
      </p>
      {hasLines === true && (
        <div className={styles['pair']}>
          <Button
            isSmall
            disabled={texts.length >= MOST_LINES}
            onClick={() => setTexts([...texts, texts.at(-1) ?? '5'])}
          >
            {t('chartTool.addLine')}
          </Button>
          <Button
            isSmall
            disabled={texts.length <= Math.min(1, first.length)}
            onClick={() => setTexts(texts.slice(0, -1))}
          >
            {t('chartTool.removeLine')}
          </Button>
        </div>
      )}
      <Switch label={t('chartTool.drawOnCandles')} isOn={isOnCandles} onChange={setOnCandles} />
      <div className={styles['pair']}>
        <Button isSmall onClick={() => onDone(undefined)}>
          {t('action.cancel')}
        </Button>
        <Button isSmall look="accent" type="submit" disabled={!isRight}>
          {t('chartTool.apply')}
        </Button>
      </div>
    </form>
  );
}

/** Digits, also those of full width; NaN for everything else. */
function numberOf(text: string): number {
  const plain = text.trim().normalize('NFKC');
  return /^\d{1,4}$/.test(plain) ? Number(plain) : Number.NaN;
}
