import { useId, type TextareaHTMLAttributes } from 'react';
import { describedBy, FieldFrame } from './field-frame.tsx';

interface TextAreaProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'className' | 'id'
> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** A text of several lines. Accepts the result of React Hook Form's `register`. */
export function TextArea({ label, hint, error, ...input }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea {...input} {...describedBy(id, { hint, error })} />
    </FieldFrame>
  );
}
