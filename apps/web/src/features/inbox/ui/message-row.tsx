import type { OwnMessage, ToldReview, ToldRuling } from '@meridian/contract/inbox';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './message-row.module.css';

const REVIEWS: ReadonlySet<string> = new Set<ToldReview>(['identity_approved', 'identity_rejected', 'assets_approved', 'assets_rejected']);
const RULINGS: ReadonlySet<string> = new Set<ToldRuling>(['deal_paid', 'deal_returned']);
/** Told, but no change that somebody else could have made. */
const HARMLESS: ReadonlySet<string> = new Set(['registered', 'frozen', 'unfrozen']);

/** One message: what happened, what it means, what to do. */
export function MessageRow({ message }: { readonly message: OwnMessage }) {
  const { kind, reason, device, address, created_time } = message;
  return (
    <li className={styles['row']} data-kind={kind}>
      {isReview(kind) || isRuling(kind) ? <DecisionText kind={kind} reason={reason} /> : <EventText kind={kind} from={[device, address].filter((part) => part !== '').join(', ')} />}
      <time className={styles['time']}>{created_time}</time>
    </li>
  );
}

type Kind = OwnMessage['kind'];

function isReview(kind: Kind): kind is ToldReview {
  return REVIEWS.has(kind);
}

function isRuling(kind: Kind): kind is ToldRuling {
  return RULINGS.has(kind);
}

function DecisionText({ kind, reason }: { readonly kind: ToldReview | ToldRuling; readonly reason: string }) {
  const t = useTranslate();
  return (
    <Words title={t(`inbox.${kind}`)}>
      {reason !== '' && <p>{t('inbox.reason', { reason })}</p>}
      <p>
        {isRuling(kind) ? <Link to="/rechargeMoney">{t('feature.acceptors')}</Link> : <Link to="/authentication">{t('feature.identity')}</Link>}
      </p>
    </Words>
  );
}

function EventText({ kind, from }: { readonly kind: Exclude<Kind, ToldReview | ToldRuling>; readonly from: string }) {
  const t = useTranslate();
  return (
    <Words title={t(`securityEvent.${kind}`)}>
      {from !== '' && <p>{t('inbox.from', { from })}</p>}
      {!HARMLESS.has(kind) && (
        <p>
          {t('inbox.notYou')} <Link to="/resetPwd">{t('inbox.changePassword')}</Link>
        </p>
      )}
    </Words>
  );
}

function Words({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles['words']}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
