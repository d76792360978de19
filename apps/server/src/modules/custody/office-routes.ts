import {
  officeClaimDecide,
  officeClaims,
  officeColdAddressSave,
  officeColdMove,
  officeColdStorage,
  officeDeposits,
  officeNetworks,
  officeNetworkSave,
  officePause,
  officeReserves,
  officeWithdrawalAgree,
  officeWithdrawalDecide,
  officeWithdrawalLost,
  officeWithdrawals,
  officeWithdrawalTerms,
} from '@meridian/contract/custody/office';
import { inTurn } from '../../gateway/audited-change.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { onlyCloses } from '../../gateway/tightens.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import type { CustodyServices } from './custody-services.ts';
import { depositPage } from './deposit-page.ts';
import { claimPage, decideClaim } from './office-claims.ts';
import { networkRow, saveNetwork } from './office-networks.ts';
import {
  coldStorage,
  pause,
  recordColdMove,
  reserveRows,
  saveColdAddress,
} from './office-reserves.ts';
import {
  agreeToWithdrawal,
  decideWithdrawal,
  giveBackLost,
  withdrawalPage,
} from './office-withdrawals.ts';
import { termsFor } from './withdrawal-agreement.ts';

/** Calls of operators about custody. */
export function registerCustodyOfficeRoutes(
  gateway: CallRegistry,
  services: CustodyServices,
): void {
  const gate = new ProjectionGate(services.queries);
  gateway.registerCall(officeWithdrawals, async (context) => {
    await gate.reached(services.live.seq);
    return withdrawalPage(services, context);
  });
  // One after the other: of two operators who approve at once, the second sees the first one's
  // approval.
  const decideInTurn = inTurn();
  gateway.registerCall(officeWithdrawalDecide, (context) =>
    decideInTurn(() => decideWithdrawal(services, gate, context)),
  );
  gateway.registerCall(officeWithdrawalTerms, (context) =>
    termsFor(services, BigInt(context.input.id), context.operator.operator),
  );
  gateway.registerCall(officeWithdrawalAgree, (context) =>
    decideInTurn(() => agreeToWithdrawal(services, gate, context)),
  );
  gateway.registerCall(officeWithdrawalLost, (context) => giveBackLost(services, gate, context));
  gateway.registerCall(officeDeposits, (context) => depositPage(services, context));
  gateway.registerCall(officeClaims, (context) => claimPage(services, context));
  gateway.registerCall(officeClaimDecide, (context) => decideClaim(services, context));
  gateway.registerCall(officeReserves, async () => ({
    is_all_paused: services.live.custody.isPaused(0),
    assets: await reserveRows(services),
  }));
  gateway.registerCall(officeColdMove, (context) => recordColdMove(services, context));
  gateway.registerCall(officeColdAddressSave, (context) => saveColdAddress(services, context));
  gateway.registerCall(officeColdStorage, () => coldStorage(services));
  gateway.registerCall(
    officePause,
    (context) => pause(services, context),
    ({ input }) => input.paused === '1',
  );
  gateway.registerCall(officeNetworks, () =>
    services.live.custody.networks().map((network) => networkRow(services, network)),
  );
  // One after the other: a closure during another operator's change must not be lost.
  const saveInTurn = inTurn();
  gateway.registerCall(
    officeNetworkSave,
    (context) => saveInTurn(() => saveNetwork(services, context)),
    onlyCloses('is_deposit_open', 'is_withdraw_open'),
  );
}
