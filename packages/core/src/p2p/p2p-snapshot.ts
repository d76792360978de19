import type { Side } from '../catalog/side.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { Wallet } from '../ledger/accounts.ts';
import type { AdTerms, OperatorId, P2pTerms, Party } from './p2p-commands.ts';
import type { Ad, Appeal, Deal, Ruling } from './p2p-events.ts';

/** Decimal digits of smallest units. */
type AmountText = string;
/** The same object with some amounts as text. */
type WithText<T, Names extends keyof T> = Omit<T, Names> & {
  readonly [Name in Names]: AmountText;
};

/** See p2p-commands.ts. */
export type SnapshotP2pTerms = WithText<
  P2pTerms,
  'minFiat' | 'maxFiat' | 'twoOperatorsFrom' | 'merchantBond'
>;
export type SnapshotAdTerms = WithText<AdTerms, 'minQuantity' | 'maxQuantity'>;

/** See p2p-events.ts. Ads that are over and have no open deals are not in the state. */
export interface SnapshotAd extends WithText<
  Omit<Ad, 'terms'>,
  'total' | 'surplus' | 'open' | 'completed' | 'withdrawn'
> {
  readonly side: Side;
  readonly terms: SnapshotAdTerms;
}

/** A deal stays for some days after its end, in which it may be appealed. */
export interface SnapshotDeal extends WithText<Deal, 'quantity' | 'fiat' | 'toBuyer'> {
  readonly cancelAsks: number;
  readonly extensions: number;
  readonly withdrew: readonly Party[];
  readonly rulings: number;
  /** Operators of the rulings so far: they decide no further one. */
  readonly ruledBy: readonly OperatorId[];
  readonly lastRuledMs: number;
}

export interface SnapshotAppeal extends WithText<Omit<Appeal, 'ruling'>, 'amount'> {
  readonly ruling?: WithText<Ruling, 'toBuyer' | 'bondCut'>;
  /** Coins held of a deal that had ended, by wallet of the other side. */
  readonly held: readonly { readonly wallet: Wallet; readonly amount: AmountText }[];
}

export interface SnapshotTrader {
  readonly user: UserId;
  readonly completed: number;
  readonly cancelled: number;
  /** The same by Shanghai day, for 30 days. */
  readonly days: readonly (readonly [day: number, completed: number, cancelled: number])[];
  readonly cancelDay: number;
  readonly cancels: number;
  /** Engine times. */
  readonly marksUndone: readonly number[];
  readonly appealsLost: readonly number[];
  readonly appealsLostEver: number;
  readonly isAway: boolean;
  readonly restrictedUntilMs: number;
  readonly isMerchant: boolean;
  readonly bond: { readonly currency: CurrencyId; readonly amount: AmountText } | null;
  readonly blocked: readonly UserId[];
}

/** By number, terms and rates by currency, traders by user. */
export interface SnapshotP2p {
  readonly nextAd: number;
  readonly nextDeal: number;
  readonly nextAppeal: number;
  readonly terms: readonly SnapshotP2pTerms[];
  readonly rate: {
    readonly currency: CurrencyId;
    readonly priceTicks: number;
    readonly timeMs: number;
  };
  readonly ads: readonly SnapshotAd[];
  readonly deals: readonly SnapshotDeal[];
  readonly appeals: readonly SnapshotAppeal[];
  readonly traders: readonly SnapshotTrader[];
}
