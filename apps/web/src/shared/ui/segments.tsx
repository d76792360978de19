import type { ReactNode } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly onChange: (value: Name) => void;
  readonly options: readonly { readonly name: Name; readonly label: ReactNode }[];
  readonly isFilled?: boolean;
  /** `dense` for terminals, `roomy` for forms. */
  readonly size?: 'dense' | 'roomy';
}

/** A few choices side by side, with one chosen. */
export function Segments<Name extends string>({
  label,
  value,
  onChange,
  options,
  isFilled = false,
  size = 'dense',
}: SegmentsProps<Name>) {
  return (
    <div
      className={styles['segments']}
      role="group"
      aria-label={label}
      data-filled={isFilled || undefined}
      data-size={size}
    >
      {options.map((option) => (
        <button
          key={option.name}
          type="button"
          data-name={option.name}
          aria-pressed={option.name === value}
          onClick={() => onChange(option.name)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
