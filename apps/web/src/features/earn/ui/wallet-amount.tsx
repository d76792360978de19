import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { least } from '../model/product.ts';

interface WalletAmountProps {
  readonly currency: string;
  readonly decimals: number;
  /** Available in the spot wallet; undefined while it is not known. */
  readonly available: string | undefined;
  /** The most that the product takes. */
  readonly most: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** An amount of the spot wallet that goes into a product. */
export function WalletAmount({ available, most, currency, ...field }: WalletAmountProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <AmountField
      label={t('earn.amount')}
      unit={currency}
      hint={t('earn.availableHint', {
        amount: available === undefined ? MISSING : grouped(available, language),
        currency,
      })}
      action={
        available !== undefined && (
          <Button look="text" isSmall onClick={() => field.onChange(least(most, available))}>
            {t('action.max')}
          </Button>
        )
      }
      {...field}
    />
  );
}
