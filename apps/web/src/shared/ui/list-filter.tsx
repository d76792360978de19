import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Checkbox } from './checkbox.tsx';
import styles from './list-filter.module.css';
import { Segments } from './segments.tsx';

interface ListFilterProps<Side extends string> {
  /** Whether only what is of the market on the screen is listed. */
  readonly isPairOnly: boolean;
  readonly onPairOnly: (isPairOnly: boolean) => void;
  /** `both` for everything. */
  readonly side: Side | 'both';
  readonly onSide: (side: Side | 'both') => void;
  readonly sides: readonly { readonly name: Side; readonly label: ReactNode }[];
}

/** What of the own orders and positions of all markets is listed. */
export function ListFilter<Side extends string>({
  isPairOnly,
  onPairOnly,
  side,
  onSide,
  sides,
}: ListFilterProps<Side>) {
  const t = useTranslate();
  return (
    <span className={styles['filter']}>
      <Segments<Side | 'both'>
        label={t('spot.side')}
        value={side}
        onChange={onSide}
        options={[{ name: 'both', label: t('orders.bothSides') }, ...sides]}
      />
      <Checkbox isChecked={isPairOnly} onChange={onPairOnly}>
        {t('orders.onlyPair')}
      </Checkbox>
    </span>
  );
}
