import { useId } from 'react';
import { useTranslate } from '../shared/i18n/translate.ts';
import { DIRECTION_PRESETS, type DirectionPreset } from '../shared/styles/tokens.ts';
import { changeDirection, useLook } from '../shared/theme.ts';
import styles from './direction-choice.module.css';

const PRESETS = Object.keys(DIRECTION_PRESETS) as DirectionPreset[];

/**
 * Choice of the colours of rises and falls: the four presets, each drawn. Fetched when it is
 * opened.
 */
export function DirectionChoice() {
  const t = useTranslate();
  const name = useId();
  const chosen = useLook((look) => look.direction);
  return (
    <fieldset className={styles['presets']}>
      <legend>{t('look.direction')}</legend>
      {PRESETS.map((preset) => (
        <label key={preset}>
          <input
            type="radio"
            name={name}
            value={preset}
            checked={preset === chosen}
            onChange={() => changeDirection(preset)}
          />
          <Preview preset={preset} />
          <span>{t(`direction.${preset}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Candles: position, top of the wick, top of the body, height of the body, and whether it rises.
 */
const CANDLES = [
  [4, 10, 13, 9, true],
  [13, 5, 8, 8, true],
  [22, 6, 9, 10, false],
  [31, 3, 5, 9, true],
  [40, 8, 11, 10, false],
] as const;

function Preview({ preset }: { readonly preset: DirectionPreset }) {
  const { up, down } = DIRECTION_PRESETS[preset];
  return (
    <svg viewBox="0 0 48 28" width="48" height="28" aria-hidden="true">
      {CANDLES.map(([x, top, body, height, rises]) => (
        <g key={x} fill={`var(--${rises ? up : down})`}>
          <rect x={x + 1.5} y={top} width="1" height={height + 6} />
          <rect x={x} y={body} width="4" height={height} rx="0.5" />
        </g>
      ))}
    </svg>
  );
}
