import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { dayFilePath, ticksQuery } from '../api.ts';
import type { Ticket } from '../model/ticket.ts';
import { recompute, type PublicTick } from '../model/verify.ts';
import { TickTable } from './tick-table.tsx';
import { VerdictLine } from './verdict-line.tsx';
import styles from './verify-dialog.module.css';

/** Prices before and after the time of a contract that are shown too. */
const MARGIN_MS = 12_000;

interface VerifyDialogProps {
  readonly ticket: Ticket;
  readonly onClose: () => void;
}

/** Recomputes a closed contract here, from the public prices of its time. */
export function VerifyDialog({ ticket, onClose }: VerifyDialogProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(
    ticksQuery({
      market: ticket.market,
      fromMs: ticket.openedAtMs - MARGIN_MS,
      toMs: ticket.dueAtMs + MARGIN_MS,
    }),
  );
  const ticks = data?.ticks as unknown as readonly PublicTick[] | undefined;
  const verdict = ticks && recompute(ticket, ticks);
  return (
    <Dialog isOpen title={t('seconds.verifyTitle')} onClose={onClose}>
      <div className={styles['body']}>
        <p>{t('seconds.verifyAbout')}</p>
        <p>
          {t('seconds.number')} <strong>{ticket.id}</strong>
        </p>
        {verdict !== undefined && <VerdictLine verdict={verdict} />}
        <p className={styles['ways']}>
          <Link to={`/secondVerify?id=${ticket.id}`}>{t('seconds.publicLink')}</Link>
          <a href={dayFilePath(ticket.market, ticket.openedAt.slice(0, 10))} download>
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
            minSources={ticket.minSources}
          />
        )}
      </div>
    </Dialog>
  );
}
