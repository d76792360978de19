import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@meridian/contract/languages';
import styles from './last-resort.module.css';

/** The only texts outside the catalogues: for a failure to load a catalogue, or React itself. */
const TEXTS: Readonly<Record<Language, { readonly cause: string; readonly retry: string }>> = {
  en: {
    cause: 'Meridian could not be loaded. Check your connection, then try again.',
    retry: 'Try again',
  },
  ko: {
    cause: 'Meridian을 불러오지 못했습니다. 연결을 확인한 뒤 다시 시도해 주세요.',
    retry: '다시 시도',
  },
  ja: {
    cause: 'Meridianを読み込めませんでした。接続を確認して、もう一度お試しください。',
    retry: '再試行',
  },
  'zh-CN': { cause: 'Meridian 加载失败，请检查网络后重试。', retry: '重试' },
  'zh-TW': { cause: 'Meridian 載入失敗，請檢查網路後重試。', retry: '重試' },
  es: {
    cause: 'No se pudo cargar Meridian. Compruebe su conexión e inténtelo de nuevo.',
    retry: 'Reintentar',
  },
};

/**
 * Shows on an otherwise empty page that the application could not be loaded, with a retry button.
 */
export function showLastResort(place: HTMLElement): void {
  const language =
    LANGUAGES.find((one) => one === document.documentElement.lang) ?? DEFAULT_LANGUAGE;
  const cause = document.createElement('p');
  cause.textContent = TEXTS[language].cause;
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.textContent = TEXTS[language].retry;
  retry.addEventListener('click', () => location.reload());
  const page = document.createElement('main');
  page.className = styles['page'] ?? '';
  page.setAttribute('role', 'alert');
  page.append(cause, retry);
  place.replaceChildren(page);
}
