import { Session, type Runtime } from 'node:inspector';

/** Name and value of a field, or of a variable. */
export type Field = readonly [name: string, value: unknown];

/** The types of Node leave out the private fields, which the protocol has. */
interface Properties extends Runtime.GetPropertiesReturnType {
  readonly privateProperties?: readonly Runtime.PropertyDescriptor[];
}

/** Global variable through which values come from the inspector and go to it. */
const HANDED = '__handed';
const GROUP = 'hidden-fields';

/**
 * Reads the state that code cannot reach: private fields of objects, and variables that functions
 * keep alive. It asks the inspector of this process; nothing listens on a port.
 */
export class HiddenFields {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
  }

  close(): void {
    this.#session.disconnect();
  }

  /** Private fields of an object, each with its `#`; private methods are among them. */
  privateOf(object: object): Field[] {
    return this.#reading(object, (id) => this.#propertiesOf(id).privateProperties ?? []);
  }

  /** Variables of the functions in which a function was made. Modules are functions in Vitest. */
  variablesOf(made: object): Field[] {
    return this.#reading(made, (id) => {
      const scopes = this.#propertiesOf(id).internalProperties?.find(
        ({ name }) => name === '[[Scopes]]',
      );
      const all = this.#propertiesOf(scopes?.value?.objectId).result;
      return all
        .filter(({ value }) => /^(?:Closure|Block)/.test(value?.description ?? ''))
        .flatMap(({ value }) => this.#propertiesOf(value?.objectId).result);
    });
  }

  #reading(
    object: object,
    read: (id: string | undefined) => readonly Runtime.PropertyDescriptor[],
  ): Field[] {
    const global = globalThis as unknown as Record<string, unknown>;
    global[HANDED] = object;
    const { result } = this.#ask<Runtime.EvaluateReturnType>('Runtime.evaluate', {
      expression: HANDED,
      objectGroup: GROUP,
    });
    const found = read(result.objectId).filter(({ value }) => value !== undefined);
    this.#ask('Runtime.callFunctionOn', {
      objectId: result.objectId,
      functionDeclaration: `function (...values) { ${HANDED} = values; }`,
      arguments: found.map(({ value }) => argumentOf(value as Runtime.RemoteObject)),
    });
    const values = global[HANDED] as unknown[];
    global[HANDED] = undefined;
    this.#ask('Runtime.releaseObjectGroup', { objectGroup: GROUP });
    return found.map(({ name }, index) => [name, values[index]]);
  }

  #propertiesOf(objectId: string | undefined): Properties {
    return this.#ask<Properties>('Runtime.getProperties', { objectId, ownProperties: true });
  }

  /** The inspector of the same thread answers before `post` returns. */
  #ask<Answer>(method: string, parameters: object): Answer {
    let answer: object | undefined;
    this.#session.post(method, parameters, (error, result) => {
      if (error !== null) throw new Error(`${method}: ${error.message}`);
      answer = result;
    });
    if (answer === undefined) throw new Error(`${method} has no answer yet`);
    return answer as Answer;
  }
}

/** A value of the inspector as an argument of a call. */
function argumentOf({ objectId, unserializableValue, value }: Runtime.RemoteObject): object {
  if (objectId !== undefined) return { objectId };
  return unserializableValue === undefined ? { value: value as unknown } : { unserializableValue };
}
