import { create } from 'zustand';
import {
  clearStored,
  isStoredAs,
  OF_BROWSER,
  readStored,
  removeStored,
  writeStored,
} from './stored.ts';

/**
 * The session, as far as this browser knows: a stored token. The server decides whether it is
 * valid.
 */
interface Session {
  readonly token: string | undefined;
  readonly userId: string | undefined;
  /** 11 digits. */
  readonly accountNumber: string | undefined;
  /** Whether the office has made the user a merchant, as of the last look at the account. */
  readonly isSeller: boolean;
}

interface Identity {
  readonly id: number;
  readonly accountNumber: string;
  readonly referralCode: string;
  readonly isSeller: boolean;
}

/**
 * First part of the keys of queries about the session's user: their data is dropped with the
 * session.
 */
export const OWN = 'own';

const NOBODY: Session = {
  token: undefined,
  userId: undefined,
  accountNumber: undefined,
  isSeller: false,
};

export const useSession = create<Session>(() => ({
  token: readStored('token'),
  userId: readStored('userId'),
  accountNumber: readStored('accountNumber'),
  isSeller: readStored('isSeller') === '1',
}));

export function isLoggedIn(): boolean {
  return useSession.getState().token !== undefined;
}

/** Tells later whether the session is that of a token: without one, the session of now. */
export function sameSession(token = useSession.getState().token): () => boolean {
  return () => useSession.getState().token === token;
}

export function beginSession(token: string): void {
  writeStored('token', token);
  useSession.setState({ token });
}

/**
 * Remembers the account of the session. Where the last one ran out, the same person finds their
 * typed values and choices; another person finds none of them.
 */
export function rememberIdentity({ id, accountNumber, referralCode, isSeller }: Identity): void {
  const before = readStored('accountNumber');
  if (before !== undefined && before !== accountNumber) {
    clearStored([...OF_BROWSER, 'token']);
    forgetInMemory();
  }
  writeStored('userId', String(id));
  writeStored('accountNumber', accountNumber);
  writeStored('referralCode', referralCode);
  writeStored('isSeller', isSeller ? '1' : '0');
  useSession.setState({ userId: String(id), accountNumber, isSeller });
}

/** Ends the session in this browser: drops its data and keeps settings. */
export function dropSession(): void {
  removeStored('token', 'userId');
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

const forgetful = new Set<() => void>();

/** Calls back when all of a person was deleted, so that memory keeps nothing of it either. */
export function whenForgotten(forget: () => void): void {
  forgetful.add(forget);
}

/** Logs out: deletes everything that this browser stores. */
export function forgetEverything(): void {
  clearStored();
  useSession.setState(NOBODY);
  forgetInMemory();
}

function forgetInMemory(): void {
  for (const forget of forgetful) forget();
}

/** The stored values of a session. Another tab stores them one after the other, the token last. */
export const OF_SESSION = ['token', 'userId', 'accountNumber', 'isSeller'] as const;

// Another tab logged in or out.
if (typeof addEventListener === 'function') {
  addEventListener('storage', ({ key }) => {
    if (isStoredAs(key, OF_SESSION))
      useSession.setState({
        token: readStored('token'),
        userId: readStored('userId'),
        accountNumber: readStored('accountNumber'),
        isSeller: readStored('isSeller') === '1',
      });
    if (key === null) forgetInMemory();
  });
}
