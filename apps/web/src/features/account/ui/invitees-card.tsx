import { useInfiniteQuery } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import type { Column } from '../../../shared/ui/data-table.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import type { Invitee } from '../model/own-account.ts';
import { inviteesQuery } from '../referral-api.ts';
import styles from './invitees-card.module.css';

const LEVELS = [1, 2, 3] as const;

/**
 * Users who came by the user's code, by the codes of those, and by theirs again: the number of
 * each, and a masked list.
 */
export function InviteesCard() {
  const t = useTranslate();
  const language = useLanguage();
  const query = useInfiniteQuery(inviteesQuery);
  const invitees = query.data?.pages.flatMap(({ list }) => list);
  const totals = query.data?.pages[0]?.totals;
  const columns = useColumns();
  return (
    <Card title={t('referral.invitees')}>
      {invitees === undefined && query.error !== null ? (
        <Failure message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <dl className={styles['totals']}>
            {LEVELS.map((level) => (
              <div key={level}>
                <dt>{t(`referral.level.${level}`)}</dt>
                <dd>
                  {totals === undefined ? (
                    <span className={styles['waiting']} aria-hidden="true" />
                  ) : (
                    grouped(String(totals[level - 1] ?? 0), language)
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <PagedTable
            label={t('referral.list')}
            size="roomy"
            narrow="columns"
            columns={columns}
            query={query}
            rows={invitees}
            rowKey={(invitee) =>
              `${invitee.createdAt} ${invitee.account} ${invitees?.indexOf(invitee)}`
            }
            empty={<Empty>{t('referral.none')}</Empty>}
            skeletonRows={3}
          />
        </>
      )}
    </Card>
  );
}

function useColumns(): readonly Column<Invitee>[] {
  const t = useTranslate();
  return [
    { name: 'account', header: t('referral.account'), cell: ({ account }) => account },
    { name: 'level', header: t('referral.level'), cell: ({ level }) => level },
    {
      name: 'time',
      header: t('referral.time'),
      cell: ({ createdAt }) => createdAt.slice(0, 'YYYY-MM-DD'.length),
    },
  ];
}
