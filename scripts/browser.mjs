// Finds a Chromium for the browser journeys, or installs one: by the system's package manager if
// allowed, else into Playwright's folder.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment, packageTool, pinnedNode } from './setup.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL = 'chromium-headless-shell';

/**
 * @returns {Promise<string | undefined>} path of an executable Chromium, undefined when there is no
 * way to get one
 */
export async function provideBrowser() {
  const found = findBrowser() ?? (await playwrightBrowser());
  if (found) return found;
  process.stderr.write('Installing Chromium for the browser tests (once) ...\n');
  if (installBySystem()) return findBrowser();
  const downloaded = spawnSync(
    pinnedNode(),
    [packageTool('playwright-core', 'cli.js'), 'install', '--no-shell', 'chromium'],
    {
      stdio: ['ignore', 2, 2],
      env: childEnvironment(),
    },
  );
  if (downloaded.status === 0) return playwrightBrowser();
  process.stderr.write(
    'No Chromium: install one (`apt-get install chromium`) or name one in CHROMIUM_PATH.\n',
  );
  return undefined;
}

/**
 * The same browser without windows and notifications: a visitor costs it a fifth of a second of a
 * core, and the whole one a third.
 * @returns {string | undefined} its path, where the system has it and no browser was named
 */
export function findHeadlessShell() {
  return process.env.CHROMIUM_PATH ? undefined : findProgram([SHELL]);
}

function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : undefined;
  return findProgram(NAMES);
}

function findProgram(names) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return undefined;
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright-core');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

function installBySystem() {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const prefix = process.getuid() === 0 ? [] : ['sudo', '-n'];
  const apt = (...arguments_) => {
    const [file, ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      ...arguments_,
    ];
    return spawnSync(file, rest, { stdio: ['ignore', 'ignore', 2] }).status === 0;
  };
  apt('update', '-qq');
  const install = (name) => apt('install', '-y', '-qq', '--no-install-recommends', name);
  // Not every system has the shell, and nothing needs it.
  return install('chromium') && (install(SHELL) || true);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
