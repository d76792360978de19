import type { ServerModule } from '../module.ts';
import { alertModule } from './alert/module.ts';
import { acceptorModule } from './acceptor/module.ts';
import { accountModule } from './account/module.ts';
import { complaintModule } from './complaint/module.ts';
import { contestModule } from './contest/module.ts';
import { convertModule } from './convert/module.ts';
import { custodyModule } from './custody/module.ts';
import { demoModule } from './demo/module.ts';
import { earnModule } from './earn/module.ts';
import { faultsModule } from './faults/module.ts';
import { feeModule } from './fee/module.ts';
import { identityModule } from './identity/module.ts';
import { inboxModule } from './inbox/module.ts';
import { launchModule } from './launch/module.ts';
import { loanModule } from './loan/module.ts';
import { marginModule } from './margin/module.ts';
import { marketModule } from './market/module.ts';
import { newsModule } from './news/module.ts';
import { officeModule } from './office/module.ts';
import { p2pModule } from './p2p/module.ts';
import { paymentModule } from './payment/module.ts';
import { personalModule } from './personal/module.ts';
import { secondsModule } from './seconds/module.ts';
import { securityModule } from './security/module.ts';
import { siteModule } from './site/module.ts';
import { spotModule } from './spot/module.ts';
import { rebateModule } from './rebate/module.ts';
import { saleModule } from './sale/module.ts';
import { voteModule } from './vote/module.ts';
import { walletModule } from './wallet/module.ts';

/**
 * Every area of the server. A frame of the sockets tells of them in this order: of markets, then of
 * the user's own data.
 */
export const MODULES: readonly ServerModule[] = [
  marketModule,
  walletModule,
  spotModule,
  marginModule,
  contestModule,
  secondsModule,
  earnModule,
  loanModule,
  accountModule,
  securityModule,
  identityModule,
  inboxModule,
  alertModule,
  newsModule,
  siteModule,
  custodyModule,
  acceptorModule,
  p2pModule,
  convertModule,
  launchModule,
  feeModule,
  saleModule,
  voteModule,
  rebateModule,
  complaintModule,
  paymentModule,
  demoModule,
  officeModule,
  faultsModule,
  personalModule,
];

/** The areas' feeds. */
export const FEEDS = MODULES.flatMap(({ feed }) => feed ?? []);
