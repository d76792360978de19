import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { describedBy, FieldFrame } from './field-frame.tsx';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Whether the hint stays beside an error. */
  readonly keepsHint?: boolean;
  /** Inside the field's frame, before the input: the area code of a phone number. */
  readonly before?: ReactNode;
  /** Inside the field's frame, after the input. */
  readonly after?: ReactNode;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** A labelled line of text for forms. Accepts the result of React Hook Form's `register`. */
export function TextField({
  label,
  hint,
  error,
  keepsHint = false,
  before,
  after,
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} keepsHint={keepsHint}>
      {before}
      <input {...input} {...describedBy(id, { hint, error, keepsHint })} />
      {after}
    </FieldFrame>
  );
}
