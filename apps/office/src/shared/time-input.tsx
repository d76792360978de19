import { DateTimeInput, type DateTimeInputProps } from 'react-admin';
import { typedTime } from './time-of.ts';

interface Props extends Pick<DateTimeInputProps, 'source' | 'label' | 'validate'> {
  /** Behind the zone. */
  readonly helperText?: string;
}

/** A time on the clock of the exchange, like all times of the office. */
export function TimeInput({ helperText = '', ...props }: Props) {
  return <DateTimeInput {...props} format={typedTime} helperText={`UTC+8. ${helperText}`.trim()} />;
}
