import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { useSession } from '../shared/session.ts';
import { LOGIN } from './route-table.ts';
import { LOGIN_AFTER_MS } from './session-end.ts';

/**
 * Requires a session for a page: visitors without one are redirected to the login at once, users
 * who lose it there a moment later.
 */
export function LoginGate() {
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const [wasLoggedIn] = useState(isLoggedIn);
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const from = pathname + search + hash;
  useEffect(() => {
    if (isLoggedIn || !wasLoggedIn) return undefined;
    const timer = setTimeout(() => void navigate(LOGIN, { state: { from } }), LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoggedIn, wasLoggedIn, navigate, from]);
  return isLoggedIn || wasLoggedIn ? <Outlet /> : <Navigate to={LOGIN} replace state={{ from }} />;
}
