/** For tests: the two demo users, logged in on a real server. */
const DEMO_USERS = ['demo@meridian.test', 'demo2@meridian.test'];

export interface Trader {
  /** Token of the session. */
  readonly token: string;
  readonly user: number;
}

export async function logInDemoUsers(address: string): Promise<Trader[]> {
  return await Promise.all(DEMO_USERS.map((account) => logIn(address, account)));
}

async function logIn(address: string, account: string): Promise<Trader> {
  const login = await fetch(`${address}/api/user/login`, {
    method: 'POST',
    body: new URLSearchParams({ user_string: account, password: 'Demo1234' }),
  });
  const { message: token } = (await login.json()) as { message: string };
  const info = await fetch(`${address}/api/user/info`, { headers: { authorization: token } });
  const { message } = (await info.json()) as { message: { id: number } };
  return { token, user: Number(message.id) };
}
