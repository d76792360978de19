import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The kind of a test is the ending of its name. docs/TESTING.md says which test goes where. */
const KINDS = {
  fuzz: '*.fuzz.test.ts',
  integration: '*.integration.test.ts',
  crash: '*.crash.test.ts',
  attack: '*.attack.test.ts',
  journey: '*.journey.test.ts',
};
const SKIPPED = ['**/node_modules/**', '**/dist/**', '**/.cache/**', '**/.data/**'];
const MINUTE_MS = 60_000;
/** The longest time until a polled condition becomes true; on a page beside a busy core, longer. */
const POLL_MS = 10_000;
const PAGE_POLL_MS = 40_000;

/** Files of more than a minute. One that began last would leave the other worker without work. */
const SLOWEST = [
  ...['planted-bugs.fuzz', 'exchange.fuzz', 'seconds-latency.fuzz', 'simulator.fuzz'],
  ...['older-rules', 'exchange.property'],
  ...['calls.fuzz.integration', 'checklist.integration', 'deal-races.integration'],
  ...['sent-withdrawals.integration', 'upgrade.integration', 'kill.crash'],
  ...['front-access.journey', 'front-states.journey', 'lost-answers.journey', 'sale.journey'],
  ...['margin.journey', 'account.journey', 'custody.journey', 'spot-terminal.journey'],
  ...['gallery.journey', 'loan-fall.journey', 'front-visitor.journey', 'p2p-deal.journey'],
  ...['office-access.journey', 'ten-tasks.journey'],
];

/** The slowest files first, the others by their size. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = SLOWEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place < 0 ? SLOWEST.length : place;
    };
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) => own.sort((a, b) => placeOf(a) - placeOf(b)));
  }
}

interface Kind {
  name: string;
  include: string[];
  exclude?: string[];
  timeoutMs: number;
  pollMs?: number;
  /** Modules that run once before all of its files. */
  globalSetup?: string[];
}

/** Databases of tests are copies of the one that it makes. */
const PREPARE_DATABASE = 'apps/server/test/prepare-database.ts';
/** The same with the past of a demo's markets. */
const PREPARE_DEMO = 'apps/server/test/prepare-demo.ts';

function project({ name, include, exclude = [], timeoutMs, pollMs = POLL_MS, globalSetup }: Kind) {
  return {
    test: {
      name,
      include,
      exclude: [...SKIPPED, ...exclude],
      environment: 'node',
      testTimeout: timeoutMs,
      hookTimeout: Math.max(timeoutMs, MINUTE_MS),
      // A busy machine takes longer than the second that is the default.
      expect: { poll: { timeout: pollMs } },
      pool: 'forks' as const,
      ...(globalSetup === undefined ? {} : { globalSetup }),
    },
  };
}

export default defineConfig({
  test: {
    // The machine that this is for has two cores. Servers and databases of two files run side by
    // side: each has ports and folders of its own.
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    projects: [
      project({
        name: 'unit',
        include: ['**/*.test.ts', '**/*.test.tsx'],
        exclude: Object.values(KINDS).map((ending) => `**/${ending}`),
        timeoutMs: MINUTE_MS,
      }),
      project({ name: 'fuzz', include: [`**/${KINDS.fuzz}`], timeoutMs: 10 * MINUTE_MS }),
      project({
        name: 'integration',
        include: [`**/${KINDS.integration}`],
        timeoutMs: 3 * MINUTE_MS,
        globalSetup: [PREPARE_DATABASE],
      }),
      project({
        name: 'crash',
        include: [`**/${KINDS.crash}`],
        timeoutMs: 10 * MINUTE_MS,
        globalSetup: [PREPARE_DEMO],
      }),
      project({ name: 'attack', include: [`**/${KINDS.attack}`], timeoutMs: 3 * MINUTE_MS }),
      project({
        name: 'journey',
        include: [`**/${KINDS.journey}`],
        timeoutMs: 3 * MINUTE_MS,
        pollMs: PAGE_POLL_MS,
        // The shared server first: it starts as at a newcomer's, with an empty folder.
        globalSetup: ['e2e/front-server.ts', PREPARE_DEMO],
      }),
    ],
  },
});
