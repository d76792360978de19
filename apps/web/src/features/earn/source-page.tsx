import { Link } from 'react-router';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { useSession } from '../../shared/session.ts';
import { Card } from '../../shared/ui/card.tsx';
import { LoginPrompt } from '../../shared/ui/login-prompt.tsx';
import { useEarnFeed } from './api.ts';
import styles from './ui/earn.module.css';
import { SheetTable } from './ui/sheet-table.tsx';
import { StatementTable } from './ui/statement-table.tsx';
import { UnlockCalendar } from './ui/unlock-calendar.tsx';

/** Where the yield comes from, what of one's own comes free when, and each day's interest. */
export function SourcePage() {
  const t = useTranslate();
  useEarnFeed();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  return (
    <div className={styles['page']}>
      <header className={styles['top']}>
        <h1>{t('feature.earn')}</h1>
        <p>{t('earn.sourceAbout')}</p>
        <nav className={styles['ways']} aria-label={t('earn.ways')}>
          <Link to="/wealth">{t('feature.wealth')}</Link>
          <Link to="/savings">{t('feature.coinBank')}</Link>
          <Link to="/pledge">{t('feature.pledge')}</Link>
        </nav>
      </header>
      <Card title={t('earn.sheet')} about={t('earn.sheetAbout')}>
        <SheetTable />
      </Card>
      {isLoggedIn ? (
        <>
          <UnlockCalendar />
          <Card title={t('earn.statement')} about={t('earn.statementAbout')}>
            <StatementTable />
          </Card>
        </>
      ) : (
        <Card title={t('earn.calendar')}>
          <LoginPrompt />
        </Card>
      )}
    </div>
  );
}
