import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Empty, Failure } from '../../shared/ui/states.tsx';

/** An address that leads nowhere. */
export function MissingPage() {
  const t = useTranslate();
  return <Empty action={<Link to="/dealCenter">{t('nav.trade')}</Link>}>{t('error.noPage')}</Empty>;
}

/** A page that broke, or could not be fetched. */
export function PageFailure() {
  const t = useTranslate();
  return <Failure message={t('error.page')} onRetry={() => location.reload()} />;
}
