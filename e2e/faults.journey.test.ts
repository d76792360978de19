/** An operator's view of a command that broke the core, and its release. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { OfficeScreen, OPERATOR } from './office-screen.ts';
import { ServerProcess } from './server-process.ts';

const COMMAND = { kind: 'spot.cancel', user: 100_000, order: 123_456 };
/**
 * The engine's note when it halts and its database accepts no writes: one line, which the next
 * start moves into the table.
 */
const NOTE = {
  timeMs: Date.now(),
  seq: 4_321,
  kind: COMMAND.kind,
  user: COMMAND.user,
  fingerprint: 'f'.repeat(64),
  command: JSON.stringify(COMMAND),
  invariant: 'L1',
  message: 'invariant L1 does not hold: a journey says so',
};

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
  await server.kill();
  appendFileSync(path.join(server.dataDir, 'engine-faults'), `${JSON.stringify(NOTE)}\n`);
  await server.start();
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('a fault is alarmed, listed with what broke and what is held back, and released with a reason', async () => {
  expect(await alarms()).toContain('quarantine');
  const visitor = await Visitor.arrive(browser, server.url, { reducedMotion: 'reduce' });
  const { page } = visitor;
  const office = new OfficeScreen(page);
  await office.logIn();
  await office.open('Faults');
  const row = office.rows(NOTE.message);
  await row.getByText(COMMAND.kind, { exact: true }).waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);

  await row.getByText(NOTE.message).click();
  const details = page.getByRole('row').filter({ hasText: 'Would have been command' });
  for (const said of ['4321', 'L1', 'The same command, from the same customer'])
    await details.getByText(said, { exact: true }).waitFor();
  await details.getByText(NOTE.command).waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);

  await row.getByRole('button', { name: /^Release fault/ }).click();
  const dialog = page.getByRole('dialog');
  // A release needs a reason.
  expect(await dialog.getByRole('button', { name: 'Release' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Mended by a journey');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await page.getByText('No fault stands in this list.').waitFor();

  await page.getByRole('tab', { name: 'Released' }).click();
  // The details are still open, and now name operator and reason of the release.
  for (const text of ['Mended by a journey', OPERATOR.account])
    await details.getByText(text, { exact: true }).waitFor();
  expect(await alarms()).not.toContain('quarantine');
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
});

async function alarms(): Promise<readonly string[]> {
  return ((await (await fetch(`${server.url}/readyz`)).json()) as { alarms: string[] }).alarms;
}
