import { Link } from 'react-router';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import type { RebateSummary } from '../api.ts';
import styles from './rebate.module.css';

const LEVELS = [1, 2, 3] as const;
type Level = (typeof LEVELS)[number];

/** The rates of each level, the rebates that each has earned, and the rules. */
export function RatesCard({ summary }: { readonly summary: RebateSummary }) {
  const t = useTranslate();
  const language = useLanguage();
  const { currency, rates, nextRates, nextTime, isVerified, total, lastDay, levels } = summary;
  const amount = (value = '0'): string => `${grouped(value, language)} ${currency}`;
  const percent = (value: string): string => `${grouped(value, language)}%`;
  const rate = (level: Level): string => percent(rates[level - 1] ?? '0');
  const columns: readonly Column<Level>[] = [
    { name: 'level', header: t('rebate.level'), cell: (level) => t(`referral.level.${level}`) },
    { name: 'rate', header: t('rebate.rate'), cell: rate },
    { name: 'earned', header: t('rebate.earned'), cell: (level) => amount(levels[level - 1]) },
  ];
  return (
    <Card title={t('rebate.rates')}>
      <div className={styles['body']}>
        {!isVerified && (
          <p className={styles['note']}>
            {t('rebate.unverified')} <Link to="/authentication">{t('rebate.verify')}</Link>
          </p>
        )}
        <dl className={styles['facts']}>
          <Fact name={t('rebate.total')} value={amount(total)} />
          <Fact name={t('rebate.lastDay')} value={amount(lastDay)} />
          <Fact name={t('rebate.ends')} value={nextTime.slice(0, 'YYYY-MM-DD HH:mm'.length)} />
        </dl>
        {rates.length === 0 && nextRates === undefined && <p>{t('rebate.off')}</p>}
        {nextRates !== undefined && (
          <p>
            {nextRates.length === 0
              ? t('rebate.nextOff', { time: nextTime })
              : t('rebate.next', { time: nextTime, rates: nextRates.map(percent).join(' / ') })}
          </p>
        )}
      </div>
      <DataTable
        label={t('rebate.rates')}
        size="roomy"
        narrow="columns"
        columns={columns}
        rows={LEVELS}
        rowKey={String}
        empty={null}
      />
      <ul className={styles['rules']}>
        <li>{t('rebate.rule.day')}</li>
        <li>{t('rebate.rule.verified')}</li>
        <li>{t('rebate.rule.own')}</li>
      </ul>
    </Card>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
