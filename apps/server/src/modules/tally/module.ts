import { tallyShow } from '@meridian/contract/tally/calls';
import type { ServerModule } from '../../module.ts';
import { Tally } from './tally.ts';

const tally = new Tally();

export const tallyModule: ServerModule = {
  name: 'tally',
  register(gateway) {
    gateway.registerCall(tallyShow, () => Promise.resolve({ seconds: tally.seconds }));
  },
  feed: (_live, audience) => tally.tell(audience),
  rounds: () => [tally.rounds],
  furnishDemo: () => Promise.resolve(void (tally.seconds = 100)),
};
