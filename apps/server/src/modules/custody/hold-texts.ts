import type { CallOutput } from '@meridian/contract/schema/call';
import type { confirmBegin } from '@meridian/contract/custody/calls';
import type { Language } from '@meridian/contract/languages';
import { textOf } from '../../texts.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { Forecast } from './withdrawal-forecast.ts';

type Hold = Pick<CallOutput<typeof confirmBegin>, 'hold_text' | 'hold_reasons'>;

/**
 * The reasons that hold a withdrawal back, as text; empty for a withdrawal that leaves at once. The
 * texts name no limit and no count: a thief would stay below it.
 */
export function holdOf(language: Language, { isReviewed, waitsUntilMs, reasons }: Forecast): Hold {
  const waiting =
    waitsUntilMs > 0
      ? textOf(language, 'hold.waits', { time: shanghaiTime(waitsUntilMs) })
      : textOf(language, 'hold.behind');
  return {
    hold_text: isReviewed ? textOf(language, 'hold.reviewed') : reasons.length > 0 ? waiting : '',
    hold_reasons: reasons.map(({ reason, untilMs }) => {
      const until = untilMs === 0 ? '' : shanghaiTime(untilMs);
      const text = textOf(language, `hold.reason.${reason}`);
      const end = until === '' ? '' : ` (${textOf(language, 'hold.until', { time: until })})`;
      return { reason, text: `${text}${end}`, until };
    }),
  };
}

/** The same as lines of a message; '' for a withdrawal that leaves at once. */
export function holdLines(language: Language, forecast: Forecast): string {
  const { hold_text: text, hold_reasons: reasons } = holdOf(language, forecast);
  return [text, ...reasons.map((each) => `- ${each.text}`)].join('\n');
}
