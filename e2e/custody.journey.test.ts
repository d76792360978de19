/** Deposits, transfers between wallets and withdrawals, on a chain of their own. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openLocalChain, type LocalChain } from '@meridian/chain/local/local-chain';
import type { Browser, Locator, Page } from 'playwright-core';
import { parseAbi, type Address, type Hash } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountScreen, forgetProofs } from './account-screen.ts';
import { axeFaults, axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { APPROVER, OfficeScreen } from './office-screen.ts';
import { rowsSaying } from './rows.ts';
import { ServerProcess } from './server-process.ts';

const PASSWORD = 'plover 42 dunes';
const DOLLAR = parseAbi(['function balanceOf(address owner) view returns (uint256)']);
/** A demo makes a block every two seconds, and needs six confirmations. */
const CONFIRMED_WITHIN_MS = 40_000;

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    ServerProcess.start({ CHAIN_LOCAL: 'on' }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

test('coins come in by the chain, move between wallets and go out by it, to the last unit; what a fork drops is taken back', async () => {
  // The server starts without waiting for its chain.
  await expect.poll(openNetworks, { timeout: 30_000 }).toContain('erc20');
  const person = await arrive();
  const { page } = person;
  const account = new AccountScreen(page, server.url);
  const email = `holder-${Date.now()}@example.com`;
  await account.begin({ email }, 'Germany');
  await account.open(email, PASSWORD);
  const chain = chainOfServer();

  await showAddress(page);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send me a test deposit' }).click();
  await confirms(page);
  await available(page, '1,000');
  expect(await axeFaults(page)).toEqual([]);

  await transfer(page, { from: 'spot', to: 'p2p', amount: '300.5' });
  await available(page, '699.5');
  await transfer(page, { from: 'p2p', to: 'spot', amount: '300.5' });
  await available(page, '1,000');

  const target = privateKeyToAddress(generatePrivateKey());
  await askWithdrawal(page, { target, amount: '250.123456', received: '247.123456', email });
  await available(page, '749.876544');
  const office = await arrive();
  await approveWithdrawal(office.page, email);
  const hash = await sent(page, chain);
  const { status } = await chain.client.getTransactionReceipt({ hash });
  expect(status).toBe('success');
  expect(await dollarsOf(chain, target)).toBe(247_123_456n);
  await available(page, '749.876544');

  // Another deposit, which a fork then removes from the chain.
  await page.goto('/recharge');
  const height = await chain.client.getBlockNumber();
  await page.getByRole('button', { name: 'Send me a test deposit' }).click();
  await mineUntil(chain, deposits(page).filter({ hasText: 'Credited' }), 2);
  await available(page, '1,749.876544');
  await chain.reorg(Number((await chain.client.getBlockNumber()) - height));
  await deposits(page).filter({ hasText: 'Reversed' }).waitFor({ timeout: CONFIRMED_WITHIN_MS });
  await available(page, '749.876544');

  for (const visitor of [person, office]) {
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  }
});

async function openNetworks(): Promise<string[]> {
  const { message } = (await (await fetch(`${server.url}/api/wallet/networks`)).json()) as {
    message: { name: string; is_deposit_open: number }[];
  };
  return message.filter((network) => network.is_deposit_open === 1).map(({ name }) => name);
}

async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server.url, {
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  return visitor;
}

/** The chain that the server started for itself, at the port in the arguments of its process. */
function chainOfServer(): LocalChain {
  const pid = readFileSync(path.join(server.dataDir, 'chain', 'anvil.pid'), 'utf8').trim();
  const command = execFileSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' });
  const port = /--port (\d+)/.exec(command)?.[1] ?? '';
  return openLocalChain(
    `http://127.0.0.1:${port}`,
    'test test test test test test test test test test test junk',
  );
}

/** Balance in millionths, the chain's smallest units. */
function dollarsOf(chain: LocalChain, owner: Address): Promise<bigint> {
  const address = readFileSync(
    path.join(server.dataDir, 'chain', 'dollar'),
    'utf8',
  ).trim() as Address;
  return chain.client.readContract({
    address,
    abi: DOLLAR,
    functionName: 'balanceOf',
    args: [owner],
  });
}

/** Shows the customer's own address, as text and as a QR code. */
async function showAddress(page: Page): Promise<void> {
  await page.goto('/recharge');
  await page.getByRole('img', { name: 'QR code of your USDT address' }).waitFor();
  await page.getByText(/^0x[0-9a-fA-F]{40}$/).waitFor();
}

function deposits(page: Page): Locator {
  return rowsSaying(page.getByRole('table', { name: 'Deposits' }), /^1,000(\.0+)? USDT$/);
}

/** Watches the confirmations one by one; the coins are credited only with the last. */
async function confirms(page: Page): Promise<void> {
  const seen = new Set<string>();
  const look = async (): Promise<boolean> => {
    const text = await deposits(page)
      .innerText({ timeout: 1_000 })
      .catch(() => '');
    const count = /(\d)\/6 confirmations/.exec(text)?.[1];
    if (count !== undefined) seen.add(count);
    return text.includes('Credited');
  };
  await expect.poll(look, { timeout: CONFIRMED_WITHIN_MS, interval: 100 }).toBe(true);
  expect(seen.size).toBeGreaterThan(0);
}

/** Checks the available balance of the spot wallet, on its page. */
async function available(page: Page, amount: string): Promise<void> {
  const path = new URL(page.url()).pathname;
  await page.goto('/change');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'USDT', exact: true }) });
  await row
    .getByRole('cell')
    .nth(1)
    .filter({ hasText: new RegExp(`^${amount.replace('.', '\\.')}(\\.?0*)$`) })
    .waitFor();
  await page.goto(path);
}

async function transfer(
  page: Page,
  { from, to, amount }: { from: string; to: string; amount: string },
): Promise<void> {
  await page.goto('/transfer');
  await page.getByRole('combobox', { name: 'From', exact: true }).selectOption(from);
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption(to);
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
  await page.getByRole('main').getByRole('button', { name: 'Transfer', exact: true }).click();
  expect(await axeFaults(page)).toEqual([]);
  await page
    .getByRole('dialog', { name: 'Confirm the transfer' })
    .getByRole('button', { name: 'Transfer now' })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/**
 * Requests a withdrawal, checks the received amount, steps up, and confirms with the code of the
 * mail.
 */
async function askWithdrawal(
  page: Page,
  {
    target,
    amount,
    received,
    email,
  }: { target: Address; amount: string; received: string; email: string },
): Promise<void> {
  await page.goto('/change');
  await page.getByRole('button', { name: 'Withdraw: USDT' }).click();
  const sheet = page.getByRole('dialog', { name: 'Withdraw USDT' });
  await sheet.getByRole('textbox', { name: 'Withdrawal address' }).fill(target.slice(0, -1));
  await sheet.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
  await sheet.getByText(new RegExp(`^${received}0* USDT$`)).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const question = page.getByRole('alertdialog', { name: 'Confirm withdrawal' });
  await sheet.getByRole('button', { name: 'Withdraw', exact: true }).click();
  // An invalid address is reported at its field, before any confirmation.
  await sheet.getByText('This is not a valid address').waitFor();
  expect(await question.count()).toBe(0);

  await forgetProofs(server.databaseUrl);
  const account = new AccountScreen(page, server.url);
  const registration = await account.codeSentTo(email);
  await sheet.getByRole('textbox', { name: 'Withdrawal address' }).fill(target);
  await sheet.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await account.stepUp('Login password', PASSWORD);
  await question.getByText(target).waitFor();
  const code = await account.codeSentTo(email, registration);
  const field = question.getByLabel('Verification code');
  await field.fill(code === '000000' ? '000001' : '000000');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await question.getByText('The verification code is wrong or has expired.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await field.fill(code);
  await field.press('Enter');
  await withdrawals(page)
    .filter({ hasText: 'Under review' })
    .getByText('Our staff look at this withdrawal before it is sent.')
    .waitFor();
}

function withdrawals(page: Page): Locator {
  return rowsSaying(page.getByRole('table', { name: 'Withdrawals' }), /^250\.1234560* USDT$/);
}

async function approveWithdrawal(page: Page, account: string): Promise<void> {
  const office = new OfficeScreen(page);
  await office.logIn(APPROVER);
  await page.getByText('Times: UTC+8').waitFor();
  await office.open('Withdrawals');
  const row = office.rows(account).and(office.rows('250.123456 USDT'));
  await row.waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await row.getByRole('button', { name: /^Approve/ }).click();
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await row.waitFor({ state: 'detached' });
}

/**
 * Mines until the list has so many rows. That blocks come by themselves is seen with the first
 * deposit.
 */
async function mineUntil(chain: LocalChain, rows: Locator, count: number): Promise<void> {
  const look = async (): Promise<number> => {
    await chain.mine(1);
    return rows.count();
  };
  await expect.poll(look, { timeout: CONFIRMED_WITHIN_MS, interval: 500 }).toBe(count);
}

/** Waits until the withdrawal is sent and confirmed. Returns its transaction. */
async function sent(page: Page, chain: LocalChain): Promise<Hash> {
  await page.goto('/change');
  await page.getByRole('button', { name: 'Withdraw: USDT' }).click();
  const row = withdrawals(page).filter({ hasText: 'Sent' });
  await mineUntil(chain, row, 1);
  return (await row.getByTitle(/^0x[0-9a-f]{64}$/).getAttribute('title')) as Hash;
}
