import { normalizeDecimalInput } from '@meridian/money/display';
import { useId } from 'react';
import styles from './number-field.module.css';

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isDisabled?: boolean;
  readonly error?: string | undefined;
}

/** A field for a plain decimal. Accepts `.`, `,` and full-width digits; letters (also `e`) cannot be typed. */
export function NumberField({ label, unit, value, onChange, isDisabled = false, error }: NumberFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']} data-invalid={error !== undefined || undefined}>
      <div className={styles['box']} data-disabled={isDisabled || undefined}>
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={value}
          disabled={isDisabled}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-unit` : `${id}-error`}
          onChange={(event) => onChange(normalizeDecimalInput(event.target.value))}
        />
        <span id={`${id}-unit`}>{unit}</span>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
