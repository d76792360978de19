import type { Amount } from '@meridian/money/amount';

/** Journal form of a field that JSON cannot represent. Takes malformed values too. */
export interface FieldCodec<T> {
  readonly encode: (value: T) => unknown;
  readonly decode: (stored: never) => T;
  /** An absent value stays absent. Otherwise it is stored as the codec encodes `undefined`. */
  readonly isOptional?: boolean;
}

type CodecOf<T> = undefined extends T
  ? FieldCodec<Exclude<T, undefined>> & { readonly isOptional: true }
  : FieldCodec<T> & { readonly isOptional?: false };

/** Every amount needs a codec, other fields may have one. */
type FieldCodecs<C> = {
  readonly [Field in keyof C as Amount extends C[Field] ? Field : never]-?: CodecOf<C[Field]>;
} & { readonly [Field in keyof C]?: CodecOf<C[Field]> };

/** Properties of a kind of command that are needed before its area decides. */
interface Entry<C> {
  readonly fields?: FieldCodecs<C>;
  /** Whether the content has the form of the type, the key aside. Takes any input. */
  readonly isWellFormed?: (command: C) => boolean;
  /** Refused while its user owes a debt, or is frozen. */
  readonly stoppedBy?: readonly ('debt' | 'freeze')[];
  /** It may carry a transfer id, under which it takes effect once for ever. */
  readonly isTransfer?: true;
  /** It has a name beside its key, and answers again under that name. */
  readonly isNamed?: true;
  /** It may make money of any user available without moving any. */
  readonly freesMoney?: true;
  /**
   * The lane in the server's queue in which it overtakes customers' commands: `system` for prices,
   * time and commands that stop a market or a user, `cancels` for orders that a user takes back by
   * their number. A command that could be sent on purpose behind another of the same user stays
   * with those of customers.
   */
  readonly lane?: 'system' | 'cancels';
  /** Taken while only cancels are: it cancels or restricts, and needs no price. */
  readonly passesCancelOnly?: true;
  /** Fields that the server adds, which a repeated request need not have again. */
  readonly stamped?: readonly (keyof C & string)[];
}

/** A command with amounts declares their codecs, one that may carry a key declares its check. */
type EntryOf<C> = Entry<C> &
  (Amount extends C[keyof C] ? Required<Pick<Entry<C>, 'fields'>> : unknown) &
  (C extends { readonly key?: string } ? Required<Pick<Entry<C>, 'isWellFormed'>> : unknown);

/** The commands of an area, each kind once. They stand in `<area>-command-table.ts`. */
export type CommandTable<C extends { readonly kind: string }> = {
  readonly [Kind in C['kind']]: EntryOf<Extract<C, { readonly kind: Kind }>>;
};

/** An entry of any table. Its functions take only commands and fields of its kind. */
export interface AnyEntry extends Omit<Entry<never>, 'fields' | 'stamped'> {
  readonly fields?: Readonly<Record<string, AnyFieldCodec>>;
  readonly stamped?: readonly string[];
}
export type AnyFieldCodec = Omit<FieldCodec<never>, 'decode'> & {
  readonly decode: (stored: never) => unknown;
};

/** The rows of a table whose keys are words of our own: they stay in the order of the source. */
export function rowsOf<T>(table: Readonly<Record<string, T>>): (readonly [string, T])[] {
  return Object.entries(table);
}
