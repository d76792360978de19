import { MAX_SPANS } from '@meridian/contract/p2p/bounds';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import type { AdValues } from '../model/ad-form.ts';
import { DAYS, isSpan, nextSpan, TIMES, type Span } from '../model/opening-hours.ts';
import { errorOf } from './ad-field.tsx';
import styles from './hours-field.module.css';

interface HoursFieldProps {
  readonly form: UseFormReturn<AdValues>;
  readonly spans: readonly Span[];
}

/** The opening hours of an ad; without any it is always open. */
export function HoursField({ form, spans }: HoursFieldProps) {
  const t = useTranslate();
  const error = errorOf(form, 'spans');
  const wrong = spans.findIndex((span) => !isSpan(span));
  const set = (next: readonly Span[]): void =>
    form.setValue('spans', next, { shouldValidate: form.formState.isSubmitted });
  return (
    <div className={styles['hours']} role="group" aria-label={t('p2p.ad.hours')}>
      <span className={styles['label']}>{t('p2p.ad.hours')}</span>
      {spans.length === 0 && <p>{t('p2p.ad.always')}</p>}
      {spans.map((span, place) => (
        <SpanLine
          key={place}
          span={span}
          isWrong={place === wrong}
          error={place === wrong ? error : undefined}
          onChange={(next) => set(spans.with(place, next))}
          onRemove={() => set(spans.toSpliced(place, 1))}
        />
      ))}
      <Button
        isSmall
        disabled={spans.length >= MAX_SPANS}
        onClick={() => set([...spans, nextSpan(spans)])}
      >
        {t('p2p.ad.addHours')}
      </Button>
    </div>
  );
}

interface SpanLineProps {
  readonly span: Span;
  /** Whether it is the first one that is wrong. */
  readonly isWrong: boolean;
  /** The error of the field, once the form was sent. */
  readonly error: string | undefined;
  readonly onChange: (span: Span) => void;
  readonly onRemove: () => void;
}

function SpanLine({ span, isWrong, error, onChange, onRemove }: SpanLineProps) {
  const t = useTranslate();
  const day = t(`p2p.ad.day.${dayOf(span)}`);
  return (
    <div className={styles['span']}>
      <Choice
        label={t('p2p.ad.day')}
        value={String(span.day)}
        options={DAYS.map((each) => ({
          value: String(each),
          label: t(`p2p.ad.day.${each}`),
        }))}
        onChange={(value) => onChange({ ...span, day: Number(value) })}
      />
      <Choice
        label={t('p2p.ad.from', { day })}
        value={span.from}
        options={timesWith(span.from).map((value) => ({ value, label: value }))}
        onChange={(from) => onChange({ ...span, from })}
      />
      <Choice
        label={t('p2p.ad.to', { day })}
        field={isWrong ? 'spans' : undefined}
        isInvalid={error !== undefined}
        value={span.to}
        options={timesWith(span.to).map((value) => ({ value, label: value }))}
        onChange={(to) => onChange({ ...span, to })}
      />
      <Button isSmall look="text" aria-label={t('p2p.ad.removeHours', { day })} onClick={onRemove}>
        {t('p2p.ad.remove')}
      </Button>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** The field of the form that it stands for, which the focus looks for. */
  readonly field?: 'spans' | undefined;
  readonly isInvalid?: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A small select of a line, which the line names. */
function Choice({ label, value, field, isInvalid = false, options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      data-field={field}
      aria-invalid={isInvalid || undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** The times to choose from, with one that was set elsewhere. */
function timesWith(time: string): readonly string[] {
  return TIMES.includes(time) ? TIMES : [...TIMES, time].sort();
}

function dayOf({ day }: Span): (typeof DAYS)[number] {
  return DAYS.find((each) => each === day) ?? 1;
}
