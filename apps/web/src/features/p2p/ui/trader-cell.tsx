import { Link } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Ad } from '../model/ad.ts';
import { completionOf } from '../model/trader.ts';
import styles from './trader-cell.module.css';

/** The owner of an ad, with the record of 30 days. */
export function TraderCell({
  ad: { traderId, traderName, isMerchant, record },
}: {
  readonly ad: Pick<Ad, 'traderId' | 'traderName' | 'isMerchant' | 'record'>;
}) {
  const t = useTranslate();
  return (
    <span className={styles['trader']}>
      <Avatar name={traderName} />
      <span className={styles['words']}>
        <span className={styles['name']}>
          <Link to={`/c2cTrader?id=${traderId}`}>{traderName}</Link>
          {isMerchant && <Badge tone="accent">{t('p2p.market.merchant')}</Badge>}
        </span>
        <small>
          <Record record={record} />
        </small>
      </span>
    </span>
  );
}

function Record({ record }: { readonly record: Ad['record'] }) {
  const t = useTranslate();
  const language = useLanguage();
  const completion = completionOf(record);
  switch (completion.kind) {
    case 'none':
      return t('p2p.market.record.none');
    case 'counts':
      return t('p2p.market.record.counts', {
        completed: completion.completed,
        ended: completion.ended,
      });
    case 'rate':
      return t('p2p.market.record.rate', {
        count: record.monthEnded,
        rate: grouped(completion.rate, language),
      });
  }
}
