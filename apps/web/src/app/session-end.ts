import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { onSessionOver } from '../shared/http/api-call.ts';
import { dropSession, isLoggedIn, isSessionEnding } from '../shared/session.ts';
import { showToast } from '../shared/ui/toasts.ts';
import { LOGIN } from './route-table.ts';

export const LOGIN_AFTER_MS = 500;

/**
 * Handles the end of the session (999): shows it once, drops token and user id, and after half a
 * second redirects to the login, which leads back. Calls under way at that moment report the end
 * again; the session is gone by then, so nothing more happens.
 */
export function useSessionEnd(): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    onSessionOver(({ message }) => {
      if (!isLoggedIn() || isSessionEnding()) return;
      dropSession();
      client.removeQueries({ predicate: ({ state }) => state.status === 'error' });
      showToast('error', message);
      setTimeout(() => {
        const { pathname, search, hash } = location;
        if (pathname !== LOGIN) void navigate(LOGIN, { state: { from: pathname + search + hash } });
      }, LOGIN_AFTER_MS);
    });
  }, [navigate, client]);
}
