import type { MessageKind } from '@meridian/contract/inbox/calls';
import { URGENT_KINDS, type MessageTopic } from '@meridian/contract/inbox/message-topics';
import { Link } from 'react-router';
import type { MessageId } from '../../../shared/i18n/translate.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import type { Message } from '../model/message.ts';
import styles from './message-row.module.css';

interface Way {
  readonly to: string;
  readonly label: MessageId;
}

/** The page that messages of a topic are about. */
const WAYS: Readonly<Record<MessageTopic, Way>> = {
  security: { to: '/accountSet', label: 'feature.account' },
  deposits: { to: '/chargeRecord', label: 'wallet.records' },
  withdrawals: { to: '/chargeRecord', label: 'wallet.records' },
  contracts: { to: '/leverList', label: 'feature.marginOrders' },
  seconds: { to: '/secondDealCenter', label: 'feature.seconds' },
  earn: { to: '/earn', label: 'feature.earn' },
  loans: { to: '/loan', label: 'feature.loan' },
  sales: { to: '/sale', label: 'inbox.topic.sales' },
  orders: { to: '/accountEntrust', label: 'feature.orders' },
  alerts: { to: '/accountSet', label: 'feature.account' },
  deals: { to: '/rechargeMoney', label: 'feature.acceptors' },
  p2p: { to: '/c2cOrder', label: 'feature.fiat' },
  convert: { to: '/convert', label: 'feature.convert' },
  payments: { to: '/transferLog', label: 'assets.log' },
  account: { to: '/transferLog', label: 'assets.log' },
};
/** Kinds with a page other than that of their topic. */
const OTHER_WAYS: Readonly<Partial<Record<MessageKind, Way>>> = {
  identity_approved: { to: '/authentication', label: 'feature.identity' },
  identity_rejected: { to: '/authentication', label: 'feature.identity' },
  assets_approved: { to: '/authentication', label: 'feature.identity' },
  assets_rejected: { to: '/authentication', label: 'feature.identity' },
  complaint_answered: { to: '/complaint', label: 'complaint.title' },
  complaint_closed: { to: '/complaint', label: 'complaint.title' },
  deal_opened: { to: '/aceite', label: 'acceptor.desk' },
  margin_warning: { to: '/leverdealCenter', label: 'feature.margin' },
  margin_call: { to: '/leverdealCenter', label: 'feature.margin' },
  payment_late: { to: '/payment', label: 'feature.payment' },
  payment_refunded: { to: '/payment', label: 'feature.payment' },
  payment_refused: { to: '/payment', label: 'feature.payment' },
};
/** Sales of a kind have a page of their own. */
const CROWD: Way = { to: '/crowd', label: 'feature.crowd' };

/** Kinds whose page opens the complaint that `id` in its address names. */
const OPENED_BY_ID: ReadonlySet<MessageKind> = new Set(['complaint_answered', 'complaint_closed']);

/** One message: its title, its text, and a link to the page that it is about. */
export function MessageRow({
  message,
  onRead,
}: {
  readonly message: Message;
  readonly onRead: () => void;
}) {
  const t = useTranslate();
  const { kind, topic, subject, sale, title, text, isRead, createdAt } = message;
  const way = sale === 'crowd' ? CROWD : (OTHER_WAYS[kind] ?? WAYS[topic]);
  const to = OPENED_BY_ID.has(kind) ? `${way.to}?id=${subject}` : way.to;
  return (
    <li
      className={styles['row']}
      data-kind={kind}
      data-unread={isRead ? undefined : true}
      data-urgent={URGENT_KINDS.has(kind) || undefined}
    >
      <div className={styles['words']}>
        <h2>
          {!isRead && <span className="visually-hidden">{t('inbox.unread')}</span>}
          {title}
        </h2>
        {text !== '' && <p>{text}</p>}
        <p>
          <Link to={to} onClick={() => !isRead && onRead()}>
            {t(way.label)}
          </Link>
        </p>
      </div>
      <div className={styles['side']}>
        <time className={styles['time']}>{createdAt}</time>
        {!isRead && (
          <Button isSmall look="text" aria-label={t('inbox.readOne', { title })} onClick={onRead}>
            {t('inbox.read')}
          </Button>
        )}
      </div>
    </li>
  );
}
