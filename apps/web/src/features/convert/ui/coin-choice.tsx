import { SelectField } from '../../../shared/ui/select-field.tsx';
import type { Coin } from '../model/conversion.ts';

/** One of the coins that convert. */
export function CoinChoice({
  label,
  coins,
  value,
  onChange,
}: {
  readonly label: string;
  readonly coins: readonly Coin[];
  readonly value: number;
  readonly onChange: (id: number) => void;
}) {
  return (
    <SelectField
      label={label}
      value={String(value)}
      onChange={(event) => onChange(Number(event.target.value))}
      options={coins.map(({ id, code }) => ({ value: String(id), label: code }))}
    />
  );
}
