import { createGateway, type Gateway, type GatewayOptions } from './gateway/http.ts';
import { MODULES } from './modules/all.ts';
import { Proposals } from './modules/office/proposals.ts';
import { openServices, type ServiceParts, type Services } from './services.ts';

/** Settings of the gateway that its services do not give. */
export type GatewaySettings = Omit<
  GatewayOptions,
  'access' | 'operators' | 'proposals' | 'metrics' | 'production'
>;

export interface ExchangeParts extends Omit<ServiceParts, 'proposals' | 'sockets'> {
  readonly gateway: GatewaySettings & Partial<GatewayOptions>;
  /** Opens events for pages, at the customers' listener. */
  readonly openSockets: (gateway: Gateway) => ServiceParts['sockets'];
}

/**
 * Puts a gateway, the services that areas share and every area's calls together, the same for the
 * server and for the exchange of the tests. Listens nowhere yet and starts nothing.
 */
export async function openExchange({
  gateway: settings,
  openSockets,
  ...parts
}: ExchangeParts): Promise<{ readonly gateway: Gateway; readonly services: Services }> {
  const { queries, access, operators, metrics } = parts;
  const proposals = new Proposals(queries);
  const gateway = await createGateway({
    access,
    operators,
    proposals,
    metrics,
    production: !parts.isDemo,
    ...settings,
  });
  const services = openServices({ ...parts, proposals, sockets: openSockets(gateway) });
  for (const { register } of MODULES) register(gateway, services);
  return { gateway, services };
}
