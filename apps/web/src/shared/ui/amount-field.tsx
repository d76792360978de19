import type { ReactNode, Ref } from 'react';
import styles from './amount-field.module.css';
import { TextField } from './text-field.tsx';
import { useTypedDecimal, type TypedDecimalProps } from './use-typed-decimal.ts';

interface AmountFieldProps extends TypedDecimalProps {
  readonly label: string;
  readonly unit: string | undefined;
  readonly hint?: string | undefined;
  /** Whether the hint stays beside an error. */
  readonly keepsHint?: boolean;
  /** Behind the unit: a button that fills the field. */
  readonly action?: ReactNode;
  /** React Hook Form's, which focuses the first field with an error. */
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** A field for an amount of money in the forms of pages: its label is above. */
export function AmountField({
  label,
  unit,
  hint,
  keepsHint = false,
  action,
  ref,
  ...typed
}: AmountFieldProps) {
  const { input, error } = useTypedDecimal(typed);
  return (
    <TextField
      {...input}
      ref={ref}
      label={label}
      hint={hint}
      keepsHint={keepsHint}
      error={error}
      after={
        <>
          <span className={styles['unit']}>{unit}</span>
          {action}
        </>
      }
    />
  );
}
