import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Card } from '../../shared/ui/card.tsx';
import { TabContent, TabSet } from '../../shared/ui/tabs.tsx';
import type { DealType } from './model/deal-form.ts';
import styles from './page.module.css';
import { AcceptorList } from './ui/acceptor-list.tsx';
import { DealList } from './ui/deal-list.tsx';
import { ExportDeals } from './ui/export-deals.tsx';
import { RegionList } from './ui/region-list.tsx';

const TYPES: readonly DealType[] = ['buy', 'sell'];

/** Buying and selling coins through an acceptor; and own deals. */
export function AcceptorsPage() {
  const t = useTranslate();
  const [type, setType] = useState<DealType>('buy');
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{t('feature.acceptors')}</h1>
        <Link to="/aceite">{t('acceptor.toDesk')}</Link>
      </div>
      <Card title={t('acceptor.title')} about={t('acceptor.about')}>
        <TabSet
          label={t('acceptor.title')}
          value={type}
          onChange={setType}
          tabs={TYPES.map((name) => ({ name, label: t(`acceptor.type.${name}`) }))}
        >
          {TYPES.map((name) => (
            <TabContent key={name} name={name}>
              {name === type && <AcceptorList type={name} />}
            </TabContent>
          ))}
        </TabSet>
      </Card>
      <Card title={t('acceptor.ownDeals')} tools={<ExportDeals side="user" />}>
        <DealList side="user" />
      </Card>
    </div>
  );
}

/** The acceptor's side: deals that need action. */
export function AcceptorDealsPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('acceptor.desk')}</h1>
      <Card
        title={t('acceptor.deskDeals')}
        about={t('acceptor.deskAbout')}
        tools={<ExportDeals side="acceptor" />}
      >
        <DealList side="acceptor" />
      </Card>
    </div>
  );
}

/** For regional agents: the users whom they brought. */
export function RegionPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <h1>{t('feature.agents')}</h1>
      <Card title={t('acceptor.regionUsers')}>
        <RegionList />
      </Card>
    </div>
  );
}
