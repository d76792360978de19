import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import styles from './number-field.module.css';
import { useTypedDecimal, type TypedDecimalProps } from './use-typed-decimal.ts';

interface NumberFieldProps extends TypedDecimalProps {
  readonly label: string;
  readonly unit: string;
  readonly isDisabled?: boolean;
  /** Moves the number by a step: two buttons, and the arrow keys up and down. */
  readonly onStep?: (direction: 1 | -1) => void;
  /** Beside the unit. */
  readonly tool?: ReactNode;
  /** Its error has a line that is there before: nothing below moves. */
  readonly keepsErrorLine?: boolean;
}

/** A field for a number in trading forms: its label is inside. Forms of pages use `AmountField`. */
export function NumberField({
  label,
  unit,
  isDisabled = false,
  onStep,
  tool,
  keepsErrorLine = false,
  ...typed
}: NumberFieldProps) {
  const id = useId();
  const { input, error } = useTypedDecimal(typed);
  const stepByKey = (event: KeyboardEvent): void => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined;
    if (direction === undefined || onStep === undefined) return;
    event.preventDefault();
    onStep(direction);
  };
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
          onKeyDown={stepByKey}
        />
        <span id={`${id}-unit`}>{unit}</span>
        {onStep !== undefined && !isDisabled && <Steps label={label} onStep={onStep} />}
        {tool}
      </div>
      {(error !== undefined || keepsErrorLine) && (
        <p id={`${id}-error`} className={styles['error']} data-kept={keepsErrorLine || undefined}>
          {error}
        </p>
      )}
    </div>
  );
}

type StepsProps = Required<Pick<NumberFieldProps, 'label' | 'onStep'>>;

/** Buttons for the pointer. The keyboard has the arrow keys, so they add no tab stops. */
function Steps({ label, onStep }: StepsProps) {
  const t = useTranslate();
  return (
    <span className={styles['steps']}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('number.lower', { label })}
        onClick={() => onStep(-1)}
      >
        −
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('number.raise', { label })}
        onClick={() => onStep(1)}
      >
        +
      </button>
    </span>
  );
}
