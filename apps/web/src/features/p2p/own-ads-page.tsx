import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { TabContent, TabSet } from '../../shared/ui/tabs.tsx';
import { coinsQuery } from './api.ts';
import { FIAT, type Side } from './model/ad.ts';
import { idOf } from './model/id-of.ts';
import { ownSideOf } from './model/own-ads.ts';
import styles from './own-ads-page.module.css';
import { OwnAdTable } from './ui/own-ad-table.tsx';
import { P2pFrame } from './ui/p2p-frame.tsx';

const SIDES: readonly Side[] = ['buy', 'sell'];

/** The own ads that are live, by the side in the address and by coin. */
export function OwnAdsPage() {
  const t = useTranslate();
  const [params, setParams] = useSearchParams();
  const side = ownSideOf(params);
  const [coin, setCoin] = useState('');
  const { data } = useQuery(coinsQuery);
  return (
    <P2pFrame title={t('p2p.ad.own')}>
      <section className={styles['panel']} aria-label={t('p2p.ad.live')}>
        <PanelBoundary>
          <Published />
          <div className={styles['filters']}>
            <SelectField
              label={t('p2p.ad.coin')}
              value={coin}
              onChange={({ target }) => setCoin(target.value)}
              options={[
                { value: '', label: t('wallet.allCoins') },
                ...(data ?? []).map(({ id, code }) => ({
                  value: String(id),
                  label: `${code}/${FIAT}`,
                })),
              ]}
            />
          </div>
          <TabSet
            label={t('p2p.ad.live')}
            value={side}
            onChange={(chosen) => setParams({ side: chosen }, { replace: true })}
            tabs={SIDES.map((name) => ({ name, label: t(`p2p.ad.side.${name}`) }))}
          >
            {SIDES.map((name) => (
              <TabContent key={name} name={name}>
                {name === side && <OwnAdTable side={name} coin={idOf(coin)} />}
              </TabContent>
            ))}
          </TabSet>
        </PanelBoundary>
      </section>
    </P2pFrame>
  );
}

/** The notice of an ad that its form has just published, until the page is left. */
function Published() {
  const t = useTranslate();
  const state = useLocation().state as { readonly isPublished?: boolean } | null;
  if (state?.isPublished !== true) return null;
  return (
    <p role="status" className={styles['published']}>
      {t('p2p.ad.published')}
    </p>
  );
}
