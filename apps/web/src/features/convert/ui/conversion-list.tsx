import { useInfiniteQuery } from '@tanstack/react-query';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import { conversionsQuery } from '../api.ts';
import type { Conversion } from '../model/conversion.ts';
import styles from './convert.module.css';

/** Own conversions, each with its spread. */
export function ConversionList() {
  const t = useTranslate();
  const language = useLanguage();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const query = useInfiniteQuery(conversionsQuery);
  if (!isLoggedIn) return <Empty>{t('convert.loginToSee')}</Empty>;
  const columns = [
    {
      name: 'time',
      header: t('convert.time'),
      cell: ({ timeMs, kind }: Conversion) => (
        <span className={styles['when']}>
          {dateAndTime(timeMs)}
          <small>{t(`convert.kind.${kind}`)}</small>
        </span>
      ),
    },
    {
      name: 'given',
      header: t('convert.give'),
      cell: ({ fromAmount, fromCode }: Conversion) =>
        `${grouped(fromAmount, language)} ${fromCode}`,
    },
    {
      name: 'got',
      header: t('convert.get'),
      cell: ({ toAmount, toCode }: Conversion) => `${grouped(toAmount, language)} ${toCode}`,
    },
    {
      name: 'spread',
      header: t('convert.spread'),
      cell: ({ spreadBps }: Conversion) => t('convert.bps', { bps: spreadBps }),
    },
  ];
  return (
    <PagedTable
      label={t('convert.own.convert')}
      size="roomy"
      marksNew
      columns={columns}
      query={query}
      rows={query.data?.pages.flatMap((page) => page.list)}
      rowKey={({ key }) => key}
      empty={<Empty>{t('convert.none')}</Empty>}
      skeletonRows={4}
    />
  );
}
