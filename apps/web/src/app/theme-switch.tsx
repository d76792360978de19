import { useTranslate } from '../shared/i18n/translate.ts';
import { changeTheme, useLook } from '../shared/theme.ts';
import { Icon } from './icons.tsx';
import styles from './theme-switch.module.css';

/** Switches between night and day. */
export function ThemeSwitch() {
  const t = useTranslate();
  const theme = useLook((look) => look.theme);
  const isNight = theme === 'night';
  const label = t(isNight ? 'nav.toDay' : 'nav.toNight');
  return (
    <button
      type="button"
      className={styles['switch']}
      aria-label={label}
      title={label}
      onClick={() => changeTheme(isNight ? 'day' : 'night')}
    >
      <Icon name={isNight ? 'sun' : 'moon'} />
    </button>
  );
}
