import * as Parts from 'radix-ui/checkbox';
import { useId, type ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** The text of the agreement; may contain links. */
  readonly children: ReactNode;
  readonly isDisabled?: boolean;
  readonly error?: string | undefined;
}

/** A checkbox, with its text beside it. */
export function Checkbox({
  isChecked,
  onChange,
  children,
  isDisabled = false,
  error,
}: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <div className={styles['line']}>
        <Parts.Root
          id={id}
          className={styles['box']}
          checked={isChecked}
          disabled={isDisabled}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onCheckedChange={(next) => onChange(next === true)}
        >
          <Parts.Indicator asChild>
            <svg
              viewBox="0 0 16 16"
              width="16"
              height="16"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
              aria-hidden="true"
            >
              <path d="m3.5 8.5 3 3 6-6.5" />
            </svg>
          </Parts.Indicator>
        </Parts.Root>
        <label htmlFor={id}>{children}</label>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
