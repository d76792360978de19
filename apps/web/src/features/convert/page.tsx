import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../shared/ui/tabs.tsx';
import { coinsQuery, followConvert } from './api.ts';
import type { Coin } from './model/conversion.ts';
import styles from './ui/convert.module.css';
import { ConversionList } from './ui/conversion-list.tsx';
import { ConvertForm } from './ui/convert-form.tsx';
import { DustCard } from './ui/dust-card.tsx';
import { PlanForm } from './ui/plan-form.tsx';
import { PlanList } from './ui/plan-list.tsx';

const TABS = ['convert', 'dust', 'plans'] as const;
type Tab = (typeof TABS)[number];

/** Conversions at a firm price, sweeps of small balances, recurring purchases. */
export function ConvertPage() {
  const t = useTranslate();
  const client = useQueryClient();
  useEffect(() => followConvert(client), [client]);
  const [tab, setTab] = useState<Tab>('convert');
  const { data, error, refetch } = useQuery(coinsQuery);
  return (
    <div className={styles['page']}>
      <h1>{t('feature.convert')}</h1>
      <TabSet
        label={t('feature.convert')}
        value={tab}
        onChange={setTab}
        tabs={TABS.map((name) => ({ name, label: t(`convert.tab.${name}`) }))}
      >
        {TABS.map((name) => (
          <TabContent key={name} name={name}>
            {name !== tab ? null : data === undefined ? (
              error === null ? (
                <Skeleton rows={6} height={52} />
              ) : (
                <Failure message={error.message} onRetry={() => void refetch()} />
              )
            ) : data.length < 2 ? (
              <Empty>{t('convert.closed')}</Empty>
            ) : (
              <TabBody tab={name} coins={data} />
            )}
          </TabContent>
        ))}
      </TabSet>
    </div>
  );
}

function TabBody({ tab, coins }: { readonly tab: Tab; readonly coins: readonly Coin[] }) {
  const t = useTranslate();
  if (tab === 'dust')
    return (
      <div className={styles['body']}>
        <Card title={t('convert.dust.title')} about={t('convert.dust.about')}>
          <DustCard coins={coins} />
        </Card>
      </div>
    );
  const [form, list] =
    tab === 'convert'
      ? [<ConvertForm key="form" coins={coins} />, <ConversionList key="list" />]
      : [<PlanForm key="form" coins={coins} />, <PlanList key="list" />];
  return (
    <div className={`${styles['body']} ${styles['columns']}`}>
      <Card title={t(`convert.title.${tab}`)} about={t(`convert.intro.${tab}`)}>
        {form}
      </Card>
      <Card title={t(`convert.own.${tab}`)}>{list}</Card>
    </div>
  );
}
