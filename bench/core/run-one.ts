// One timed run of one contestant in a process of its own, so that no run warms up or fills
// another's heap. Arguments: contestant, mix, commands, seed. Prints one line of JSON.
import { BareBook, PeerOrderBook, WholeExchange, type Contestant } from './contestants.ts';
import { makeWorkload, PREFILL, type Mix, type Workload } from './workload.ts';

const MAKERS: Record<string, (workload: Workload) => Contestant> = {
  book: (workload) => new BareBook(workload),
  exchange: (workload) => new WholeExchange(workload),
  peer: (workload) => new PeerOrderBook(workload),
};

const [name = '', mix = 'w1', commands = '1000000', seed = '12345'] = process.argv.slice(2);
const make = MAKERS[name];
if (make === undefined) throw new Error(`no contestant is called ${name}`);

const workload = makeWorkload(mix as Mix, Number(commands), Number(seed));
const contestant = make(workload);
contestant.run(0, PREFILL);
const startedAt = process.hrtime.bigint();
contestant.run(PREFILL, workload.length);
const nanoseconds = Number(process.hrtime.bigint() - startedAt);

const result = contestant.result();
const { expected } = workload;
const isRight =
  result.liveOrders === expected.liveOrders &&
  (result.fillHash === undefined ||
    (result.fillHash === expected.fillHash &&
      result.trades === expected.trades &&
      result.volume === expected.volume));
if (!isRight)
  throw new Error(
    `${name} made ${JSON.stringify(result)} of the workload, expected ${JSON.stringify(expected)}`,
  );
process.stdout.write(
  `${JSON.stringify({ perSecond: (Number(commands) * 1e9) / nanoseconds, fillHash: expected.fillHash })}\n`,
);
