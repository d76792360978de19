import { LANGUAGES, type Language } from '@meridian/contract/languages';
import { saveLanguage } from '../features/account/login-api.ts';
import { changeLanguage, LANGUAGE_NAMES, useLanguage } from '../shared/i18n/language.ts';
import { translate } from '../shared/i18n/translate.ts';
import { showToast } from '../shared/ui/toasts.ts';
import styles from './language-list.module.css';

/** The six languages, each in its own words. */
export function LanguageList({ onChosen }: { readonly onChosen: () => void }) {
  const language = useLanguage();
  const change = (next: Language): void => {
    onChosen();
    changeLanguage(next).then(
      // The page is in the language already: without an answer, the next login saves it.
      () => saveLanguage(next).catch(() => undefined),
      () => showToast('error', translate('error.network')),
    );
  };
  return (
    <ul className={styles['languages']}>
      {LANGUAGES.map((one) => (
        <li key={one}>
          <button
            type="button"
            lang={one}
            aria-pressed={one === language}
            onClick={() => change(one)}
          >
            {LANGUAGE_NAMES[one]}
          </button>
        </li>
      ))}
    </ul>
  );
}
