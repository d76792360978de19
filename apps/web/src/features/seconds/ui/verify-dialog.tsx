import type { MicroOrder } from '@meridian/contract/seconds';
import { useQuery } from '@tanstack/react-query';
import { dateAndTime, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { ticksQuery } from '../api.ts';
import { recompute, type PublicTick, type Verdict } from '../model/verify.ts';
import styles from './verify-dialog.module.css';

/** Prices before and after the time of a contract that are shown too. */
const MARGIN_MS = 12_000;

interface VerifyDialogProps {
  readonly order: MicroOrder;
  readonly onClose: () => void;
}

/** Recomputes a closed contract here, from the public prices of its time. */
export function VerifyDialog({ order, onClose }: VerifyDialogProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(ticksQuery({ market: order.match_id, fromMs: order.create_time_ms - MARGIN_MS, toMs: order.end_time_ms + MARGIN_MS }));
  return (
    <Dialog isOpen title={t('seconds.verifyTitle')} onClose={onClose}>
      <div className={styles['body']}>
        <p>{t('seconds.verifyAbout')}</p>
        {data === undefined && error !== null && <Failure message={error.message} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton rows={8} height={32} />}
        {data !== undefined && <Proof order={order} ticks={data.ticks as unknown as readonly PublicTick[]} />}
        <p>
          <a href={`/api/microtrade/ticks?market=${order.match_id}&day=${order.create_time.slice(0, 10)}`} download>
            {t('seconds.dayFile')}
          </a>
        </p>
      </div>
    </Dialog>
  );
}

function Proof({ order, ticks }: { readonly order: MicroOrder; readonly ticks: readonly PublicTick[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const verdict = recompute(order, ticks);
  return (
    <>
      <p role="status" className={styles['verdict']}>
        <Badge tone={verdict.agrees ? 'success' : 'danger'}>{verdict.result === '' ? '' : t(`seconds.result.${verdict.result}`)}</Badge>
        {t(verdict.agrees ? 'seconds.verifyAgrees' : 'seconds.verifyDiffers')}
      </p>
      <DataTable
        label={t('seconds.verifyTitle')}
        narrow="columns"
        rows={ticks}
        rowKey={([seq]) => seq}
        isTaken={(tick) => tick === verdict.open || tick === verdict.settle}
        empty={<Empty>{t('trades.empty')}</Empty>}
        columns={[
          { name: 'tick', header: t('seconds.tick'), cell: ([seq]) => seq },
          { name: 'time', header: t('seconds.tickTime'), align: 'start', cell: ([, timeMs]) => `${dateAndTime(timeMs).slice(11)}.${String(timeMs % 1000).padStart(3, '0')}` },
          { name: 'price', header: t('seconds.tickPrice'), cell: ([, , price]) => grouped(price, language) },
          { name: 'mark', header: t('seconds.tickMark'), align: 'start', cell: (tick) => <Mark tick={tick} verdict={verdict} /> },
        ]}
      />
    </>
  );
}

function Mark({ tick, verdict }: { readonly tick: PublicTick; readonly verdict: Verdict }) {
  const t = useTranslate();
  const marks = [...(tick === verdict.open ? [t('seconds.openPrice')] : []), ...(tick === verdict.settle ? [t('seconds.endPrice')] : [])];
  return marks.join(' · ');
}
