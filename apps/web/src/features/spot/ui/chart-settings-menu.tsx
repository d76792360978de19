import {
  CANDLE_KINDS,
  SCALES,
  type CandleKind,
  type ChartScale,
  type ChartTerminal,
} from '../../../shared/chart/chart-state.ts';
import { changeTerminal, useTerminalChart } from '../../../shared/chart/chart-store.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Segments } from '../../../shared/ui/segments.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import styles from './chart-menu.module.css';

const SWITCHES = [
  'isInverse',
  'hasGrid',
  'hasDots',
  'hasLastPrice',
  'hasOrders',
  'hasPositions',
  'hasFills',
  'hasAlerts',
] as const;

/**
 * The look of this terminal's chart, and the own orders, positions, fills and alerts that it shows.
 */
export function ChartSettingsMenu({ terminal: name }: { readonly terminal: ChartTerminal }) {
  const t = useTranslate();
  const terminal = useTerminalChart(name);
  return (
    <div className={styles['form']}>
      <h3 className={styles['title']}>{t('chartTool.kind')}</h3>
      <Segments<CandleKind>
        isFilled
        label={t('chartTool.kind')}
        value={terminal.kind}
        onChange={(kind) => changeTerminal(name, { kind })}
        options={CANDLE_KINDS.map((kind) => ({ name: kind, label: t(`chartTool.kind.${kind}`) }))}
      />
      <h3 className={styles['title']}>{t('chartTool.scale')}</h3>
      <Segments<ChartScale>
        isFilled
        label={t('chartTool.scale')}
        value={terminal.scale}
        onChange={(scale) => changeTerminal(name, { scale })}
        options={SCALES.map((scale) => ({ name: scale, label: t(`chartTool.scale.${scale}`) }))}
      />
      {SWITCHES.map((each) => (
        <Switch
          key={each}
          label={t(`chartTool.switch.${each}`)}
          isOn={terminal[each]}
          onChange={(isOn) => changeTerminal(name, { [each]: isOn })}
        />
      ))}
    </div>
  );
}
