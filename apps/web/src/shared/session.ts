import { create } from 'zustand';
import { clearStored, readStored, removeStored, writeStored } from './stored.ts';

/**
 * The session, as far as this browser knows: a stored token. The server decides whether it is
 * valid.
 */
interface Session {
  readonly token: string | undefined;
  readonly userId: string | undefined;
  /** 11 digits. */
  readonly accountNumber: string | undefined;
}

interface Identity {
  readonly id: number;
  readonly account_number: string;
  readonly extension_code: string;
  readonly is_seller: number;
}

/**
 * First part of the keys of queries about the session's user: their data is dropped with the
 * session.
 */
export const OWN = 'own';

const NOBODY: Session = { token: undefined, userId: undefined, accountNumber: undefined };

export const useSession = create<Session>(() => ({
  token: readStored('token'),
  userId: readStored('user_id'),
  accountNumber: readStored('accountNum'),
}));

export function isLoggedIn(): boolean {
  return useSession.getState().token !== undefined;
}

export function beginSession(token: string): void {
  writeStored('token', token);
  useSession.setState({ token });
}

export function rememberIdentity({
  id,
  account_number,
  extension_code,
  is_seller,
}: Identity): void {
  writeStored('user_id', String(id));
  writeStored('accountNum', account_number);
  writeStored('extension_code', extension_code);
  writeStored('is_seller', String(is_seller));
  useSession.setState({ userId: String(id), accountNumber: account_number });
}

/** Ends the session in this browser: drops its data and keeps settings. */
export function dropSession(): void {
  removeStored('token', 'user_id');
  useSession.setState(NOBODY);
}

let isEnding = false;

/**
 * Makes a call that ends the session if it succeeds. Other calls may report that end meanwhile,
 * which is no news to the user.
 */
export async function endSessionBy<Output>(call: () => Promise<Output>): Promise<Output> {
  isEnding = true;
  try {
    const output = await call();
    dropSession();
    return output;
  } finally {
    isEnding = false;
  }
}

export function isSessionEnding(): boolean {
  return isEnding;
}

/** Logs out: deletes everything that this browser stores. */
export function forgetEverything(): void {
  clearStored();
  useSession.setState(NOBODY);
}

// Another tab logged in or out.
if (typeof addEventListener === 'function') {
  addEventListener('storage', ({ key }) => {
    if (key === 'token' || key === null)
      useSession.setState({
        token: readStored('token'),
        userId: readStored('user_id'),
        accountNumber: readStored('accountNum'),
      });
  });
}
