import { dateAndTime, fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import type { PublicTick, Verdict } from '../model/verify.ts';
import styles from './tick-table.module.css';

interface TickTableProps {
  readonly label: string;
  /** Undefined while they are on their way. */
  readonly ticks: readonly PublicTick[] | undefined;
  readonly verdict: Verdict | undefined;
  /** Of how many venues a price must be to open the contract. */
  readonly minSources: number;
  readonly skeletonRows?: number;
}

/**
 * Public prices, with those marked that a contract is settled by, and those that are of too few
 * venues to open it.
 */
export function TickTable({ label, ticks, verdict, minSources, skeletonRows }: TickTableProps) {
  const t = useTranslate();
  const language = useLanguage();
  const decimals = Math.max(
    0,
    ...(ticks ?? []).map(([, , price]) => price.split('.')[1]?.length ?? 0),
  );
  return (
    <DataTable
      label={label}
      narrow="columns"
      rows={ticks}
      rowKey={([seq]) => seq}
      isTaken={(tick) => tick === verdict?.open || tick === verdict?.settle}
      {...(skeletonRows === undefined ? {} : { skeletonRows })}
      empty={<Empty>{t('seconds.noPrices')}</Empty>}
      columns={[
        { name: 'tick', header: t('seconds.tick'), cell: ([seq]) => seq },
        {
          name: 'time',
          header: t('seconds.tickTime'),
          align: 'start',
          cell: ([, timeMs]) => withMilliseconds(timeMs),
        },
        {
          name: 'quoted',
          header: t('seconds.tickQuoted'),
          align: 'start',
          cell: ([, , , quotedMs]) => withMilliseconds(quotedMs),
        },
        {
          name: 'price',
          header: t('seconds.tickPrice'),
          cell: (tick) => (
            <>
              {fixed(tick[2], decimals, { language })}
              <Mark tick={tick} verdict={verdict} isThin={tick[4] < minSources} />
            </>
          ),
        },
      ]}
    />
  );
}

/** Time of day in Shanghai to the millisecond: the rule compares times finer than a second. */
function withMilliseconds(timeMs: number): string {
  return `${dateAndTime(timeMs).slice(11)}.${String(timeMs % 1000).padStart(3, '0')}`;
}

/** Marks under a price: the open price, the end price, or a price of too few venues. */
function Mark({
  tick,
  verdict,
  isThin,
}: {
  readonly tick: PublicTick;
  readonly verdict: Verdict | undefined;
  readonly isThin: boolean;
}) {
  const t = useTranslate();
  const marks = [
    ...(tick === verdict?.open ? [t('seconds.openPrice')] : []),
    ...(tick === verdict?.settle ? [t('seconds.endPrice')] : []),
    ...(isThin ? [t('seconds.tickThin')] : []),
  ];
  return marks.length > 0 && <small className={styles['mark']}>{marks.join(' · ')}</small>;
}
