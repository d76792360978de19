import { useTranslate } from '../i18n/translate.ts';
import styles from './panel-choice.module.css';
import { Segments } from './segments.tsx';

/** The panels of a terminal. A desk has them beside each other. */
export const PANELS = ['chart', 'book', 'trades', 'info'] as const;
export type Panel = (typeof PANELS)[number];

interface PanelChoiceProps {
  readonly shown: Panel;
  readonly onChange: (panel: Panel) => void;
}

/** Which one of the panels a phone shows. */
export function PanelChoice({ shown, onChange }: PanelChoiceProps) {
  const t = useTranslate();
  return (
    <div className={styles['choice']}>
      <Segments
        isFilled
        label={t('spot.panels')}
        value={shown}
        onChange={onChange}
        options={PANELS.map((name) => ({ name, label: t(`spot.panel.${name}`) }))}
      />
    </div>
  );
}
