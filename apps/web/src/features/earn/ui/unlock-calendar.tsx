import { useQuery } from '@tanstack/react-query';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { DataTable, type Column } from '../../../shared/ui/data-table.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { calendarQuery } from '../api.ts';
import { calendarFile } from '../model/calendar-file.ts';
import { KIND_NAMES } from './kind-name.ts';
import type { Unlock } from '../model/product.ts';

/** The own locks with their amounts and end times, and a file of them for a calendar. */
export function UnlockCalendar() {
  const t = useTranslate();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(calendarQuery);
  const amount = (text: string, { currency }: Unlock): string =>
    `${grouped(text, language)} ${currency}`;
  const save = (): void => {
    const entries = (data ?? []).map((unlock) => ({
      id: `lock-${unlock.lock}`,
      atMs: unlock.endsAtMs,
      title: t(unlock.renews ? 'earn.unlockRenewedTitle' : 'earn.unlockTitle', {
        amount: amount(unlock.principal, unlock),
      }),
      text: t('earn.unlockText', {
        lock: unlock.lock,
        interest: amount(unlock.interest, unlock),
      }),
    }));
    saveFile('unlocks.ics', calendarFile(t('earn.calendar'), entries, Date.now()), 'text/calendar');
  };
  const columns: readonly Column<Unlock>[] = [
    { name: 'end', header: t('earn.ends'), cell: ({ endsAtMs: end }) => dateAndTime(end) },
    {
      name: 'lock',
      header: t('earn.lock'),
      cell: ({ lock, kind }) => t('earn.lockOf', { product: t(KIND_NAMES[kind]), lock }),
    },
    {
      name: 'principal',
      header: t('earn.principal'),
      cell: (row) => amount(row.principal, row),
    },
    { name: 'interest', header: t('earn.total'), cell: (row) => amount(row.interest, row) },
    {
      name: 'renews',
      header: t('earn.renews'),
      cell: ({ renews }) => t(renews ? 'earn.yes' : 'earn.no'),
    },
  ];
  return (
    <Card
      title={t('earn.calendar')}
      about={t('earn.calendarAbout')}
      tools={
        data !== undefined &&
        data.length > 0 && (
          <Button isSmall onClick={save}>
            {t('earn.download')}
          </Button>
        )
      }
    >
      {data === undefined && error !== null ? (
        <Failure message={error.message} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('earn.calendar')}
          columns={columns}
          rows={data}
          rowKey={({ lock }) => lock}
          empty={<Empty>{t('earn.noUnlocks')}</Empty>}
          skeletonRows={2}
          size="roomy"
        />
      )}
    </Card>
  );
}
