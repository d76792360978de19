import type { ReactNode } from 'react';
import styles from './field-frame.module.css';

interface FieldFrameProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Whether the hint stays beside an error, because it helps to mend it. */
  readonly keepsHint?: boolean;
  readonly children: ReactNode;
}

/** The frame of a form's input: its label above, its error or hint below. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  keepsHint = false,
  children,
}: FieldFrameProps) {
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['box']} data-invalid={error !== undefined || undefined}>
        {children}
      </div>
      {hint !== undefined && (error === undefined || keepsHint) && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Attributes that link the input to them. */
export function describedBy(
  id: string,
  { hint, error, keepsHint = false }: Pick<FieldFrameProps, 'hint' | 'error' | 'keepsHint'>,
) {
  const parts = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(hint !== undefined && (error === undefined || keepsHint) ? [`${id}-hint`] : []),
  ];
  const description = parts.length === 0 ? undefined : parts.join(' ');
  return { id, 'aria-invalid': error !== undefined, 'aria-describedby': description };
}
