import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Menu, MenuItem } from '../../../shared/ui/menu.tsx';
import type { Position } from '../model/position.ts';
import type { Asked } from './asked.ts';
import styles from './positions.module.css';

interface PositionActionsProps {
  readonly isOpen: boolean;
  readonly position: Position;
  readonly onAsk: (asked: Asked) => void;
}

/** All that can be asked of a position or order: the usual as buttons, the rest in a menu. */
export function PositionActions({ isOpen, position, onAsk }: PositionActionsProps) {
  const t = useTranslate();
  const isCloseable = isOpen && !position.isClosing;
  const ask = (about: Asked['about']) => (): void => onAsk({ about, position });
  return (
    <span className={styles['actions']}>
      {isOpen && (
        <Button isSmall onClick={ask('stops')}>
          {t('position.setStops')}
        </Button>
      )}
      <Button isSmall onClick={ask(isCloseable ? 'close' : 'cancel')}>
        {t(isCloseable ? 'position.close' : 'orders.revoke')}
      </Button>
      {isOpen && (
        <Menu trigger="⋯" label={t('position.more')}>
          {isCloseable && <MenuItem onChoose={ask('reverse')}>{t('position.reverse')}</MenuItem>}
          {position.isIsolated && (
            <MenuItem onChoose={ask('margin')}>{t('position.changeMargin')}</MenuItem>
          )}
          {position.limitClose !== undefined && (
            <MenuItem onChoose={ask('cancel')}>{t('position.revokeClose')}</MenuItem>
          )}
        </Menu>
      )}
    </span>
  );
}
