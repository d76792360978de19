import { useId } from 'react';
import styles from './number-field.module.css';
import { useTypedDecimal, type TypedDecimalProps } from './use-typed-decimal.ts';

interface NumberFieldProps extends TypedDecimalProps {
  readonly label: string;
  readonly unit: string;
  readonly isDisabled?: boolean;
}

/** A field for a number in trading forms: its label is inside. Forms of pages use `AmountField`. */
export function NumberField({ label, unit, isDisabled = false, ...typed }: NumberFieldProps) {
  const id = useId();
  const { input, error } = useTypedDecimal(typed);
  return (
    <div className={styles['field']} data-invalid={error !== undefined || undefined}>
      <div className={styles['box']} data-disabled={isDisabled || undefined}>
        <label htmlFor={id}>{label}</label>
        <input
          {...input}
          id={id}
          disabled={isDisabled}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-unit` : `${id}-error`}
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
