import type { SelectHTMLAttributes } from 'react';
import styles from './dense-select.module.css';

interface DenseSelectProps<Name extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'className' | 'onChange' | 'children' | 'value'
> {
  readonly label: string;
  readonly value: Name;
  readonly onChange: (value: Name) => void;
  readonly options: readonly { readonly name: Name; readonly label: string }[];
}

/** One of a few, in the head of a terminal's panel. Forms of pages use `SelectField`. */
export function DenseSelect<Name extends string>({
  label,
  value,
  onChange,
  options,
  ...rest
}: DenseSelectProps<Name>) {
  return (
    <select
      {...rest}
      className={styles['select']}
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find(({ name }) => name === target.value);
        if (chosen !== undefined) onChange(chosen.name);
      }}
    >
      {options.map((option) => (
        <option key={option.name} value={option.name}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
