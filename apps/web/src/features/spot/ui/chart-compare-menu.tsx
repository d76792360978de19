import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import type { ChartPage } from './chart-page.ts';
import styles from './chart-menu.module.css';

/** The other markets: the chosen one is drawn over this one, in percent. */
export function ChartCompareMenu({
  page,
  market,
  onDone,
}: {
  readonly page: ChartPage;
  readonly market: Market;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const { data } = useQuery(marketsQuery);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toUpperCase();
  const others = (data ?? [])
    .flatMap(({ markets }) => markets)
    .filter(({ key, symbol }) => key !== market.key && symbol.toUpperCase().includes(wanted));
  const choose = (other: Market | undefined): void => {
    page.onCompare(other);
    onDone();
  };
  return (
    <>
      <p className={styles['note']}>{t('chartTool.compareNote')}</p>
      <div className={styles['params']}>
        <label>
          {t('chartTool.searchMarket')}
          <input value={search} onChange={({ target }) => setSearch(target.value)} />
        </label>
      </div>
      <ul className={styles['list']}>
        {others.map((other) => (
          <li key={other.key}>
            <button
              type="button"
              className={styles['choice']}
              aria-pressed={other.key === page.compared?.key}
              onClick={() => choose(other)}
            >
              {other.symbol}
            </button>
          </li>
        ))}
      </ul>
      {page.compared !== undefined && (
        <Button isSmall isWide onClick={() => choose(undefined)}>
          {t('chart.stopCompare', { pair: page.compared.symbol })}
        </Button>
      )}
    </>
  );
}
