/**
 * `npm run planted`: plants each bug in a copy of the code and proves that the simulator finds it.
 * `npm run planted -- TEXT` takes those with the text in their names.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlantedBug } from './planted-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
/** A bug must be found within so many seeds, unless it says fewer. */
const MAX_SEEDS = 400;
const COMMANDS = 3_000;
/** Between a comma and the bracket that follows it on the next line. */
const LONGEST_SPACE = 100;
const COPIED = ['packages', 'apps/server'];
const NOT_COPIED = /node_modules|\/\.cache|\/golden\/journals/;

export interface Finding {
  readonly bug: string;
  /** The simulator's failure; undefined if it found none. */
  readonly message: string | undefined;
}

/** A copy of the code, in which one bug after the other is planted. */
export class PlantedCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'meridian-planted-'));

  /**
   * With the packages of the checkout except our own workspaces, which point into the copy.
   */
  constructor() {
    for (const folder of COPIED) {
      cpSync(join(ROOT, folder), join(this.#folder, folder), {
        recursive: true,
        filter: (path) => !NOT_COPIED.test(path),
      });
    }
    const modules = join(this.#folder, 'node_modules');
    mkdirSync(join(modules, '@meridian'), { recursive: true });
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (name !== '@meridian' && !name.startsWith('.'))
        symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    }
    for (const name of ['money', 'core', 'contract', 'testkit'])
      symlinkSync(join(this.#folder, 'packages', name), join(modules, '@meridian', name));
    symlinkSync(join(this.#folder, 'apps/server'), join(modules, '@meridian', 'server'));
  }

  /** Plants the bug, runs the simulator on it, and takes it out again. */
  async find(bug: PlantedBug): Promise<Finding> {
    try {
      for (const { file, from, to } of bug.edits)
        plant(join(this.#folder, file), { from, to, bug: bug.name });
      return { bug: bug.name, message: await firstFailure(this.#folder, bug) };
    } finally {
      for (const { file } of bug.edits) copyFileSync(join(ROOT, file), join(this.#folder, file));
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function plant(file: string, { from, to, bug }: { from: string; to: string; bug: string }): void {
  const text = readFileSync(file, 'utf8');
  const places = placesOf(text, from);
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(
      `"${bug}" does not fit ${file} any more: its text is there ${places.length} times`,
    );
  writeFileSync(file, text.slice(0, place.start) + to.trim() + text.slice(place.end));
}

/**
 * Places where the code equals `wanted` in any layout: spaces, lines and a comma before a closing
 * bracket do not count.
 */
export function placesOf(
  code: string,
  wanted: string,
): { readonly start: number; readonly end: number }[] {
  const [whole, part] = [solid(code), solid(wanted)];
  const places = [];
  for (
    let found = whole.letters.indexOf(part.letters);
    found >= 0;
    found = whole.letters.indexOf(part.letters, found + 1)
  ) {
    const [first = 0, last = 0] = [whole.at[found], whole.at[found + part.letters.length - 1]];
    places.push({ start: first, end: last + 1 });
  }
  return places;
}

/** The characters of code that do not depend on layout, and the index of each. */
function solid(code: string): { readonly letters: string; readonly at: readonly number[] } {
  const at: number[] = [];
  for (const [index, letter] of code.split('').entries()) {
    const isBeforeBracket =
      letter === ',' && /^\s*[)\]}]/.test(code.slice(index + 1, index + 1 + LONGEST_SPACE));
    if (letter.trim() !== '' && !isBeforeBracket) at.push(index);
  }
  return { letters: at.map((index) => code[index]).join(''), at };
}

/** The first failure of the copy's simulator; undefined if all seeds stay green. */
async function firstFailure(
  copy: string,
  { withinSeeds = MAX_SEEDS, fromSeed = 1 }: PlantedBug,
): Promise<string | undefined> {
  const child = spawn(
    process.execPath,
    [
      join(copy, 'apps/server/test/planted/find-failure.ts'),
      `--from=${fromSeed}`,
      `--seeds=${withinSeeds}`,
      `--commands=${COMMANDS}`,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      // All files but one are the same for all bugs.
      env: { ...process.env, NODE_COMPILE_CACHE: join(copy, '.cache/compiled') },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`the simulator ended with ${status}`);
  return output === '' ? undefined : output;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [text = ''] = process.argv.slice(2);
  const bugs = PLANTED_BUGS.filter(({ name }) => name.includes(text));
  const copy = new PlantedCopy();
  let missed = 0;
  for (const bug of bugs) {
    const { message } = await copy.find(bug);
    if (message === undefined) missed++;
    process.stdout.write(
      `${message === undefined ? 'NOT FOUND' : 'found'}: ${bug.name}${message === undefined ? '' : ` (${message})`}\n`,
    );
  }
  copy.remove();
  process.stdout.write(`${bugs.length - missed} of ${bugs.length} planted bugs found\n`);
  process.exitCode = missed > 0 ? 1 : 0;
}
