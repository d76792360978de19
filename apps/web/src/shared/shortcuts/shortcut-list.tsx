import { Fragment } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import styles from './shortcut-help.module.css';
import { SHORTCUTS, turnShortcuts, useShortcutSetting } from './shortcuts.ts';

/** The key's label, the same in all languages. */
const ESCAPE = 'Esc';

interface ShortcutListProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The shortcuts, and the switch that turns them off. */
export function ShortcutList({ isOpen, onClose }: ShortcutListProps) {
  const t = useTranslate();
  const isOn = useShortcutSetting((setting) => setting.isOn);
  return (
    <Dialog isOpen={isOpen} title={t('shortcut.title')} onClose={onClose}>
      <dl className={styles['list']} data-off={!isOn || undefined}>
        {SHORTCUTS.map(({ keys, text }) => (
          <div key={text}>
            <dt>{t(text)}</dt>
            <dd>
              {keys.map((key) => (
                <Fragment key={key}>
                  <kbd>{key.toUpperCase()}</kbd>{' '}
                </Fragment>
              ))}
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
  );
}
