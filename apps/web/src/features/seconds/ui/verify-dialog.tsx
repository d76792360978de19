import type { MicroOrder } from '@meridian/contract/seconds/calls';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { dayFilePath, ticksQuery } from '../api.ts';
import { recompute, type PublicTick } from '../model/verify.ts';
import { TickTable } from './tick-table.tsx';
import { VerdictLine } from './verdict-line.tsx';
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
  const { data, error, refetch } = useQuery(
    ticksQuery({
      market: order.match_id,
      fromMs: order.create_time_ms - MARGIN_MS,
      toMs: order.end_time_ms + MARGIN_MS,
    }),
  );
  const ticks = data?.ticks as unknown as readonly PublicTick[] | undefined;
  const verdict = ticks && recompute(order, ticks);
  return (
    <Dialog isOpen title={t('seconds.verifyTitle')} onClose={onClose}>
      <div className={styles['body']}>
        <p>{t('seconds.verifyAbout')}</p>
        <p>
          {t('seconds.number')} <strong>{order.id}</strong>
        </p>
        {verdict !== undefined && <VerdictLine verdict={verdict} />}
        <p className={styles['ways']}>
          <Link to={`/secondVerify?id=${order.id}`}>{t('seconds.publicLink')}</Link>
          <a href={dayFilePath(order.match_id, order.create_time.slice(0, 10))} download>
            {t('seconds.dayFile')}
          </a>
        </p>
        {ticks === undefined && error !== null ? (
          <Failure message={error.message} onRetry={() => void refetch()} />
        ) : (
          <TickTable
            label={t('seconds.verifyTitle')}
            ticks={ticks}
            verdict={verdict}
            minSources={order.min_sources}
          />
        )}
      </div>
    </Dialog>
  );
}
