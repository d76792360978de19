// The arrows of docs/ARCHITECTURE.md as rules: an import that points the other way fails the suite.

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const TESTS =
  '(\\.test\\.tsx?$|^apps/server/test/|/testing/|/test-[^/]+\\.ts$|/(temporary-database|memory-journal|hostile-input)\\.ts$)';
const SHIPPED = { path: '^(packages/(money|core|contract|chain)|apps/[^/]+)/', pathNot: TESTS };

/**
 * A workspace may import these others and nothing else of ours. That holds for the tests of a
 * package too. The tests of an application may import what stands beside it, such as the test kit.
 */
const arrows = (folder, allowed) =>
  forbid(
    `${folder}-arrows`,
    `${folder} may import ${allowed.length > 0 ? allowed.join(', ') : 'no other workspace'} only: move what you need down, or turn the call around.`,
    { path: `^${folder}/`, ...(folder.startsWith('packages/') ? {} : { pathNot: TESTS }) },
    {
      path: '^(packages|apps|bench|e2e|examples)/',
      pathNot: [`^${folder}/`, ...allowed.map((name) => `^${name}/`)],
    },
  );

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-cycles',
      'Modules that need each other are one module, or a third one is missing. Types count too.',
      {},
      { circular: true },
    ),
    forbid(
      'no-orphans',
      'Nothing imports this file: delete it, or use it. (index.html asks for what stands in public.)',
      {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '^apps/web/public/', '\\.config\\.(ts|mjs)$', '\\.test\\.tsx?$'],
      },
      {},
    ),
    forbid(
      'resolvable',
      'The import leads nowhere.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    forbid(
      'declared',
      'Add the package to the package.json of the workspace that imports it.',
      SHIPPED,
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
        pathNot: '^node_modules/(@types/|vite/)',
      },
    ),

    arrows('packages/money', []),
    arrows('packages/core', ['packages/money']),
    arrows('packages/contract', ['packages/money']),
    arrows('packages/chain', ['packages/money']),
    arrows('packages/testkit', ['packages/core', 'packages/chain', 'packages/money']),
    arrows('apps/server', [
      'packages/core',
      'packages/contract',
      'packages/chain',
      'packages/money',
    ]),
    arrows('apps/web', ['packages/contract', 'packages/money']),
    arrows('apps/office', ['packages/contract', 'packages/money']),
    // An example is the code of a stranger, who has the calls and none of our packages.
    arrows('examples', []),
    forbid('testkit-not-shipped', 'The test kit stays out of what customers run.', SHIPPED, {
      path: '^packages/testkit/',
    }),

    forbid(
      'keys-in-the-signer',
      'Private keys live in the signer: the server knows extended public keys only, and speaks to the signer through its client.',
      { path: '^apps/', pathNot: TESTS },
      {
        path: '^packages/chain/src/(signer/(keystore|sign-unsigned|signer|signer-server|signer-log|main)|keys/derivation)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'money-is-pure',
      'packages/money depends on nothing, Node included.',
      { path: '^packages/money/src/', pathNot: TESTS },
      { dependencyTypes: ['core', 'npm'] },
    ),
    forbid(
      'core-is-pure',
      'The core has no I/O: what it needs arrives in a command. Hashes are computed, so their library may be used.',
      { path: '^packages/core/src/', pathNot: TESTS },
      { dependencyTypes: ['core', 'npm'], pathNot: '^(packages|node_modules/@noble/hashes)/' },
    ),

    forbid(
      'shipped-without-test-support',
      'Code that ships imports nothing that stands beside it for tests: these files may do what it may not.',
      SHIPPED,
      { path: TESTS },
    ),
    forbid(
      'core-areas-below-unions',
      'commands.ts, events.ts and snapshot.ts gather what the areas declare: an area imports its own. (Debts read the postings of every area.)',
      {
        path: '^packages/core/src/[^/]+/',
        pathNot: [TESTS, '^packages/core/src/testing/', '^packages/core/src/custody/debts\\.ts$'],
      },
      {
        path: '^packages/core/src/(commands|command-areas|events|snapshot|exchange|command-codec)\\.ts$',
      },
    ),

    forbid(
      'server-modules-apart',
      'Modules of the server do not know each other: pass what is needed in services.ts. All may know `market`, `account` and `inbox`: markets, prices and people are what they speak about, and people are told.',
      { path: '^apps/server/src/modules/([^/]+)/', pathNot: TESTS },
      {
        path: '^apps/server/src/modules/',
        pathNot: '^apps/server/src/modules/(($1|market|account|inbox)/|live-view\\.ts$)',
      },
    ),
    forbid(
      'server-live-below-modules',
      'The ground of the live view names no area: an area declares its own live state, and modules/live-view.ts lists it. (Prices are `market`.)',
      { path: '^apps/server/src/live/', pathNot: TESTS },
      { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/market/' },
    ),
    forbid(
      'server-gateway-below-modules',
      'The gateway names no area: an area registers its calls and files with it, and brings its events for open pages. (Pairs are `market`.)',
      { path: '^apps/server/src/gateway/', pathNot: TESTS },
      {
        path: '^apps/server/src/modules/',
        pathNot: '^apps/server/src/modules/(market/|live-view\\.ts$)',
      },
    ),
    forbid(
      'web-shared-lowest',
      'shared knows nothing above it.',
      { path: '^apps/web/src/shared/' },
      { path: '^apps/web/src/(realtime|features|app)/' },
    ),
    forbid(
      'web-realtime-below-features',
      'realtime knows shared only.',
      { path: '^apps/web/src/realtime/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    forbid(
      'web-features-below-app',
      'Features know realtime and shared only.',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/app/' },
    ),
    forbid(
      'web-features-apart',
      'No feature imports another: what two need goes to shared or realtime, what joins them to app.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'web-models-without-react',
      'A model is plain TypeScript: views import it, not the reverse.',
      { path: '^apps/web/src/.*/model/', pathNot: TESTS },
      { path: '^node_modules/(react|react-dom|react-router)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
