// `npm run bench` runs all but the soak; `npm run bench -- core` (margin, seconds, earn, rebates,
// sales, http, sockets, restart, deposits, accounts, p2p, chat, deals, soak) runs one.
// `-- http --connections=N` runs one number of connections.
import { parseArgs } from 'node:util';
import { benchAccounts } from './accounts/bench-accounts.ts';
import { benchCore } from './core/bench-core.ts';
import { benchEarn } from './core/bench-earn.ts';
import { benchRebates } from './core/bench-rebates.ts';
import { benchSales } from './core/bench-sales.ts';
import { benchMargin } from './core/bench-margin.ts';
import { benchSeconds } from './core/bench-seconds.ts';
import { benchDeposits } from './custody/bench-deposits.ts';
import { benchHttp, benchSoak } from './http/bench-http.ts';
import { benchSockets } from './http/bench-sockets.ts';
import { benchChat } from './p2p/bench-chat.ts';
import { benchDeals } from './p2p/bench-deals.ts';
import { benchP2p } from './p2p/bench-p2p.ts';
import { print, printMachine } from './report.ts';
import { benchRestart } from './restart/bench-restart.ts';

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { connections: { type: 'string' } },
});
const connections = values.connections === undefined ? undefined : Number(values.connections);

const BENCHMARKS: Record<string, () => Promise<unknown>> = {
  core: benchCore,
  margin: benchMargin,
  seconds: benchSeconds,
  earn: benchEarn,
  rebates: benchRebates,
  sales: benchSales,
  http: () => benchHttp(connections),
  sockets: benchSockets,
  restart: benchRestart,
  deposits: benchDeposits,
  accounts: benchAccounts,
  p2p: benchP2p,
  chat: benchChat,
  deals: benchDeals,
  soak: benchSoak,
};
const BY_DEFAULT = [
  'core',
  'margin',
  'seconds',
  'earn',
  'rebates',
  'sales',
  'http',
  'sockets',
  'restart',
  'deposits',
  'accounts',
  'p2p',
  'chat',
  'deals',
];

const unknown = chosen.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  print(`unknown benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exitCode = 2;
} else {
  printMachine();
  for (const name of chosen.length > 0 ? chosen : BY_DEFAULT) await BENCHMARKS[name]?.();
}
