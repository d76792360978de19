import { TextInput } from 'react-admin';
import { decimalFault } from './decimal-rule.ts';

interface DecimalInputProps {
  readonly source: string;
  readonly label: string;
  readonly helperText: string;
}

/** A field for money: it stays text. */
export function DecimalInput({ source, label, helperText }: DecimalInputProps) {
  return <TextInput source={source} label={label} helperText={helperText} validate={decimalFault} isRequired slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }} />;
}
