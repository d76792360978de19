import * as Parts from 'radix-ui/radio-group';
import type { ReactNode } from 'react';
import styles from './radio-group.module.css';

interface RadioGroupProps<Name extends string> {
  readonly label: string;
  /** Undefined before the first choice. */
  readonly value: Name | undefined;
  readonly onChange: (value: Name) => void;
  readonly options: readonly {
    readonly name: Name;
    readonly label: ReactNode;
    readonly hint?: ReactNode;
    readonly isDisabled?: boolean;
  }[];
}

/**
 * One of a few choices, each with room for a description: networks, durations, colours. For short
 * words side by side see `Segments`.
 */
export function RadioGroup<Name extends string>({
  label,
  value,
  onChange,
  options,
}: RadioGroupProps<Name>) {
  return (
    <Parts.Root
      className={styles['group']}
      aria-label={label}
      value={value ?? null}
      onValueChange={(next) => onChange(next as Name)}
    >
      {options.map((option) => (
        <Parts.Item
          key={option.name}
          value={option.name}
          className={styles['option']}
          disabled={option.isDisabled ?? false}
        >
          <span className={styles['circle']} aria-hidden="true" />
          <span className={styles['label']}>{option.label}</span>
          {option.hint !== undefined && <span className={styles['hint']}>{option.hint}</span>}
        </Parts.Item>
      ))}
    </Parts.Root>
  );
}
