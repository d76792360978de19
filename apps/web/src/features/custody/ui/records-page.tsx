import { useState } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { depositsQuery } from '../deposits-api.ts';
import { withdrawalsQuery } from '../withdrawals-api.ts';
import { ClaimList } from './claim-list.tsx';
import { DepositList } from './deposit-list.tsx';
import { ExportClaims, ExportDeposits, ExportWithdrawals } from './export-records.tsx';
import styles from './records-page.module.css';
import { WithdrawalList } from './withdrawal-list.tsx';

const LISTS = ['deposits', 'withdrawals', 'claims'] as const;
const TOOLS = {
  deposits: <ExportDeposits />,
  withdrawals: <ExportWithdrawals />,
  claims: <ExportClaims />,
} as const;

/** All deposits, withdrawals and applications of the account. */
export function RecordsPage() {
  const t = useTranslate();
  const [list, setList] = useState<(typeof LISTS)[number]>('deposits');
  return (
    <div className={styles['page']}>
      <h1>{t('wallet.records')}</h1>
      <section className={styles['panel']} aria-label={t('wallet.records')}>
        <TabSet
          label={t('wallet.records')}
          value={list}
          onChange={setList}
          tabs={LISTS.map((name) => ({ name, label: t(`wallet.tab.${name}`) }))}
          tools={TOOLS[list]}
        >
          <TabContent name="deposits">
            {list === 'deposits' && <DepositList query={depositsQuery()} />}
          </TabContent>
          <TabContent name="withdrawals">
            {list === 'withdrawals' && <WithdrawalList query={withdrawalsQuery()} />}
          </TabContent>
          <TabContent name="claims">{list === 'claims' && <ClaimList />}</TabContent>
        </TabSet>
      </section>
    </div>
  );
}
