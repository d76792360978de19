/**
 * Packs a durable batch for another thread: three arrays in place of a tree of objects. Cloning the
 * objects cost the engine's thread twice as much as applying and committing the commands did, and
 * each receiver as much again.
 *
 * Numbers, amounts and texts are in the order in which they are read; rare events (listings) are
 * cloned unchanged. Both sides use this file and `batch-words.ts` in one process, so no other code
 * depends on the layout.
 */
import type { Side } from '@meridian/core/catalog/side';
import type { Outcome } from '@meridian/core/outcome';
import type { Applied, Event } from '@meridian/core/events';
import type { Amount } from '@meridian/money/amount';
import {
  CLOSE,
  HAS_CANCELLED,
  HAS_ID,
  HAS_LOTS,
  HAS_NOTIONAL,
  HAS_ORDER,
  HAS_STATUS,
  KIND,
  OK,
  POSTING,
  REJECTION,
  SELF_TRADE,
  SIDE,
  STATUS,
  TIME_IN_FORCE,
  TYPE,
  WALLET,
  type Words,
} from './batch-words.ts';

export interface PackedBatch {
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Within 64 bits (L3). */
  readonly amounts: BigInt64Array<ArrayBuffer>;
  readonly texts: readonly string[];
  /** Events that are cloned unchanged. */
  readonly others: readonly Event[];
}

/** More than any event or outcome takes, so that one check of the room suffices for each. */
const ROOM = 32;
const START_SIZE = 16_384;

/** Packs batches. Owns the arrays that it fills; it returns a copy. */
export class BatchPacker {
  #numbers = new Float64Array(START_SIZE);
  #amounts = new BigInt64Array(START_SIZE);
  #number = 0;
  #amount = 0;
  #texts: string[] = [];
  #others: Event[] = [];
  #packed: { readonly batch: readonly Applied[]; readonly as: PackedBatch } | undefined;

  /** Packing the same batch again, for the next receiver, costs nothing. */
  pack(batch: readonly Applied[]): PackedBatch {
    if (this.#packed?.batch !== batch) this.#packed = { batch, as: this.#pack(batch) };
    return this.#packed.as;
  }

  #pack(batch: readonly Applied[]): PackedBatch {
    this.#number = 0;
    this.#amount = 0;
    this.#texts = [];
    this.#others = [];
    for (const { seq, timeMs, outcome, events } of batch) {
      this.#makeRoom();
      this.#add(seq, timeMs, events.length);
      this.#outcome(outcome);
      for (const event of events) {
        this.#makeRoom();
        this.#event(event);
      }
    }
    return {
      numbers: this.#numbers.slice(0, this.#number),
      amounts: this.#amounts.slice(0, this.#amount),
      texts: this.#texts,
      others: this.#others,
    };
  }

  #outcome(outcome: Outcome): void {
    if (!outcome.ok) return this.#add(0, REJECTION.code[outcome.rejection]);
    const { order, id, status, filledLots, filledNotional, cancelled } = outcome;
    const flags = this.#number++;
    let has = OK;
    if (order !== undefined) {
      has |= HAS_ORDER;
      this.#add(order);
    }
    if (id !== undefined) {
      has |= HAS_ID;
      this.#add(id);
    }
    if (status !== undefined) {
      has |= HAS_STATUS;
      this.#add(STATUS.code[status]);
    }
    if (filledLots !== undefined) {
      has |= HAS_LOTS;
      this.#add(filledLots);
    }
    if (filledNotional !== undefined) {
      has |= HAS_NOTIONAL;
      this.#amounts[this.#amount++] = filledNotional;
    }
    if (cancelled !== undefined) {
      has |= HAS_CANCELLED;
      this.#add(cancelled);
    }
    this.#numbers[flags] = has;
  }

  #event(event: Event): void {
    switch (event.type) {
      case 'posted':
        return this.#posted(event);
      case 'orderPlaced':
        return this.#orderPlaced(event);
      case 'orderRested':
        return this.#add(
          KIND.orderRested,
          event.order,
          event.user,
          event.market,
          SIDE.code[event.side],
          event.priceTicks,
          event.remainingLots,
        );
      case 'traded':
        return this.#traded(event);
      case 'orderReduced':
        return this.#add(
          KIND.orderReduced,
          event.order,
          event.user,
          event.market,
          SIDE.code[event.side],
          event.priceTicks,
          event.reducedLots,
          event.remainingLots,
        );
      case 'orderClosed':
        this.#add(
          KIND.orderClosed,
          event.order,
          event.user,
          event.market,
          SIDE.code[event.side],
          event.priceTicks,
        );
        return this.#add(CLOSE.code[event.reason], event.cancelledLots, event.wasResting ? 1 : 0);
      case 'indexPriceSet':
        return this.#add(
          KIND.indexPriceSet,
          event.market,
          event.priceTicks,
          this.#text(event.source),
          event.quotedAtMs,
          event.sources,
          event.markTicks,
        );
      default:
        this.#others.push(event);
        return this.#add(KIND.other);
    }
  }

  #posted(event: Extract<Event, { type: 'posted' }>): void {
    this.#add(
      KIND.posted,
      event.user,
      WALLET.code[event.wallet],
      event.currency,
      POSTING.code[event.reason],
      event.subject,
      this.#text(event.reference),
    );
    this.#amounts[this.#amount++] = event.available;
    this.#amounts[this.#amount++] = event.held;
    this.#amounts[this.#amount++] = event.availableAfter;
    this.#amounts[this.#amount++] = event.heldAfter;
  }

  #orderPlaced(event: Extract<Event, { type: 'orderPlaced' }>): void {
    this.#add(
      KIND.orderPlaced,
      event.order,
      event.user,
      event.market,
      SIDE.code[event.side],
      TYPE.code[event.orderType],
      event.priceTicks,
      event.quantityLots,
    );
    this.#add(
      TIME_IN_FORCE.code[event.timeInForce],
      event.postOnly ? 1 : 0,
      SELF_TRADE.code[event.selfTrade],
      this.#text(event.clientOrderId ?? ''),
    );
  }

  #traded(event: Extract<Event, { type: 'traded' }>): void {
    this.#add(
      KIND.traded,
      event.trade,
      event.market,
      event.priceTicks,
      event.quantityLots,
      SIDE.code[event.takerSide],
    );
    this.#add(
      event.makerOrder,
      event.takerOrder,
      event.makerUser,
      event.takerUser,
      event.makerRemainingLots,
    );
    this.#amounts[this.#amount++] = event.notional;
    this.#amounts[this.#amount++] = event.makerFee;
    this.#amounts[this.#amount++] = event.takerFee;
    this.#amounts[this.#amount++] = event.makerRebate;
  }

  #add(...numbers: number[]): void {
    for (const number of numbers) this.#numbers[this.#number++] = number;
  }

  /** Index of the text; -1 for the empty one. Texts of one batch are few and repeat. */
  #text(text: string): number {
    if (text === '') return -1;
    const texts = this.#texts;
    return texts.at(-1) === text ? texts.length - 1 : texts.push(text) - 1;
  }

  #makeRoom(): void {
    if (this.#number + ROOM > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    if (this.#amount + ROOM > this.#amounts.length) {
      const larger = new BigInt64Array(this.#amounts.length * 2);
      larger.set(this.#amounts);
      this.#amounts = larger;
    }
  }
}

/** The batch before packing. */
export function unpackBatch(packed: PackedBatch): Applied[] {
  const reader = new Reader(packed);
  const batch: Applied[] = [];
  while (!reader.isAtEnd) batch.push(reader.applied());
  return batch;
}

class Reader {
  readonly #numbers: Float64Array;
  readonly #amounts: BigInt64Array;
  readonly #texts: readonly string[];
  readonly #others: readonly Event[];
  #number = 0;
  #amount = 0;
  #other = 0;

  constructor({ numbers, amounts, texts, others }: PackedBatch) {
    this.#numbers = numbers;
    this.#amounts = amounts;
    this.#texts = texts;
    this.#others = others;
  }

  get isAtEnd(): boolean {
    return this.#number === this.#numbers.length;
  }

  applied(): Applied {
    const seq = this.#next();
    const timeMs = this.#next();
    const count = this.#next();
    const outcome = this.#outcome();
    const events: Event[] = [];
    for (let index = 0; index < count; index++) events.push(this.#event());
    return { seq, timeMs, outcome, events };
  }

  #outcome(): Outcome {
    const has = this.#next();
    if (has === 0) return { ok: false, rejection: this.#word(REJECTION) };
    return {
      ok: true,
      ...((has & HAS_ORDER) === 0 ? undefined : { order: this.#next() }),
      ...((has & HAS_ID) === 0 ? undefined : { id: this.#next() }),
      ...((has & HAS_STATUS) === 0 ? undefined : { status: this.#word(STATUS) }),
      ...((has & HAS_LOTS) === 0 ? undefined : { filledLots: this.#next() }),
      ...((has & HAS_NOTIONAL) === 0 ? undefined : { filledNotional: this.#nextAmount() }),
      ...((has & HAS_CANCELLED) === 0 ? undefined : { cancelled: this.#next() }),
    };
  }

  #event(): Event {
    const kind = this.#next();
    switch (kind) {
      case KIND.posted:
        return this.#posted();
      case KIND.orderPlaced:
        return this.#orderPlaced();
      case KIND.orderRested:
        return { type: 'orderRested', ...this.#ofOrder(), remainingLots: this.#next() };
      case KIND.traded:
        return this.#traded();
      case KIND.orderReduced:
        return {
          type: 'orderReduced',
          ...this.#ofOrder(),
          reducedLots: this.#next(),
          remainingLots: this.#next(),
        };
      case KIND.orderClosed:
        return {
          type: 'orderClosed',
          ...this.#ofOrder(),
          reason: this.#word(CLOSE),
          cancelledLots: this.#next(),
          wasResting: this.#next() === 1,
        };
      case KIND.indexPriceSet:
        return {
          type: 'indexPriceSet',
          market: this.#next(),
          priceTicks: this.#next(),
          source: this.#text(),
          quotedAtMs: this.#next(),
          sources: this.#next(),
          markTicks: this.#next(),
        };
      case KIND.other:
        return this.#others[this.#other++] as Event;
      default:
        throw new RangeError(`a packed event is of kind ${kind}`);
    }
  }

  #posted(): Event {
    return {
      type: 'posted',
      user: this.#next(),
      wallet: this.#word(WALLET),
      currency: this.#next(),
      reason: this.#word(POSTING),
      subject: this.#next(),
      reference: this.#text(),
      available: this.#nextAmount(),
      held: this.#nextAmount(),
      availableAfter: this.#nextAmount(),
      heldAfter: this.#nextAmount(),
    };
  }

  #orderPlaced(): Event {
    const placed = {
      type: 'orderPlaced',
      order: this.#next(),
      user: this.#next(),
      market: this.#next(),
      side: this.#word(SIDE),
      orderType: this.#word(TYPE),
      priceTicks: this.#next(),
      quantityLots: this.#next(),
      timeInForce: this.#word(TIME_IN_FORCE),
      postOnly: this.#next() === 1,
      selfTrade: this.#word(SELF_TRADE),
    } as const;
    const clientOrderId = this.#text();
    return clientOrderId === '' ? placed : { ...placed, clientOrderId };
  }

  #traded(): Event {
    return {
      type: 'traded',
      trade: this.#next(),
      market: this.#next(),
      priceTicks: this.#next(),
      quantityLots: this.#next(),
      takerSide: this.#word(SIDE),
      makerOrder: this.#next(),
      takerOrder: this.#next(),
      makerUser: this.#next(),
      takerUser: this.#next(),
      makerRemainingLots: this.#next(),
      notional: this.#nextAmount(),
      makerFee: this.#nextAmount(),
      takerFee: this.#nextAmount(),
      makerRebate: this.#nextAmount(),
    };
  }

  #ofOrder(): { order: number; user: number; market: number; side: Side; priceTicks: number } {
    return {
      order: this.#next(),
      user: this.#next(),
      market: this.#next(),
      side: this.#word(SIDE),
      priceTicks: this.#next(),
    };
  }

  #next(): number {
    return this.#numbers[this.#number++] as number;
  }

  #nextAmount(): Amount {
    return this.#amounts[this.#amount++] as Amount;
  }

  #word<Word extends string>({ word }: Words<Word>): Word {
    return word[this.#next()] as Word;
  }

  #text(): string {
    const at = this.#next();
    return at < 0 ? '' : (this.#texts[at] as string);
  }
}
