import { create } from 'zustand';
import { clearStored, readStored, removeStored, writeStored } from './stored.ts';

/**
 * Who is logged in, as far as this browser knows: a stored token. The server decides what it is
 * worth.
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
 * First part of the keys of queries about who is logged in: what they gave is forgotten with the
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

/** The session is over: what belongs to it is forgotten, settings stay. */
export function dropSession(): void {
  removeStored('token', 'user_id');
  useSession.setState(NOBODY);
}

let isEnding = false;

/**
 * Makes a call that ends the session where it succeeds. What the server says of that end meanwhile,
 * to other calls, is no news to its owner.
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

/** Logging out: everything that this browser keeps is forgotten. */
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
