import { useIndexPrice } from '../../../realtime/index-price.ts';
import { directionOf, grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { standingAt } from '../model/ticket-standing.ts';
import { TONES, type Ticket } from '../model/ticket.ts';
import styles from './ticket-lists.module.css';

interface StandingProps {
  readonly ticket: Ticket;
  readonly market: Market;
}

/** The result that a running contract would have at the present index. */
export function Standing({ ticket, market }: StandingProps) {
  const t = useTranslate();
  const standing = standingAt(ticket, useIndexPrice(market));
  if (standing === undefined) return MISSING;
  return (
    <span className={styles['standing']}>
      <Badge tone={TONES[standing.result]}>{t(`seconds.now.${standing.result}`)}</Badge>
      <NetFigure net={standing.net} currency={ticket.currency} />
    </span>
  );
}

/** Gain or loss of a wallet: in colour, and with its sign. */
export function NetFigure({ net, currency }: { readonly net: string; readonly currency: string }) {
  const language = useLanguage();
  const direction = directionOf(net);
  return (
    <span className={direction === 'flat' ? undefined : direction}>
      {`${direction === 'up' ? '+' : ''}${grouped(net, language)} ${currency}`}
    </span>
  );
}
