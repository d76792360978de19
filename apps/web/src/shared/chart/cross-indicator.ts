import { registerIndicator, type KLineData } from 'klinecharts';

/** Two moving averages, with a dot at each crossing where dots are wanted. */
export const CROSS = 'MA_CROSS';
/** Lengths in bars, as the specification has them. */
const FAST = 10;
const SLOW = 20;

interface CrossFigures {
  readonly fast?: number;
  readonly slow?: number;
  readonly cross?: number;
}

/** Makes the indicator known to the chart library. Its extended data says whether it has dots. */
export function registerCrossIndicator(): void {
  registerIndicator<CrossFigures, number, boolean>({
    name: CROSS,
    shortName: 'MA Cross',
    series: 'price',
    precision: 2,
    shouldOhlc: true,
    calcParams: [FAST, SLOW],
    extendData: false,
    regenerateFigures: ([fast = FAST, slow = SLOW]) => [
      { key: 'fast', title: `MA${fast}: `, type: 'line', styles: () => ({ style: 'dashed' }) },
      { key: 'slow', title: `MA${slow}: `, type: 'line', styles: () => ({ style: 'dashed' }) },
      { key: 'cross', type: 'circle' },
    ],
    calc: (bars, { calcParams: [fastLength = FAST, slowLength = SLOW], extendData: hasDots }) => {
      const fast = movingAverage(bars, fastLength);
      const slow = movingAverage(bars, slowLength);
      return bars.map((_bar, at) => ({
        ...(fast[at] === undefined ? {} : { fast: fast[at] }),
        ...(slow[at] === undefined ? {} : { slow: slow[at] }),
        ...(hasDots && isCross(fast, slow, at) && slow[at] !== undefined
          ? { cross: slow[at] }
          : {}),
      }));
    },
  });
}

function movingAverage(bars: readonly KLineData[], length: number): (number | undefined)[] {
  let sum = 0;
  return bars.map(({ close }, at) => {
    sum += close - (bars[at - length]?.close ?? 0);
    return at >= length - 1 ? sum / length : undefined;
  });
}

function isCross(
  fast: readonly (number | undefined)[],
  slow: readonly (number | undefined)[],
  at: number,
): boolean {
  const [f0, f1, s0, s1] = [fast[at - 1], fast[at], slow[at - 1], slow[at]];
  if (f0 === undefined || f1 === undefined || s0 === undefined || s1 === undefined) return false;
  return (f0 < s0 && f1 >= s1) || (f0 > s0 && f1 <= s1);
}
