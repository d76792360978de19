import { Link } from 'react-router';
import { useTranslate } from '../shared/i18n/translate.ts';
import { useSession } from '../shared/session.ts';
import { changeTheme, useLook } from '../shared/theme.ts';
import { Segments } from '../shared/ui/segments.tsx';
import { Sheet } from '../shared/ui/sheet.tsx';
import { DirectionChoice } from './direction-choice.tsx';
import { LanguageList } from './language-list.tsx';
import { useLoginWay } from './login-way.ts';
import { MenuEntries } from './menu-entries.tsx';
import styles from './menu-sheet.module.css';
import { ASSETS, BUY, MORE, PRIMARY } from './navigation.ts';
import { LOGIN, REGISTER } from './route-table.ts';
import { SiteLinkButton } from './site-link-button.tsx';

/**
 * The parts of the header that a narrow window has no room for. Fetched when it is first opened.
 */
export function MenuSheet({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslate();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  return (
    <Sheet isOpen={isOpen} title={t('nav.menu')} onClose={onClose}>
      <div className={styles['menu']}>
        {!isLoggedIn && <Entrance onClose={onClose} />}
        <nav aria-label={t('nav.main')} className={styles['groups']}>
          <MenuEntries entries={[...PRIMARY, ASSETS]} onFollow={onClose} />
          {[BUY, ...MORE].map(({ title, entries }) => (
            <MenuEntries key={title} title={t(title)} entries={entries} onFollow={onClose} />
          ))}
        </nav>
        <section aria-label={t('nav.settings')} className={styles['groups']}>
          <Theme />
          <DirectionChoice />
          <div>
            <p className={styles['title']}>{t('nav.language')}</p>
            <LanguageList onChosen={onClose} />
          </div>
        </section>
        <div className={styles['links']}>
          <SiteLinkButton link="service">{t('nav.service')}</SiteLinkButton>
          <SiteLinkButton link="app">{t('nav.download')}</SiteLinkButton>
        </div>
      </div>
    </Sheet>
  );
}

function Entrance({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate();
  const way = useLoginWay();
  return (
    <div className={styles['entrance']}>
      <Link to={LOGIN} state={way} onClick={onClose}>
        {t('auth.login')}
      </Link>
      <Link to={REGISTER} state={way} onClick={onClose}>
        {t('auth.register')}
      </Link>
    </div>
  );
}

function Theme() {
  const t = useTranslate();
  const theme = useLook((look) => look.theme);
  return (
    <Segments
      label={t('look.theme')}
      value={theme}
      onChange={changeTheme}
      isFilled
      options={[
        { name: 'night', label: t('look.night') },
        { name: 'day', label: t('look.day') },
      ]}
    />
  );
}
