import { useId, type SelectHTMLAttributes } from 'react';
import { describedBy, FieldFrame } from './field-frame.tsx';

interface SelectFieldProps extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'className' | 'id' | 'children'
> {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * One of many (countries, currencies), with the device's own select. Accepts the result of React
 * Hook Form's `register`.
 */
export function SelectField({ label, options, hint, error, ...input }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select {...input} {...describedBy(id, { hint, error })}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
