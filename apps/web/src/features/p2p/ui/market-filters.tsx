import { P2P_WAYS, type P2pWay } from '@meridian/contract/p2p/bounds';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { AmountField } from '../../../shared/ui/amount-field.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { FIAT } from '../model/ad.ts';
import { FIAT_DECIMALS } from '../model/fiat.ts';
import type { MarketChoice } from '../model/market-choice.ts';
import styles from './market-filters.module.css';

interface MarketFiltersProps {
  readonly choice: MarketChoice;
  /** The amount as it is typed. */
  readonly typed: string;
  readonly onType: (money: string) => void;
  readonly choose: (change: Partial<MarketChoice>) => void;
}

/** The amount first, then how it is paid. */
export function MarketFilters({ choice, typed, onType, choose }: MarketFiltersProps) {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  return (
    <div className={styles['filters']}>
      <AmountField
        label={t(`p2p.market.money.${choice.side}`)}
        unit={FIAT}
        decimals={FIAT_DECIMALS}
        value={typed}
        onChange={onType}
      />
      <SelectField
        label={t('acceptor.way')}
        value={choice.way}
        onChange={({ target }) => choose({ way: target.value as P2pWay | '' })}
        options={[
          { value: '', label: t('p2p.market.allWays') },
          ...P2P_WAYS.map((way) => ({ value: way, label: t(`acceptor.way.${way}`) })),
        ]}
      />
      {isLoggedIn && (
        <div className={styles['fitting']}>
          <Checkbox isChecked={choice.isTakeable} onChange={(isTakeable) => choose({ isTakeable })}>
            {t('p2p.market.fitting')}
          </Checkbox>
        </div>
      )}
    </div>
  );
}
