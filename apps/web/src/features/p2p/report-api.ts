import type { ReportReason } from '@meridian/contract/complaint/bounds';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { wirePictures, type ChosenPictures } from '../../shared/picture/picture-links.ts';

/** Whom a report is about: a trader, the owner of an ad, or the other side of an own deal. */
export type Reported =
  { readonly trader: number } | { readonly ad: number } | { readonly deal: number };

interface Report {
  readonly about: Reported;
  readonly reason: ReportReason;
  readonly text: string;
  readonly pictures: ChosenPictures;
}

export const reportTrader = asking(
  moneyCall('POST /api/complaint/report'),
  ({ about, reason, text, pictures }: Report) => ({
    ...('trader' in about
      ? { trader_id: about.trader }
      : 'ad' in about
        ? { ad_id: about.ad }
        : { deal_id: about.deal }),
    reason,
    text,
    ...wirePictures(pictures),
  }),
);
