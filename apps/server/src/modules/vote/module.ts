import type { ServerModule } from '../../module.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { registerVoteOffice } from './office-routes.ts';
import { registerVoteRoutes } from './routes.ts';
import { seedVotes } from './seed.ts';

export const voteModule: ServerModule = {
  name: 'vote',
  register(gateway, services) {
    const ground = { ...services, gate: new ProjectionGate(services.queries) };
    registerVoteRoutes(gateway, ground);
    registerVoteOffice(gateway, ground);
  },
  furnishDemo: seedVotes,
};
