import acceptor from '../../../texts/en/acceptor.json' with { type: 'json' };
import account from '../../../texts/en/account.json' with { type: 'json' };
import alert from '../../../texts/en/alert.json' with { type: 'json' };
import complaint from '../../../texts/en/complaint.json' with { type: 'json' };
import contest from '../../../texts/en/contest.json' with { type: 'json' };
import convert from '../../../texts/en/convert.json' with { type: 'json' };
import custody from '../../../texts/en/custody.json' with { type: 'json' };
import demo from '../../../texts/en/demo.json' with { type: 'json' };
import earn from '../../../texts/en/earn.json' with { type: 'json' };
import faults from '../../../texts/en/faults.json' with { type: 'json' };
import gateway from '../../../texts/en/gateway.json' with { type: 'json' };
import home from '../../../texts/en/home.json' with { type: 'json' };
import identity from '../../../texts/en/identity.json' with { type: 'json' };
import inbox from '../../../texts/en/inbox.json' with { type: 'json' };
import fee from '../../../texts/en/fee.json' with { type: 'json' };
import launch from '../../../texts/en/launch.json' with { type: 'json' };
import loan from '../../../texts/en/loan.json' with { type: 'json' };
import margin from '../../../texts/en/margin.json' with { type: 'json' };
import market from '../../../texts/en/market.json' with { type: 'json' };
import news from '../../../texts/en/news.json' with { type: 'json' };
import office from '../../../texts/en/office.json' with { type: 'json' };
import p2p from '../../../texts/en/p2p.json' with { type: 'json' };
import p2pChat from '../../../texts/en/p2p-chat.json' with { type: 'json' };
import p2pDeal from '../../../texts/en/p2p-deal.json' with { type: 'json' };
import p2pEvidence from '../../../texts/en/p2p-evidence.json' with { type: 'json' };
import p2pWebhook from '../../../texts/en/p2p-webhook.json' with { type: 'json' };
import payment from '../../../texts/en/payment.json' with { type: 'json' };
import personal from '../../../texts/en/personal.json' with { type: 'json' };
import seconds from '../../../texts/en/seconds.json' with { type: 'json' };
import security from '../../../texts/en/security.json' with { type: 'json' };
import site from '../../../texts/en/site.json' with { type: 'json' };
import sale from '../../../texts/en/sale.json' with { type: 'json' };
import spot from '../../../texts/en/spot.json' with { type: 'json' };
import rebate from '../../../texts/en/rebate.json' with { type: 'json' };
import vote from '../../../texts/en/vote.json' with { type: 'json' };
import wallet from '../../../texts/en/wallet.json' with { type: 'json' };

/**
 * The texts for people in English, by area. They define the ids, and a test compares the other
 * languages with them. Serves types only: pages get compiled texts from the build, the server
 * reads the files.
 */
export const ENGLISH = {
  acceptor,
  account,
  alert,
  complaint,
  contest,
  convert,
  custody,
  demo,
  earn,
  faults,
  gateway,
  home,
  identity,
  inbox,
  fee,
  launch,
  loan,
  margin,
  market,
  news,
  office,
  p2p,
  'p2p-chat': p2pChat,
  'p2p-deal': p2pDeal,
  'p2p-evidence': p2pEvidence,
  'p2p-webhook': p2pWebhook,
  payment,
  personal,
  seconds,
  security,
  site,
  sale,
  spot,
  rebate,
  vote,
  wallet,
};

type Areas = typeof ENGLISH;
type IdOf<Reader extends 'pages' | 'server'> = {
  [Area in keyof Areas]: Areas[Area] extends Readonly<Record<Reader, infer Texts>>
    ? keyof Texts
    : never;
}[keyof Areas];

/** The id of a text of the customers' pages. */
export type PageText = IdOf<'pages'>;
/** The id of a text that the server writes: in answers, messages, mails and exported files. */
export type ServerText = IdOf<'server'>;
