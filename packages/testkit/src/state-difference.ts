import { HiddenFields, type Field } from './hidden-fields.ts';

/**
 * A field of a class, `CLASS.FIELD`, and behind it the names of a plain object's fields. Elements
 * of lists and tables add nothing.
 */
export type Place = string;

export type Fields = ReadonlyMap<string, unknown>;

export interface Difference {
  readonly place: Place;
  readonly one: string;
  readonly other: string;
}

interface Reading {
  /** Whether it reads a field. The other fields of the class are compared one by one. */
  readonly reads: (field: string, value: unknown) => boolean;
  readonly read: (fields: Fields) => unknown;
}

/** How two states may differ without being different. */
export interface Tolerance {
  /** Not compared. */
  readonly ignored: ReadonlySet<Place>;
  /** Maps in which an entry may be missing while its value says nothing. */
  readonly sparse: ReadonlyMap<Place, (value: never) => boolean>;
  /** Maps of which the order decides. */
  readonly orderedMaps: ReadonlySet<Place>;
  /** Sets of which the order decides: of a map of sets, the order in each set. */
  readonly orderedSets: ReadonlySet<Place>;
  /** Classes of which some fields are compared by what they say together. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** The fields of a plain object that are compared. */
  readonly rowReading: (fields: Fields) => object;
}

/** Values of a field that are told apart. */
const MOST_SEEN = 3;

/**
 * Compares two object graphs field by field: private fields and variables of functions too, which
 * no snapshot and no method may show. Objects that both graphs share are not looked into. Maps and
 * sets with primitive keys are equal in any order, but for those that the tolerance names: nothing
 * else may decide by the order in which a map or a set was filled.
 */
export class StateDifference {
  /** Summaries of the values that the fields of classes had. */
  readonly seen = new Map<Place, Set<string>>();
  /** Places of the tolerance that were needed. */
  readonly needed = new Set<Place>();
  readonly #hidden = new HiddenFields();
  readonly #names = new Map<{ readonly name: string }, string>();
  readonly #tolerance: Tolerance;
  /** Pairs that were compared, or are being compared. */
  #pairs = new Map<object, Set<object>>();
  #found: Difference[] = [];

  constructor(tolerance: Tolerance) {
    this.#tolerance = tolerance;
  }

  close(): void {
    this.#hidden.close();
  }

  between(one: object, other: object): readonly Difference[] {
    return this.#apart(() => this.#compare(one, other, ''));
  }

  /** The differences that a comparison finds by itself, as if nothing had been compared before. */
  #apart(comparison: () => void): readonly Difference[] {
    const [pairs, found] = [this.#pairs, this.#found];
    this.#pairs = new Map();
    this.#found = [];
    comparison();
    const own = this.#found;
    this.#pairs = pairs;
    this.#found = found;
    return own;
  }

  #compare(one: unknown, other: unknown, place: Place): void {
    // A spoiled command may say minus zero, which a journal cannot hold, and which decides as zero.
    if (Object.is(one, other) || (one === 0 && other === 0)) return;
    if (!isObject(one) || !isObject(other)) {
      this.#report(place, one, other);
      return;
    }
    const partners = this.#pairs.get(one) ?? new Set();
    if (partners.has(other)) return;
    this.#pairs.set(one, partners.add(other));
    if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other))
      this.#report(place, one, other);
    else if (isList(one)) this.#compareLists([...one], [...(other as typeof one)], place);
    else if (isOf(Map, one)) this.#compareMaps(one, other as typeof one, place);
    else if (isOf(Set, one)) this.#compareSets(one, other as typeof one, place);
    else this.#compareFields(one, other, place);
  }

  #compareLists(one: readonly unknown[], other: readonly unknown[], place: Place): void {
    if (one.length === other.length)
      one.forEach((value, index) => this.#compare(value, other[index], place));
    else this.#report(place, one, other);
  }

  #compareSets(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>, place: Place): void {
    const isOrdered = this.#isOrdered(this.#tolerance.orderedSets, place, one);
    if (isOrdered || [...one].some(isObject)) this.#compareLists([...one], [...other], place);
    else this.#compareMaps(asMap(one), asMap(other), place);
  }

  #compareMaps(
    one: ReadonlyMap<unknown, unknown>,
    other: ReadonlyMap<unknown, unknown>,
    place: Place,
  ): void {
    const isIdle = this.#tolerance.sparse.get(place) ?? (() => false);
    const keysOf = (map: typeof one, beside: typeof one): unknown[] =>
      [...map]
        .filter(([key, value]) => beside.has(key) || !isIdle(value as never))
        .map(([key]) => key);
    const [left, right] = [keysOf(one, other), keysOf(other, one)];
    if (left.length < one.size || right.length < other.size) this.needed.add(place);
    const isOrdered = this.#isOrdered(this.#tolerance.orderedMaps, place, one);
    const isPresent = (key: unknown, index: number): boolean =>
      isOrdered ? right[index] === key : other.has(key);
    if (left.length !== right.length || !left.every(isPresent)) {
      this.#report(place, left, right);
      return;
    }
    for (const key of left) this.#compare(one.get(key), other.get(key), place);
  }

  /** Whether a map or a set is compared in its order; one entry has none. */
  #isOrdered(places: ReadonlySet<Place>, place: Place, { size }: { readonly size: number }) {
    const isNamed = places.has(place);
    if (isNamed && size > 1) this.needed.add(place);
    return isNamed;
  }

  #compareFields(one: object, other: object, place: Place): void {
    const [left, right] = [new Map(this.#fieldsOf(one)), new Map(this.#fieldsOf(other))];
    for (const name of new Set([...left.keys(), ...right.keys()])) {
      const [value, beside] = [left.get(name), right.get(name)];
      const isOfClass = !name.startsWith('.');
      const at = isOfClass ? name : `${place}${name}`;
      if (this.#tolerance.ignored.has(at)) {
        if (!this.needed.has(at) && this.#apart(() => this.#compare(value, beside, at)).length > 0)
          this.needed.add(at);
        continue;
      }
      if (isOfClass) for (const each of [value, beside]) this.#see(at, each);
      this.#compare(value, beside, at);
    }
  }

  /** Fields of an object: those of a class under its name, others behind a dot. */
  #fieldsOf(object: object): readonly Field[] {
    const own = Reflect.ownKeys(object).map((name): Field => {
      const property = Reflect.getOwnPropertyDescriptor(object, name);
      return [String(name), property?.get ?? (property?.value as unknown)];
    });
    if (typeof object === 'function') return dotted([...own, ...this.#hidden.variablesOf(object)]);
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype === Object.prototype || prototype === null)
      return dotted(Object.entries(this.#tolerance.rowReading(new Map(own))));
    const name = this.#nameOf(object.constructor);
    if (Object.prototype.toString.call(object) !== '[object Object]')
      throw new Error(`the content of a ${name} cannot be read: keep it in fields, maps or lists`);
    const fields = new Map([...own, ...this.#hidden.privateOf(object)]);
    const reading = this.#tolerance.readings.get(name);
    const isRead = ([field, value]: Field): boolean => reading?.reads(field, value) ?? false;
    const others = [...fields]
      .filter((field) => !isRead(field))
      .map(([field, value]): Field => [`${name}.${field}`, value]);
    if (reading === undefined) return others;
    return [...others, ['.read', reading.read(new Map([...fields].filter(isRead)))]];
  }

  /** The name of a class; of two with one name, the second one that is met has a number. */
  #nameOf(Class: { readonly name: string }): string {
    const known = this.#names.get(Class);
    if (known !== undefined) return known;
    const before = [...this.#names.keys()].filter(({ name }) => name === Class.name).length;
    const name = before === 0 ? Class.name : `${Class.name} ${before + 1}`;
    this.#names.set(Class, name);
    return name;
  }

  #see(field: Place, value: unknown): void {
    const seen = this.seen.get(field) ?? new Set();
    if (seen.size < MOST_SEEN) this.seen.set(field, seen.add(summaryOf(value)));
  }

  #report(place: Place, one: unknown, other: unknown): void {
    this.#found.push({ place, one: summaryOf(one), other: summaryOf(other) });
  }
}

function dotted(fields: readonly Field[]): Field[] {
  return fields.map(([name, value]) => [`.${name}`, value]);
}

function asMap(set: ReadonlySet<unknown>): ReadonlyMap<unknown, unknown> {
  return new Map([...set].map((each) => [each, undefined]));
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isList(value: object): value is Iterable<unknown> & object {
  return isOf(Array, value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** Whether it is of the class itself: one that inherits may have more fields. */
function isOf<T extends object>(Class: new () => T, value: object): value is T {
  return Object.getPrototypeOf(value) === Class.prototype;
}

/** A value in a few words: primitives as they are, of lists and tables the first few entries. */
function summaryOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (!isObject(value)) return String(value);
  if (value instanceof Map || value instanceof Set)
    return `${value.size} in it: ${[...value.keys()].slice(0, 3).map(nameOf).join(', ')}`;
  if (!isList(value)) return nameOf(value);
  const entries = [...value];
  const filled = entries.filter((each) => !isNothing(each));
  return `${filled.length} of ${entries.length}: ${filled.slice(0, 3).map(nameOf).join(', ')}`;
}

function isNothing(value: unknown): boolean {
  return value === 0 || value === 0n || value === -1 || value === undefined;
}

function nameOf(value: unknown): string {
  return isObject(value) ? value.constructor.name : String(value);
}
