import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSiteAddress, useSiteLink } from '../../../shared/site-links.ts';
import { Button } from '../../../shared/ui/button.tsx';
import styles from './downloads.module.css';

const SYSTEMS = ['iOS', 'Android'];

/** Download of the app: one link, which the operator sets. Nothing without one. */
export function Downloads() {
  const t = useTranslate();
  const open = useSiteLink('app');
  const address = useSiteAddress('app');
  if (address === undefined) return null;
  return (
    <section className={styles['downloads']} aria-labelledby="home-downloads">
      <div>
        <h2 id="home-downloads">{t('home.app')}</h2>
        <p>{t('home.appAbout')}</p>
      </div>
      <div className={styles['systems']}>
        {SYSTEMS.map((system) => (
          <Button key={system} onClick={open}>
            {t('home.downloadFor', { system })}
          </Button>
        ))}
      </div>
    </section>
  );
}
