// Runs the parts of the suite, each with its own tool, and counts their results.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment, packageTool, pinnedNode, ROOT } from './setup.mjs';

const CACHE = path.join(ROOT, 'node_modules', '.cache', 'meridian');
/**
 * A part that hangs is ended and counts as failed, so that the suite always ends with its result.
 */
const PART_LIMIT_MS = 55 * 60_000;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Static checks: types, layout, lint, import rules. @returns {Promise<Counts>} */
export async function checkSources() {
  const others = async () => total([await checkLayout(), await lint(), await checkDependencies()]);
  return total(await Promise.all([checkTypes(), others()]));
}

/**
 * Type-checks every workspace with its own settings: `tsc -b` follows the references of their
 * tsconfig.json and checks only changes. Uses the native compiler; lint takes its types from the
 * older one, which has an API.
 * @returns {Promise<Counts>}
 */
export function checkTypes() {
  forgetTextIds();
  return check('types', [packageTool('typescript-native', 'bin/tsc'), '-b', '--pretty', 'false']);
}

/**
 * TypeScript 7.0 notices only the first change of a JSON file since it stored a project's state. The
 * state goes when a text is newer, so that the ids of texts are read again.
 */
function forgetTextIds() {
  const state = path.join(ROOT, 'packages/contract/.cache/types/tsconfig.tsbuildinfo');
  if (!existsSync(state)) return;
  const { mtimeMs } = statSync(state);
  const texts = path.join(ROOT, 'texts/en');
  if (readdirSync(texts).some((name) => statSync(path.join(texts, name)).mtimeMs > mtimeMs))
    rmSync(state);
}

/** Whether every file is formatted as `npm run format` formats it. @returns {Promise<Counts>} */
function checkLayout() {
  return check('layout', [...prettier(), '--check', '.']);
}

/**
 * Prettier over the whole checkout, as arguments of the pinned Node; it caches the files that were
 * right.
 */
export function prettier() {
  return [
    packageTool('prettier', 'bin/prettier.cjs'),
    '--log-level=warn',
    '--cache',
    '--cache-strategy=content',
    `--cache-location=${path.join(CACHE, 'prettier')}`,
  ];
}

/**
 * Each part is a process: the typed rules load every program that a file belongs to, and those of
 * the whole checkout together do not fit into Node's default heap.
 */
const LINT_PARTS = [
  ['packages', ['packages']],
  ['server', ['apps/server']],
  ['the rest', ['.', '--ignore-pattern', 'packages/**', '--ignore-pattern', 'apps/server/**']],
];

/** Rules of eslint.config.mjs. @returns {Promise<Counts>} */
export async function lint() {
  const parts = [];
  for (const [name, files] of LINT_PARTS)
    parts.push(
      await check(`lint of ${name}`, [
        packageTool('eslint', 'bin/eslint.js'),
        ...files,
        '--max-warnings=0',
        '--cache',
        '--cache-strategy=content',
        `--cache-location=${path.join(CACHE, `eslint-${name.replace(' ', '-')}`)}`,
      ]),
    );
  return total(parts);
}

/** The import rules of dependency-cruiser.config.mjs. @returns {Promise<Counts>} */
function checkDependencies() {
  return check('dependency rules', [
    packageTool('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
    '--config',
    'dependency-cruiser.config.mjs',
    '--output-type',
    'err',
    'packages',
    'apps',
    'bench',
    'e2e',
    'examples',
  ]);
}

/** Runs one project of vitest.config.ts. @returns {Promise<Counts>} */
export async function vitest(project, environment = {}) {
  const report = path.join(CACHE, `vitest-${project}.json`);
  rmSync(report, { force: true });
  const arguments_ = [
    packageTool('vitest', 'vitest.mjs'),
    'run',
    '--project',
    project,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { status, output, seconds } = await run(arguments_, environment);
  const counts = existsSync(report)
    ? countReport(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  // A crash outside any test (an unhandled error, a dead worker) has no entry of its own.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  say(`${project} tests`, counts, seconds);
  if (counts.failed > 0) process.stdout.write(output);
  return counts;
}

/** Sums the counts of the parts. @param {Counts[]} parts @returns {Counts} */
export function total(parts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const part of parts) for (const key of Object.keys(sum)) sum[key] += part[key];
  return sum;
}

/**
 * Prints the one result line and ends the process with the matching code. @param {Counts} counts
 */
export function finish(counts) {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
  process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
}

function countReport(report) {
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  // A file that could not be loaded has no tests in the report.
  counts.failed += report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return counts;
}

/** Runs one check with one tool. */
async function check(name, arguments_) {
  const { status, output, seconds } = await run(arguments_);
  const failed = status !== 0;
  const counts = { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 };
  say(name, counts, seconds);
  if (failed) process.stdout.write(output);
  return counts;
}

function say(name, { passed, failed, skipped }, seconds) {
  const verdict =
    failed > 0
      ? `FAILED (${failed} of ${passed + failed})`
      : `ok (${passed}${skipped > 0 ? `, skipped: ${skipped}` : ''})`;
  process.stdout.write(`${name}: ${verdict}, ${seconds.toFixed(1)} s\n`);
}

/** Runs a tool on the pinned Node and keeps its output. */
function run(arguments_, environment = {}) {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const child = spawn(pinnedNode(), arguments_, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: childEnvironment({
        FORCE_COLOR: '0',
        NO_COLOR: '1',
        // Servers are started hundreds of times: their code is compiled once.
        NODE_COMPILE_CACHE: path.join(CACHE, 'compiled'),
        ...environment,
      }),
      detached: true,
    });
    let output = '';
    const endGroup = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    };
    const timer = setTimeout(() => {
      output += `\nended after ${PART_LIMIT_MS / 60_000} minutes\n`;
      endGroup();
    }, PART_LIMIT_MS);
    const interrupt = () => {
      endGroup();
      process.exit(130);
    };
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (status) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve({ status, output, seconds: (performance.now() - startedMs) / 1000 });
    });
  });
}
