import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import type { Sale } from '../model/sale.ts';
import { Check } from './check.tsx';
import { CommitBlock } from './commit-block.tsx';
import { Demand } from './demand.tsx';
import { OwnEntry } from './own-entry.tsx';
import { SaleFacts } from './sale-facts.tsx';
import styles from './sale.module.css';
import { TermsText } from './terms-text.tsx';

const TONES = {
  announced: 'accent',
  open: 'success',
  deciding: 'accent',
  allotting: 'accent',
  vesting: 'accent',
  done: 'neutral',
  cancelled: 'warn',
  missed: 'warn',
} as const;

interface SaleProps {
  readonly sale: Sale;
  readonly isLoggedIn: boolean;
}

/** A sale: the offered coins and their terms, the demand, and the user's own entry. */
export function SaleCard({ sale, isLoggedIn }: SaleProps) {
  const t = useTranslate();
  const { title, about, state } = sale;
  return (
    <li className={styles['sale']}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        <Badge tone={TONES[state]}>{t(`sale.state.${state}`)}</Badge>
        <Paper sale={sale} />
      </div>
      {about !== '' && <p className={styles['about']}>{about}</p>}
      <div className={styles['columns']}>
        <SaleFacts sale={sale} />
        <div className={styles['side']}>
          <Demand sale={sale} />
          <Part sale={sale} isLoggedIn={isLoggedIn} />
        </div>
        <TermsText sale={sale} />
      </div>
      {sale.isPublished && <Check key={state} sale={sale} />}
    </li>
  );
}

function Part({ sale, isLoggedIn }: SaleProps) {
  const t = useTranslate();
  const { state, my, cancelled } = sale;
  return (
    <>
      {(state === 'deciding' ||
        state === 'allotting' ||
        state === 'cancelled' ||
        state === 'missed') && <p className={styles['note']}>{t(`sale.note.${state}`)}</p>}
      {cancelled !== '' && (
        <p className={styles['about']}>{t('sale.cancelledFor', { reason: cancelled })}</p>
      )}
      {my !== undefined && <OwnEntry sale={sale} entry={my} />}
      {state === 'open' && (isLoggedIn ? <CommitBlock sale={sale} /> : <LoginPrompt />)}
    </>
  );
}

function Paper({ sale: { paper, title } }: { readonly sale: Sale }) {
  const t = useTranslate();
  if (paper === '') return null;
  const words = t('sale.paper');
  const shared = { className: styles['paper'], 'aria-label': `${words}: ${title}` };
  if (paper.startsWith('/'))
    return (
      <Link to={paper} {...shared}>
        {words}
      </Link>
    );
  return (
    <a href={paper} target="_blank" rel="noopener noreferrer" {...shared}>
      {words}
    </a>
  );
}
