/** Page object for opening an account and for the step-up questions, by role and name. */
import type { Locator, Page } from 'playwright-core';
import pg from 'pg';
import { expect } from 'vitest';

export class AccountScreen {
  readonly #page: Page;
  readonly #main: Locator;
  readonly #server: string;

  /**
   * @param server that keeps the demo's mails and text messages
   */
  constructor(page: Page, server: string) {
    this.#page = page;
    this.#main = page.getByRole('main');
    this.#server = server;
  }

  /**
   * Requests the first code; `open` then opens the account with it. A phone number is typed without
   * its area code.
   * @param address of the form, an invitation's where there is one
   */
  async begin(
    account: { email: string } | { phone: string },
    country: string,
    address = '/components/register',
  ): Promise<void> {
    await this.#page.goto(address);
    if ('email' in account) {
      await this.#main.getByLabel('E-mail', { exact: true }).fill(account.email);
      await this.chooseCountry(country);
    } else {
      await this.chooseKind('Phone');
      await this.chooseCountry(country);
      await this.#main.getByLabel('Phone number').fill(account.phone);
    }
    await this.#main.getByRole('checkbox').check();
    await this.#main.getByRole('button', { name: 'Next' }).click();
    await this.#main.getByLabel('Verification code').waitFor();
  }

  /**
   * @param receiver of the code, as named in the outbox
   */
  async open(receiver: string, password: string): Promise<void> {
    await this.#main.getByLabel('Verification code').fill(await this.codeSentTo(receiver));
    await this.#main.getByLabel('Password', { exact: true }).fill(password);
    await this.#main.getByLabel('Repeat password').fill(password);
    await this.#main.getByRole('button', { name: 'Register' }).click();
    await this.#page.waitForURL((url) => !url.pathname.includes('register'));
  }

  async chooseKind(kind: 'E-mail' | 'Phone'): Promise<void> {
    await this.#main
      .getByRole('group', { name: 'Account by' })
      .getByRole('button', { name: kind })
      .click();
  }

  async chooseCountry(name: string): Promise<void> {
    const field = this.#page.getByRole('combobox', { name: 'Country or region' });
    await field.click();
    await field.fill(name);
    await this.#page.getByRole('option', { name }).click();
  }

  /** Types account and password into the login; the test goes on from there. */
  async typeLogin(account: string, password: string): Promise<void> {
    await this.#page.goto('/components/login');
    await this.#main.getByLabel('E-mail or phone number').fill(account);
    await this.#main.getByLabel('Password', { exact: true }).fill(password);
    await this.#main.getByRole('button', { name: 'Log in', exact: true }).click();
  }

  /**
   * Waits for the newest code sent to the receiver.
   * @param not the code before
   */
  async codeSentTo(receiver: string, not = ''): Promise<string> {
    let code = '';
    await expect
      .poll(
        async () => {
          const answer = await fetch(
            `${this.#server}/api/demo/outbox?to=${encodeURIComponent(receiver)}`,
          );
          const { message } = (await answer.json()) as { message: { code: string }[] };
          // Other messages have no code.
          code = message.find((one) => one.code !== '')?.code ?? '';
          return /^\d{6}$/.test(code) && code !== not;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    return code;
  }

  /** Answers the step-up question. */
  async stepUp(
    method: 'Login password' | 'Authenticator code' | 'Fund password',
    value: string,
  ): Promise<void> {
    const question = this.stepUpQuestion();
    await question.waitFor();
    const methods = question
      .getByRole('group', { name: 'Confirm with' })
      .getByRole('button', { name: method });
    if ((await methods.count()) > 0) await methods.click();
    await question.getByLabel(method, { exact: true }).fill(value);
    await question.getByRole('button', { name: 'Confirm' }).click();
  }

  stepUpQuestion(): Locator {
    return this.#page.getByRole('dialog', { name: 'Confirm it is you' });
  }
}

/** Ends every step-up proof at once, for all accounts: it would hold for ten minutes. */
export async function forgetProofs(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("UPDATE sessions SET stepped_up_at = stepped_up_at - interval '11 minutes'");
  } finally {
    await client.end();
  }
}
