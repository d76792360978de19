import { useState } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import styles from './shortcut-help.module.css';
import { SHORTCUTS, turnShortcuts, useShortcut, useShortcutSetting } from './shortcuts.ts';

/** The key's label, the same in all languages. */
const ESCAPE = 'Esc';

/** A button, and the list of shortcuts that it opens. There they can be turned off. */
export function ShortcutHelp() {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const isOn = useShortcutSetting((setting) => setting.isOn);
  useShortcut('?', () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        aria-label={t('shortcut.title')}
        title={t('shortcut.title')}
        onClick={() => setOpen(true)}
      >
        <svg
          viewBox="0 0 20 20"
          width="20"
          height="20"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <rect x="1.75" y="4.75" width="16.5" height="10.5" rx="2" />
          <path d="M5 8h.01M8.3 8h.01M11.7 8h.01M15 8h.01M6 12h8" />
        </svg>
      </button>
      <Dialog isOpen={isOpen} title={t('shortcut.title')} onClose={() => setOpen(false)}>
        <dl className={styles['list']} data-off={!isOn || undefined}>
          {SHORTCUTS.map(({ key, text }) => (
            <div key={key}>
              <dt>{t(text)}</dt>
              <dd>
                <kbd>{key.toUpperCase()}</kbd>
              </dd>
            </div>
          ))}
        </dl>
        <dl className={styles['list']}>
          <div>
            <dt>{t('shortcut.close')}</dt>
            <dd>
              <kbd>{ESCAPE}</kbd>
            </dd>
          </div>
          <div>
            <dt>{t('shortcut.arrows')}</dt>
            <dd>
              <kbd>↑</kbd> <kbd>↓</kbd>
            </dd>
          </div>
        </dl>
        <Switch label={t('shortcut.isOn')} isOn={isOn} onChange={turnShortcuts} />
      </Dialog>
    </>
  );
}
