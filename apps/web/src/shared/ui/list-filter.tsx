import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Checkbox } from './checkbox.tsx';
import styles from './list-filter.module.css';
import { Segments } from './segments.tsx';

interface ListFilterProps<Side extends string> {
  /** Whether the list is limited to the market on the screen. */
  readonly isPairOnly: boolean;
  readonly onPairOnly: (isPairOnly: boolean) => void;
  /** `both` for no limit. */
  readonly side: Side | 'both';
  readonly onSide: (side: Side | 'both') => void;
  readonly sides: readonly { readonly name: Side; readonly label: ReactNode }[];
}

/** Filters a list of own orders or positions in all markets. */
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
