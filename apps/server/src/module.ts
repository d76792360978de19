import type { Gateway } from './gateway/http.ts';
import type { OpenFeed } from './gateway/sockets/frames.ts';
import type { Rounds } from './rounds.ts';
import type { Services } from './services.ts';

/** An area of the server, as a value. `modules/all.ts` lists them. */
export interface ServerModule {
  /** The area's name, as in every other storey. */
  readonly name: string;
  /** Registers the calls of customers and of operators, its files and forms. */
  readonly register: (gateway: Gateway, services: Services) => void;
  /** Its events for open pages. */
  readonly feed?: OpenFeed;
  /** Work that goes on while the server serves. */
  readonly rounds?: (services: Services) => readonly Rounds[];
}
