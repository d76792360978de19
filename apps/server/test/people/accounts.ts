/** For tests: an exchange for registrations and logins over real HTTP. */
import { smsMail, userLogin, userRegister } from '@meridian/contract/account/calls';
import { demoOutbox } from '@meridian/contract/demo/calls';
import { TestExchange } from '../test-exchange.ts';

export const PASSWORD = 'Abcd9876';

export let exchange: TestExchange;

export async function openExchange(): Promise<void> {
  exchange = await TestExchange.open();
  await exchange.reset();
}

export async function closeExchange(): Promise<void> {
  await exchange.close();
}

export async function codeFor(receiver: string): Promise<string> {
  return (await exchange.call(demoOutbox, { to: receiver }))[0]?.code ?? '';
}

/** The code of a refused call. */
export async function refusal(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => 'accepted',
    (error: { answer?: { code?: string } }) => error.answer?.code ?? error,
  );
}

export function asToken(token: string): Record<string, string> {
  return { authorization: token };
}

export async function info(token: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${exchange.address}/api/user/info`, { headers: asToken(token) });
  return (await response.json()) as Record<string, unknown>;
}

/** Registers an account and logs in. Returns the session's headers. */
export async function newcomer(
  account: string,
  extension_code?: string,
): Promise<{ token: string }> {
  await exchange.call(smsMail, { user_string: account });
  const form = {
    type: 'email',
    user_string: account,
    code: await codeFor(account),
    password: PASSWORD,
    re_password: PASSWORD,
  } as const;
  await exchange.call(
    userRegister,
    extension_code === undefined ? form : { ...form, extension_code },
  );
  const token = await exchange.call(userLogin, { user_string: account, password: PASSWORD });
  return { token };
}
