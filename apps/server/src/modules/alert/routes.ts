import { alertAdd, alertDelete, alertList, alertSwitch } from '@meridian/contract/alert/calls';
import { ALERT_RULES } from '@meridian/contract/alert/rules';
import type { CallOutput } from '@meridian/contract/schema/call';
import { formatPrice, parsePrice } from '@meridian/money/market-scale';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { textOf } from '../../texts.ts';
import { seenText } from '../../unseen-letters.ts';
import type { LiveView } from '../live-view.ts';
import { onGrid } from '../market/on-grid.ts';
import { pairIds, pairOf, pairOfCall, symbolOf } from '../market/translate.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { Alerts, type Alert } from './alerts.ts';

interface AlertServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly now: () => number;
}

/** Price alerts of a customer. */
export function registerAlerts(gateway: CallRegistry, services: AlertServices): void {
  const { live } = services;
  const alerts = new Alerts(services);
  gateway.registerCall(alertList, async ({ session }) => ({
    list: (await alerts.of(session.user)).flatMap((alert) => rowOf(live, alert)),
    limit: ALERT_RULES.most,
  }));
  gateway.registerCall(alertAdd, async ({ input, session }) => {
    const { market, scale } = pairOfCall(live, input);
    const { direction, price, repeats = '0', note = '' } = input;
    const id = await alerts.add(session.user, {
      market: market.id,
      direction,
      priceTicks: onGrid(parsePrice(price, scale), 'price'),
      repeats: repeats === '1',
      note: seenText(note),
    });
    return { id };
  });
  gateway.registerCall(alertSwitch, async ({ input, session, language }) => {
    const isOn = input.on === '1';
    await alerts.switch(session.user, input.id, isOn);
    return textOf(language, isOn ? 'answer.alert.on' : 'answer.alert.off');
  });
  gateway.registerCall(alertDelete, async ({ input, session, language }) => {
    await alerts.delete(session.user, input.id);
    return textOf(language, 'answer.alert.deleted');
  });
}

/** None where the market is no longer listed. */
function rowOf(live: LiveView, alert: Alert): CallOutput<typeof alertList>['list'] {
  const market = live.market(alert.market);
  if (market === undefined) return [];
  const pair = pairOf(live, market);
  return [
    {
      id: Number(alert.id),
      ...pairIds(pair),
      symbol: symbolOf(pair),
      direction: alert.direction,
      price: formatPrice(Number(alert.price_ticks), pair.scale),
      repeats: alert.repeats,
      is_on: alert.is_on,
      note: alert.note,
      met_count: alert.met_count,
      met_time: alert.met_at === null ? '' : shanghaiTime(alert.met_at.getTime()),
      create_time: shanghaiTime(alert.created_at.getTime()),
    },
  ];
}
