import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useSession } from '../../shared/session.ts';
import { Card } from '../../shared/ui/card.tsx';
import { LoginPrompt } from '../../shared/ui/login-prompt.tsx';
import { PageFrame } from '../../shared/ui/page-frame.tsx';
import { useEarnFeed } from './api.ts';
import styles from './ui/earn.module.css';
import { SheetTable } from './ui/sheet-table.tsx';
import { StatementCard } from './ui/statement-table.tsx';
import { UnlockCalendar } from './ui/unlock-calendar.tsx';

/** The sources of the yield, the calendar of own locks that end, and each day's interest. */
export function SourcePage() {
  const t = useTranslate();
  useEarnFeed();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  return (
    <PageFrame
      title={t('feature.earn')}
      about={t('earn.sourceAbout')}
      ways={
        <nav className={styles['ways']} aria-label={t('earn.ways')}>
          <Link to="/wealth">{t('feature.wealth')}</Link>
          <Link to="/savings">{t('feature.coinBank')}</Link>
          <Link to="/pledge">{t('feature.pledge')}</Link>
          <Link to="/loan">{t('feature.loan')}</Link>
          <Link to="/fees">{t('nav.fees')}</Link>
        </nav>
      }
    >
      <Card title={t('earn.sheet')} about={t('earn.sheetAbout')}>
        <SheetTable />
      </Card>
      {isLoggedIn ? (
        <>
          <UnlockCalendar />
          <StatementCard />
        </>
      ) : (
        <Card title={t('earn.calendar')}>
          <LoginPrompt />
        </Card>
      )}
    </PageFrame>
  );
}
