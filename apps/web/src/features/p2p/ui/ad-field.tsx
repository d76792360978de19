import type { ReactNode } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import type { AdField, AdValues } from '../model/ad-form.ts';
import type { MarketCoin } from '../model/ad.ts';

/** Props of each part of the form of an ad. */
export interface AdPart {
  readonly form: UseFormReturn<AdValues>;
  readonly values: AdValues;
  readonly coin: MarketCoin;
}

type TextName = {
  [Name in AdField]: AdValues[Name] extends string ? Name : never;
}[AdField];

interface AdAmountProps {
  readonly form: UseFormReturn<AdValues>;
  readonly name: TextName;
  readonly label: string;
  readonly unit: string;
  readonly decimals?: number;
  readonly hint?: string | undefined;
  readonly keepsHint?: boolean;
  readonly action?: ReactNode;
}

/** A number of the form of an ad. */
export function AdAmount({ form, name, ...field }: AdAmountProps) {
  const {
    field: { value, onChange, ref },
    fieldState: { error },
  } = useController({ control: form.control, name });
  return <AmountField {...field} {...{ value, onChange, ref }} error={error?.message} />;
}

/** The error of a part of the form that is no field of text. */
export function errorOf(form: UseFormReturn<AdValues>, name: AdField): string | undefined {
  return form.formState.errors[name]?.message;
}
