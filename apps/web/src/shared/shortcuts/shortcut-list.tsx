import { Fragment } from 'react';
import { useTranslate, type MessageId } from '../i18n/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Switch } from '../ui/switch.tsx';
import styles from './shortcut-help.module.css';
import { turnShortcuts, useShortcutSetting, type ShortcutKey } from './shortcuts.ts';

/** Actions of single keys. */
const SHORTCUTS: readonly { readonly keys: readonly ShortcutKey[]; readonly text: MessageId }[] = [
  { keys: ['/'], text: 'keys.search' },
  { keys: ['b'], text: 'keys.buy' },
  { keys: ['s'], text: 'keys.sell' },
  { keys: ['1', '2', '3', '4'], text: 'keys.share' },
  { keys: ['x'], text: 'keys.revokeAll' },
  { keys: ['?'], text: 'keys.help' },
];
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
          <dt>{t('keys.close')}</dt>
          <dd>
            <kbd>{ESCAPE}</kbd>
          </dd>
        </div>
        <div>
          <dt>{t('keys.arrows')}</dt>
          <dd>
            <kbd>↑</kbd> <kbd>↓</kbd>
          </dd>
        </div>
      </dl>
      <Switch label={t('shortcut.isOn')} isOn={isOn} onChange={turnShortcuts} />
    </Dialog>
  );
}
