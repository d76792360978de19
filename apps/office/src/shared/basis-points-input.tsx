import { FormDataConsumer, maxValue, minValue, NumberInput, required } from 'react-admin';
import { percentOf } from './percent.ts';

/** Form rule: required, and within the inclusive bounds. */
export const isWithin = (least: number, most: number) => [
  required(),
  minValue(least),
  maxValue(most),
];

interface BasisPointsProps {
  readonly source: string;
  readonly label: string;
  readonly least?: number;
  readonly most: number;
  readonly helperText: string;
}

/** A field in basis points, with the percent beside it. */
export function BasisPointsInput({ source, label, least = 0, most, helperText }: BasisPointsProps) {
  return (
    <FormDataConsumer<Record<string, unknown>>>
      {({ formData }) => (
        <NumberInput
          source={source}
          label={`${label} (basis points)`}
          min={least}
          max={most}
          step={1}
          validate={isWithin(least, most)}
          helperText={`${shownPercent(formData[source])} ${helperText}`}
        />
      )}
    </FormDataConsumer>
  );
}

function shownPercent(value: unknown): string {
  return Number.isInteger(value) ? percentOf(value as number) : '--%';
}
