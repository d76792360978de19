import { DAY_MS, limitAt, utcDay } from '@meridian/core/seconds/own-limit';
import type { OpenTicket, SecondsCommand } from '@meridian/core/seconds/seconds-commands';
import { formatDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { percent } from '../market/percent.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';

/**
 * Gives a command to the engine; a rejection becomes a refusal of the same code. @returns the
 * number of the ticket or insurance that it made
 */
export async function submit(
  { engine, live }: { readonly engine: Pick<Engine, 'submit'>; readonly live: LiveView },
  command: SecondsCommand,
): Promise<number> {
  const { outcome } = await engine.submit(command);
  if (!outcome.ok) throw refusalOf(live, command, outcome.rejection);
  return outcome.id ?? 0;
}

/** Where an own limit or other terms refuse, with their figures. */
function refusalOf(live: LiveView, command: SecondsCommand, code: Refusal['code']): Refusal {
  if (!('user' in command)) return new Refusal(code);
  const { losses, minutes, breakEndsMs } = live.seconds.ownLimits(command.user);
  switch (code) {
    case 'seconds_on_break':
    case 'break_not_longer':
      return new Refusal(code, { until: shanghaiTime(breakEndsMs) });
    case 'seconds_time_limit': {
      const until = shanghaiTime((utcDay(live.timeMs) + 1) * DAY_MS);
      return new Refusal(code, { minutes: limitAt(minutes, live.timeMs) ?? 0, until });
    }
    case 'seconds_loss_limit': {
      const id = 'currency' in command ? command.currency : 0;
      const limit = losses.find(({ currency }) => currency === id)?.limit;
      const currency = live.currency(id);
      const units = limit === undefined ? null : limitAt(limit, live.timeMs);
      const amount = formatDecimal(units ?? 0n, currency?.scale ?? 0);
      return new Refusal(code, { amount: `${amount} ${currency?.code ?? ''}` });
    }
    case 'seconds_terms_changed':
      return command.kind === 'seconds.open' ? termsChanged(live, command) : new Refusal(code);
    default:
      return new Refusal(code);
  }
}

/** With the present terms, which may have changed once more since they refused. */
function termsChanged(live: LiveView, { market, currency, seconds }: OpenTicket): Refusal {
  const terms = live.seconds
    .allTerms()
    .find((each) => each.market === market && each.currency === currency);
  const duration = terms?.durations.find((each) => each.seconds === seconds);
  return new Refusal('seconds_terms_changed', {
    payout: percent(duration?.payoutBps ?? 0),
    fee: percent(terms?.feeBps ?? 0),
  });
}
