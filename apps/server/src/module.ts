import type { UserId } from '@meridian/core/ids';
import type { Engine } from './engine/engine.ts';
import type { Gateway } from './gateway/http.ts';
import type { OpenFeed } from './gateway/sockets/frames.ts';
import type { Runner } from './rounds.ts';
import type { ServiceParts, Services } from './services.ts';

/** An area of the server, as a value. `modules/all.ts` lists them. */
export interface ServerModule {
  /** The area's name, as in every other storey. */
  readonly name: string;
  /** Registers the calls of customers and of operators, its files and forms. */
  readonly register: (gateway: Gateway, services: Services) => void;
  /** Its events for open pages. */
  readonly feed?: OpenFeed;
  /** Work that goes on while the server serves. */
  readonly rounds?: (services: Services) => readonly Runner[];
  /** Work that makes commands by itself: not begun where the engine takes cancels only. */
  readonly trading?: (services: Services, demoUsers: readonly UserId[]) => readonly Runner[];
  /** Lists the offers of the area at every start, as far as the engine does not know them yet. */
  readonly list?: (
    ground: Pick<ServiceParts, 'live' | 'isDemo'> & { readonly engine: Pick<Engine, 'submit'> },
  ) => Promise<void>;
  /** Demo mode only, at every start: play money, settings and texts, each only once. */
  readonly furnishDemo?: (services: Services, users: readonly UserId[]) => Promise<void>;
}
