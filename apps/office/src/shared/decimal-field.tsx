import { TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { useTypedDecimal } from './use-typed-decimal.ts';

interface DecimalFieldProps {
  readonly label: string;
  /** A plain decimal; '' if empty, `UNREADABLE` if the text is not a number. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly helperText: ReactNode;
  /** An error of the caller's, beside those of the number. */
  readonly error?: ReactNode;
  readonly autoFocus?: boolean;
  readonly isRequired?: boolean;
  /** Called on blur. */
  readonly onLeave?: () => void;
}

/** A field for a number. The value stays text: money is never a float. */
export function DecimalField({
  label,
  value,
  onChange,
  helperText,
  error,
  autoFocus = false,
  isRequired = false,
  onLeave,
}: DecimalFieldProps) {
  const { input, fault } = useTypedDecimal(value, onChange);
  const wrong = fault ?? error;
  const leave = (): void => {
    input.onBlur();
    onLeave?.();
  };
  return (
    <TextField
      {...input}
      onBlur={leave}
      label={label}
      error={wrong !== undefined}
      helperText={wrong ?? helperText}
      autoFocus={autoFocus}
      required={isRequired}
      slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', spellCheck: false } }}
    />
  );
}
