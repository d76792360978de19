import { registerAds } from './ad-routes.ts';
import { registerAppeals } from './appeal-routes.ts';
import { registerChat } from './chat-routes.ts';
import { registerActs, registerDeals } from './deal-routes.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { Gateway } from '../../gateway/http.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { Evidence, EVIDENCE_PATH } from './evidence.ts';
import type { Ground, P2pServices } from './ground.ts';
import { registerOfficeCases } from './office-case-routes.ts';
import { registerOfficeAppeals } from './office-appeal-routes.ts';
import { registerEvidencePackages } from './package-routes.ts';
import { Payees } from './payees.ts';
import { People } from './people.ts';
import { registerTraders } from './trader-routes.ts';
import { registerWebhooks } from './webhook-routes.ts';

/**
 * The fiat marketplace: ads, and deals on them. The session says whose account it is; the core
 * decides which acts an account may do on an ad or a deal.
 */
export function registerP2pRoutes(
  gateway: CallRegistry & Pick<Gateway, 'serveOwnFiles'>,
  services: P2pServices,
): void {
  const evidence = new Evidence(services.queries, services.secrets);
  const ground: Ground = {
    ...services,
    payees: new Payees(services),
    people: new People(services),
    evidence,
    gate: new ProjectionGate(services.queries),
  };
  registerAds(gateway, ground);
  registerDeals(gateway, ground);
  registerActs(gateway, ground);
  registerTraders(gateway, ground);
  registerChat(gateway, ground);
  registerAppeals(gateway, ground);
  registerOfficeAppeals(gateway, ground);
  registerEvidencePackages(gateway, ground);
  registerOfficeCases(gateway, ground);
  registerWebhooks(gateway, ground);
  gateway.serveOwnFiles(EVIDENCE_PATH, (link) => evidence.open(link));
}
