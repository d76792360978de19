import type { Call } from '@meridian/contract/schema/call';
import fc from 'fast-check';
import { hostileValue, plausibleValues } from '../../src/gateway/hostile-input.ts';

/**
 * Sequences of calls by several users, made from the schemas of registered calls alone: a call that
 * is registered later is included without new code. Valid values come from `examples`, enumerations
 * and plausible values of the schema, and from fields of the same name in earlier answers (an
 * order's `id`, for example).
 */
export interface PlannedCall {
  readonly call: Call;
  /** Index of the user. */
  readonly user: number;
  /** `own`: a key of its own. A number: one of a few that many calls share. */
  readonly key: 'none' | 'own' | number;
  /** Whether it is sent once more, a little later. */
  readonly isDoubled: boolean;
  readonly encoding: 'form' | 'json';
  readonly fields: readonly PlannedField[];
}

interface PlannedField {
  readonly name: string;
  readonly source: 'seen' | 'plausible' | 'hostile' | 'absent' | 'twice';
  /** Index into the available values. */
  readonly pick: number;
  readonly plausible: readonly string[];
  /** JSON text. */
  readonly hostile: string;
}

/** Calls that move money come most often; the others are fill. */
const MONEY_WEIGHT = 12;
const VALUES_KEPT = 12;
const ANYBODY = 'anybody';

function plannedField(call: Call, name: string): fc.Arbitrary<PlannedField> {
  const schema = call.input.properties[name] as object;
  const isOptional = !((call.input.required as readonly string[] | undefined) ?? []).includes(name);
  const isKnown = 'examples' in schema || 'enum' in schema;
  const source = fc.oneof(
    { weight: isKnown ? 2 : 60, arbitrary: fc.constant('seen' as const) },
    { weight: isKnown ? 60 : 10, arbitrary: fc.constant('plausible' as const) },
    {
      weight: !isOptional ? 1 : 'examples' in schema ? 6 : 200,
      arbitrary: fc.constant('absent' as const),
    },
    { weight: 2, arbitrary: fc.constant('hostile' as const) },
    { weight: 1, arbitrary: fc.constant('twice' as const) },
  );
  return fc.record({
    name: fc.constant(name),
    source,
    pick: fc.nat(999),
    plausible: fc.constant(plausibleValues(schema)),
    hostile: hostileValue,
  });
}

function plannedCall(call: Call, users: number): fc.Arbitrary<PlannedCall> {
  return fc.record({
    call: fc.constant(call),
    user: fc.nat(users - 1),
    key: fc.oneof(
      { weight: 3, arbitrary: fc.constant('none' as const) },
      { weight: 3, arbitrary: fc.constant('own' as const) },
      { weight: 1, arbitrary: fc.nat(3) },
    ),
    isDoubled: fc.boolean(),
    encoding: fc.constantFrom('form' as const, 'json' as const),
    fields: fc.tuple(...Object.keys(call.input.properties).map((name) => plannedField(call, name))),
  });
}

/** 5 to 200 calls by 3 to `mostUsers` users. */
export function callSequences(
  calls: readonly Call[],
  mostUsers: number,
): fc.Arbitrary<PlannedCall[]> {
  return fc.integer({ min: 3, max: mostUsers }).chain((users) => {
    const planned = fc.oneof(
      ...calls.map((call) => ({
        weight: call.money === true ? MONEY_WEIGHT : 1,
        arbitrary: plannedCall(call, users),
      })),
    );
    return fc.array(planned, { minLength: 5, maxLength: 200, size: 'max' });
  });
}

/** Values of earlier answers, by the user, the area of the call and the names of fields. */
export class SeenValues {
  readonly #values = new Map<string, string[]>();

  note(of: PlannedCall, value: unknown): void {
    if (Array.isArray(value)) {
      for (const one of value.slice(0, VALUES_KEPT)) this.note(of, one);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) {
        if (typeof one === 'object') this.note(of, one);
        else
          for (const owner of [of.user, ANYBODY])
            this.#keep(`${owner} ${of.call.area} ${name}`, String(one));
      }
    }
  }

  /**
   * Mostly values that the user saw, sometimes those of all users: another's order is a value like
   * any other.
   */
  of({ user, call }: PlannedCall, { name, pick }: PlannedField): readonly string[] {
    return this.#values.get(`${pick % 4 === 0 ? ANYBODY : user} ${call.area} ${name}`) ?? [];
  }

  #keep(name: string, text: string): void {
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, [text, ...values.filter((one) => one !== text)].slice(0, VALUES_KEPT));
  }
}

/** Names and values (JSON text) of a planned call, given the values of earlier answers. */
export function fieldsOf(
  planned: PlannedCall,
  seen: SeenValues,
): (readonly [name: string, json: string])[] {
  return planned.fields.flatMap((one) => {
    const { name, source, pick, plausible, hostile } = one;
    const known = source === 'seen' ? seen.of(planned, one) : [];
    const values = known.length > 0 ? known : plausible;
    const field = [name, JSON.stringify(values[pick % values.length] ?? '')] as const;
    if (source === 'absent') return [];
    if (source === 'hostile') return [[name, hostile] as const];
    return source === 'twice' ? [field, field] : [field];
  });
}
