import type { CandleStyle, DeepPartial, IndicatorStyle, Styles } from 'klinecharts';
import { CHART_LINES, DIRECTION_PRESETS, PALETTES } from '../styles/tokens.ts';
import { lineColour, type ChartLook } from './chart-colour.ts';

/** The font of the drawing: a canvas does not inherit the page's. */
export const CHART_FONT = "'Inter var', system-ui, sans-serif";

/** The colour tokens in the shape of the chart library. */
export function chartStyles(look: ChartLook): DeepPartial<Styles> {
  const palette = PALETTES[look.theme];
  const axis = {
    axisLine: { color: palette.line },
    tickLine: { show: false },
    tickText: { color: palette['text-3'], size: 11, family: CHART_FONT },
  };
  const label = {
    color: palette['text-1'],
    backgroundColor: palette['bg-3'],
    borderColor: palette['line-strong'],
    size: 11,
    family: CHART_FONT,
  };
  return {
    grid: {
      horizontal: { color: palette.line, style: 'dashed', dashedValue: [1, 3] },
      vertical: { color: palette.line, style: 'dashed', dashedValue: [1, 3] },
    },
    candle: candleStyles(look),
    indicator: indicatorStyles(look),
    xAxis: axis,
    yAxis: axis,
    separator: { color: palette.line },
    crosshair: {
      horizontal: { line: { color: palette['line-strong'] }, text: label },
      vertical: { line: { color: palette['line-strong'] }, text: label },
    },
  };
}

function candleStyles({ theme, direction }: ChartLook): DeepPartial<CandleStyle> {
  const palette = PALETTES[theme];
  const { up: upHue, down: downHue } = DIRECTION_PRESETS[direction];
  const [up, down, flat] = [palette[upHue], palette[downHue], palette['text-3']];
  const mark = { color: palette['text-3'], textFamily: CHART_FONT };
  return {
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: flat,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: flat,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: flat,
    },
    area: {
      lineSize: 1,
      lineColor: palette.accent,
      backgroundColor: `${palette.accent}1F`,
      point: {
        color: palette.accent,
        rippleColor: `${palette.accent}33`,
        radius: 3,
        rippleRadius: 6,
        animation: false,
      },
    },
    priceMark: {
      high: mark,
      low: mark,
      last: {
        upColor: palette[`${upHue}-fill`],
        downColor: palette[`${downHue}-fill`],
        noChangeColor: palette['accent-fill'],
        text: { family: CHART_FONT, size: 11, color: palette['on-fill'] },
      },
    },
    // The page has a legend of its own, above the candles and not over them.
    tooltip: { showRule: 'none' },
  };
}

function indicatorStyles(look: ChartLook): DeepPartial<IndicatorStyle> {
  const palette = PALETTES[look.theme];
  const [up, down, flat] = [lineColour(look, 'up'), lineColour(look, 'down'), palette['text-3']];
  return {
    bars: [{ upColor: `${up}80`, downColor: `${down}80`, noChangeColor: `${flat}80` }],
    circles: [
      {
        style: 'fill',
        upColor: palette['text-1'],
        downColor: palette['text-1'],
        noChangeColor: palette['text-1'],
      },
    ],
    lines: CHART_LINES[look.theme].map((color) => ({ color, size: 1 })),
    tooltip: { showRule: 'none' },
  };
}
