import { Type, type Static } from 'typebox';
import { MicroOrder } from './calls.ts';
import { Stamp } from '../schema/event.ts';

/** `closed_microorder`: an own seconds contract has ended. Only to the owner's sockets. */
export const ClosedMicroOrderEvent = Type.Object({ ...MicroOrder.properties, ...Stamp });
export type ClosedMicroOrderEvent = Static<typeof ClosedMicroOrderEvent>;
