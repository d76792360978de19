import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { securityStateQuery } from '../../../shared/step-up/security-api.ts';
import { demoAccountsQuery, demoQuery } from '../api.ts';

/** The account that a visitor of the demo may use. */
export function DemoAccountHint() {
  const t = useTranslate();
  const { data: accounts = [] } = useQuery(demoAccountsQuery);
  const visitor = accounts.find(({ purpose }) => purpose === 'trades');
  return visitor === undefined ? null : (
    <small>{t('demo.account', { account: visitor.account, password: visitor.password })}</small>
  );
}

/** The link to the outbox with the demo's mails. */
export function OutboxHint({ to }: { readonly to: string }) {
  const t = useTranslate();
  const { data: isDemo = false } = useQuery(demoQuery);
  if (!isDemo) return null;
  return (
    <small>
      {t('demo.mailHint')}{' '}
      <Link to={`/demo/outbox?to=${encodeURIComponent(to)}`} target="_blank">
        {t('demo.outbox')}
      </Link>
    </small>
  );
}

/** The same for a user who is logged in: the place of codes that were sent to their own address. */
export function OwnOutboxHint() {
  const { data } = useQuery(securityStateQuery);
  return data === undefined ? null : (
    <OutboxHint to={data.email === '' ? data.phone : data.email} />
  );
}
