import type { P2pWay } from '@meridian/contract/p2p/bounds';
import { useLocation } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { RadioGroup } from '../../../shared/ui/radio-group.tsx';
import type { Side } from '../model/ad.ts';
import styles from './order-dialog.module.css';
import type { OwnWay } from './use-own-ways.ts';
import { WayLabel } from './way-label.tsx';

interface WayChoiceProps {
  readonly side: Side;
  readonly ways: readonly OwnWay[];
  readonly value: P2pWay | undefined;
  readonly hasError: boolean;
  readonly onChange: (way: P2pWay) => void;
}

/** The way of payment of an order; for a sale with the own account of each. */
export function WayChoice({ side, ways, value, hasError, onChange }: WayChoiceProps) {
  const t = useTranslate();
  const { pathname, search } = useLocation();
  const label = t(`p2p.market.way.${side}`);
  const isUnpayable = ways.every(({ isUsable }) => !isUsable);
  return (
    <div className={styles['field']}>
      <span className={styles['caption']}>{label}</span>
      <RadioGroup
        label={label}
        value={value}
        onChange={onChange}
        options={ways.map(({ way, account, isUsable }) => ({
          name: way,
          label: <WayLabel way={way} />,
          isDisabled: !isUsable,
          ...(side === 'sell'
            ? { hint: account === '' ? t('p2p.market.noAccount') : account }
            : {}),
        }))}
      />
      {hasError && (
        <p role="alert" className={styles['error']}>
          {t('p2p.market.error.way')}
        </p>
      )}
      {isUnpayable && (
        <p>
          <ButtonLink isSmall to="/userSetting" state={{ back: pathname + search }}>
            {t('feature.receipt')}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
