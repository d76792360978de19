/** The typed values of the form of one market. */
export interface TicketDraft {
  /** Number of the chosen currency; undefined before one is chosen. */
  readonly currency: number | undefined;
  /** Plain decimal in that currency; '' for none. */
  readonly stake: string;
  /** The chosen duration; undefined before one is chosen. */
  readonly seconds: number | undefined;
}

/** Drafts by market key. */
export type TicketDrafts = Readonly<Record<string, TicketDraft>>;

export const EMPTY_DRAFT: TicketDraft = { currency: undefined, stake: '', seconds: undefined };

const PLAIN_DECIMAL = /^\d+(?:\.\d+)?$/;
/** Longer than any amount that the exchange takes. */
const LONGEST_STAKE = 40;

/** Reads the stored drafts, field by field: a text that is no number is no stake. */
export function readDrafts(stored: string | undefined): TicketDrafts {
  if (stored === undefined) return {};
  try {
    const parsed: unknown = JSON.parse(stored);
    if (!isRecord(parsed)) return {};
    return Object.fromEntries(
      Object.entries(parsed)
        .filter((entry): entry is [string, Stored] => isRecord(entry[1]))
        .map(([key, draft]) => [key, readDraft(draft)]),
    );
  } catch {
    return {};
  }
}

type Stored = Readonly<Record<string, unknown>>;

function readDraft({ currency, stake, seconds }: Stored): TicketDraft {
  return {
    currency: isNumber(currency) ? currency : undefined,
    stake: isStake(stake) ? stake : '',
    seconds: isNumber(seconds) ? seconds : undefined,
  };
}

function isRecord(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isStake(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_STAKE && PLAIN_DECIMAL.test(value);
}
