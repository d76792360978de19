import { useInput, ValidationError } from 'react-admin';
import { DecimalField } from './decimal-field.tsx';
import { decimalFault } from './decimal-rule.ts';

interface DecimalInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText?: string;
}

/** `DecimalField` in a form of react-admin. */
export function DecimalInput({ source, label, helperText = '' }: DecimalInputProps) {
  const { field, fieldState } = useInput<string>({ source, validate: decimalFault });
  const message = fieldState.error?.message;
  const { value, onChange, onBlur } = field as {
    value: unknown;
    onChange(value: string): void;
    onBlur(): void;
  };
  return (
    <DecimalField
      label={label}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={onChange}
      onLeave={onBlur}
      helperText={helperText}
      error={
        message === undefined || !fieldState.isTouched ? undefined : (
          <ValidationError error={message} />
        )
      }
      isRequired
    />
  );
}
