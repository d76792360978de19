import { useRef } from 'react';
import { useConnection } from '../../realtime/connection.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useShortcut } from '../../shared/shortcuts/shortcuts.ts';
import { StalePanel } from '../../shared/ui/stale-panel.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import styles from './quotation-page.module.css';
import { GroupTabs } from './ui/group-tabs.tsx';
import { MarketTable } from './ui/market-table.tsx';
import { NoRows } from './ui/no-rows.tsx';
import { SearchField } from './ui/search-field.tsx';
import { useMarketRows } from './use-market-rows.ts';

/** All markets with their figures of the day. A press on one leads to its trading page. */
export function QuotationPage() {
  const t = useTranslate();
  const { status, sinceMs } = useConnection();
  const list = useMarketRows();
  const { choice, change, rows, error, retry } = list;
  const search = useRef<HTMLInputElement>(null);
  useShortcut('/', () => search.current?.focus());
  return (
    <div className={styles['page']}>
      <h1>{t('market.title')}</h1>
      <section className={styles['panel']} aria-label={t('market.title')}>
        <div className={styles['tools']}>
          <GroupTabs {...list} hasWord />
          <SearchField
            field={search}
            value={choice.search}
            onChange={(text) => change({ search: text })}
          />
        </div>
        <StalePanel status={status} sinceMs={sinceMs}>
          {error === null ? (
            <MarketTable
              label={t('market.title')}
              rows={rows}
              empty={<NoRows {...list} />}
              to="/dealCenter"
              hasStars
              hasWeek
              sort={choice.sort}
              onSort={(sort) => change({ sort })}
              narrow="cards"
            />
          ) : (
            <Failure message={error.message} onRetry={retry} />
          )}
        </StalePanel>
      </section>
      <p role="status" className="visually-hidden">
        {rows !== undefined &&
          choice.search.trim() !== '' &&
          t('market.found', { count: rows.length })}
      </p>
    </div>
  );
}
