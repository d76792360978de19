import { Link } from 'react-router';
import { MISSING } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import type { Deal } from '../model/deal.ts';
import { isPartyHidden, payeeFields } from '../model/deal-stage.ts';
import styles from './deal.module.css';
import { ReportButton } from './report-button.tsx';

/** The account that the buyer is to pay to, with warnings. */
export function PayeePart({ deal }: { readonly deal: Deal }) {
  const t = useTranslate();
  if (payeeFields(deal.payee).length === 0) return null;
  return (
    <section className={styles['payee']}>
      <h3>{t('p2p.payee.title', { side: deal.side })}</h3>
      <p className={styles['note']}>{t('p2p.payee.way', { way: deal.wayName })}</p>
      <PayeeFields deal={deal} />
      <Safety side={deal.side} />
    </section>
  );
}

/** The account that the buyer has paid to, or that the seller is paid to. */
export function PayeeCard({
  deal,
  view,
}: {
  readonly deal: Deal;
  readonly view: 'paid' | 'receive';
}) {
  const t = useTranslate();
  if (payeeFields(deal.payee).length === 0) return null;
  return (
    <Card
      title={view === 'paid' ? t('p2p.payee.paidTo') : t('p2p.payee.title', { side: deal.side })}
      about={t('p2p.payee.way', { way: deal.wayName })}
    >
      <div className={styles['body']}>
        <PayeeFields deal={deal} />
        {view === 'receive' && <Safety side={deal.side} />}
      </div>
    </Card>
  );
}

/** The fields of the account, each with a button that copies it. */
function PayeeFields({ deal }: { readonly deal: Deal }) {
  const t = useTranslate();
  return (
    <dl className={styles['amounts']}>
      {payeeFields(deal.payee).map(({ name, value }) => (
        <div key={name}>
          <dt>{t(`p2p.payee.${name}`)}</dt>
          <dd>
            {value}
            <CopyButton value={value} what={t(`p2p.payee.${name}`)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const WARNINGS = {
  buy: ['ownName', 'noCoinWords', 'noOtherAccount'],
  sell: ['moneyFirst', 'payerName', 'noScreenshots'],
} as const;

/** Warnings about the mistakes by which a buyer or a seller loses money. */
function Safety({ side }: Pick<Deal, 'side'>) {
  const t = useTranslate();
  return (
    <div className={styles['warning']} role="note" aria-label={t('p2p.safety.title')}>
      <ul>
        {WARNINGS[side].map((name) => (
          <li key={name}>{t(`p2p.safety.${name}`)}</li>
        ))}
      </ul>
    </div>
  );
}

/** The other side of a deal: verified name and phone, as long as both may see them. */
export function PartyCard({ deal, nowMs }: { readonly deal: Deal; readonly nowMs: number }) {
  const t = useTranslate();
  const { traderName, traderRealName, traderPhone, traderId } = deal;
  return (
    <Card
      title={t('p2p.party.title', { side: deal.side })}
      tools={<ReportButton about={{ deal: deal.id }} />}
    >
      <div className={styles['body']}>
        <div className={styles['person']}>
          <Avatar name={traderName} size={40} />
          <Link to={`/c2cTrader?id=${traderId}`}>{traderName}</Link>
        </div>
        {isPartyHidden(deal, nowMs) ? (
          <p className={styles['note']}>{t('p2p.party.hidden')}</p>
        ) : (
          <dl className={styles['amounts']}>
            <div>
              <dt>{t('p2p.party.realName')}</dt>
              <dd>{traderRealName === '' ? MISSING : traderRealName}</dd>
            </div>
            {traderPhone !== '' && (
              <div>
                <dt>{t('p2p.party.phone')}</dt>
                <dd>
                  {traderPhone}
                  <CopyButton value={traderPhone} what={t('p2p.party.phone')} />
                </dd>
              </div>
            )}
          </dl>
        )}
      </div>
    </Card>
  );
}
