import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import type { Network } from '../model/network.ts';
import styles from './network-choice.module.css';

interface NetworkChoiceProps {
  readonly networks: readonly Network[];
  readonly value: NetworkName;
  readonly onChange: (name: NetworkName) => void;
}

/** The networks that a coin can take; where there is only one, its name. */
export function NetworkChoice({ networks: offered, value, onChange }: NetworkChoiceProps) {
  const t = useTranslate();
  return (
    <div className={styles['choice']}>
      <p>{t('wallet.network')}</p>
      {offered.length === 1 ? (
        <p className={styles['only']}>{offered[0]?.label}</p>
      ) : (
        <Segments
          label={t('wallet.network')}
          isFilled
          size="roomy"
          value={value}
          onChange={onChange}
          options={offered.map(({ name }) => ({ name, label: NETWORKS[name].title }))}
        />
      )}
    </div>
  );
}

/** The one that is chosen; the first until one is. */
export function useNetwork(offered: readonly Network[]) {
  const [chosen, choose] = useState<NetworkName>();
  return { network: offered.find(({ name }) => name === chosen) ?? offered[0], choose };
}
