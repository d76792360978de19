import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  readonly label: string;
  readonly error?: string | undefined;
  /** Inside the field's frame, after the input. */
  readonly after?: ReactNode;
}

/** A labelled line of text for forms. Takes what React Hook Form's `register` gives. */
export function TextField({ label, error, after, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles['box']} data-invalid={error !== undefined || undefined}>
        <input {...input} id={id} aria-invalid={error !== undefined} aria-describedby={error === undefined ? undefined : `${id}-error`} />
        {after}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
