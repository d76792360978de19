import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { changeLayout, useLayout } from '../layout.ts';
import { columnsOf, firstLayout, FRAMES, moved } from '../model/layout.ts';
import styles from './layout-dialog.module.css';

interface LayoutDialogProps {
  readonly isOpen: boolean;
  /** Whether the list of markets is shown now. */
  readonly hasMarkets: boolean;
  readonly onClose: () => void;
}

/** Choice of a frame, of the panels in it, and of their order. Each change is kept at once. */
export function LayoutDialog({ isOpen, hasMarkets, onClose }: LayoutDialogProps) {
  const t = useTranslate();
  const layout = useLayout();
  const columns = columnsOf(layout, hasMarkets);
  return (
    <Dialog
      isOpen={isOpen}
      title={t('layout.title')}
      onClose={onClose}
      actions={
        <Button isWide onClick={() => changeLayout(({ frame }) => firstLayout(frame))}>
          {t('layout.reset')}
        </Button>
      }
    >
      <Segments
        isFilled
        size="roomy"
        label={t('layout.frame')}
        value={layout.frame}
        onChange={(frame) => changeLayout(() => firstLayout(frame))}
        options={FRAMES.map((name) => ({ name, label: t(`layout.frame.${name}`) }))}
      />
      <Switch
        label={t('layout.markets')}
        isOn={hasMarkets}
        onChange={(isOn) => changeLayout((before) => ({ ...before, hasMarkets: isOn }))}
      />
      <Switch
        label={t('layout.trades')}
        isOn={layout.hasTrades}
        onChange={(isOn) => changeLayout((before) => ({ ...before, hasTrades: isOn }))}
      />
      <p className={styles['hint']}>{t('layout.hint')}</p>
      <ol className={styles['columns']}>
        {columns.map((column, place) => {
          const name = t(`layout.column.${column}`);
          return (
            <li key={column}>
              <Button
                isSmall
                look="text"
                aria-label={t('layout.left', { name })}
                disabled={place === 0}
                onClick={() => changeLayout((before) => moved(before, column, -1))}
              >
                ←
              </Button>
              <span>{name}</span>
              <Button
                isSmall
                look="text"
                aria-label={t('layout.right', { name })}
                disabled={place === columns.length - 1}
                onClick={() => changeLayout((before) => moved(before, column, 1))}
              >
                →
              </Button>
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
