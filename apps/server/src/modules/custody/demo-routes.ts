import type { LocalChain } from '@meridian/chain/local/local-chain';
import { testDeposit } from '@meridian/contract/custody/calls';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import type { Custodian } from './custodian.ts';

const AGAIN_AFTER_MS = 10_000;
/** The amount of a test deposit, in chain units and as text. */
const GIFTS = {
  USDT: { network: 'erc20', units: 1_000_000_000n, text: '1000' },
  ETH: { network: 'eth', units: 10n ** 18n, text: '1' },
} as const;

/** The source of test deposits. */
export interface TestCoins {
  readonly chain: Pick<LocalChain, 'fund' | 'sendDollars'>;
  readonly dollar: `0x${string}`;
}

/** Demo only: a real transaction on the local chain, from the account that mints its coins. */
export function registerTestDeposit(
  gateway: CallRegistry,
  {
    live,
    custodian,
    demoChain,
  }: { live: LiveView; custodian: Custodian; demoChain: () => TestCoins | undefined },
): void {
  const lastMs = new Map<number, number>();
  gateway.registerCall(testDeposit, async ({ input, session }) => {
    const { code } = listedCurrency(live, input.currency);
    const demo = demoChain();
    const { addresses } = custodian;
    if (demo === undefined || addresses === undefined || (code !== 'USDT' && code !== 'ETH'))
      throw new Refusal('custody_closed');
    const waitMs = (lastMs.get(session.user) ?? 0) + AGAIN_AFTER_MS - Date.now();
    if (waitMs > 0) throw new Refusal('too_many_requests', { seconds: Math.ceil(waitMs / 1_000) });
    lastMs.set(session.user, Date.now());
    const { network, units, text } = GIFTS[code];
    const to = (await addresses.of(session.user, network)) as `0x${string}`;
    const hash =
      code === 'ETH'
        ? await demo.chain.fund(to, units)
        : await demo.chain.sendDollars(demo.dollar, to, units);
    return { hash, number: text };
  });
}
