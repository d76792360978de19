import type { Call } from '@meridian/contract/schema/call';
import type { Customer, Scene } from './scene.ts';

/** A call that succeeds if it is made now, once. */
export interface GoodCall {
  readonly authorization: string;
  readonly input: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The file of a multipart call. */
  readonly file?: Buffer;
}

export type Input = Readonly<Record<string, string>>;
type Recipe = (scene: Scene) => Promise<GoodCall>;

/** How a good call of each kind is made. */
export type Recipes = readonly (readonly [call: Call, recipe: Recipe])[];

/** By a new customer without money. */
export const asNewcomer = (
  input: (customer: Customer, scene: Scene) => Promise<Input> | Input,
): Recipe => {
  return async (scene) => {
    const customer = await scene.newcomer();
    return { authorization: customer.token, input: await input(customer, scene) };
  };
};

/** By a new customer with money. */
export const asTrader = (input: (customer: Customer) => Promise<Input> | Input): Recipe => {
  return asNewcomer(async (customer) => {
    await customer.fund();
    return input(customer);
  });
};

/** Without a session. */
export const asNobody = (input: (scene: Scene) => Promise<Input> | Input): Recipe => {
  return async (scene) => ({ authorization: '', input: await input(scene) });
};

/** A call by the first owner of the office. */
export const asOwner = (input: (scene: Scene) => Promise<Input> | Input): Recipe => {
  return async (scene) => ({
    authorization: scene.operator('owner').token,
    input: await input(scene),
  });
};

/** Calls about something of one's own: how it is made, and the fields besides its id. */
export type OwnObjects = readonly (readonly [
  call: Call,
  make: (owner: Customer) => Promise<string>,
  rest: Input,
])[];

/** Each call by the new customer who owns the object. */
export const ofOwn = (objects: OwnObjects): Recipes =>
  objects.map(([call, make, rest]) => [
    call,
    asNewcomer(async (customer) => ({ id: await make(customer), ...rest })),
  ]);
