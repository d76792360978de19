import { useEffect, useState } from 'react';
import type { GatewayForm } from '../api.ts';
import { goToGateway } from '../go-to-gateway.ts';

/**
 * Leaves for the gateway, and knows that one is on the way: until the page is left, and not when it
 * is come back to.
 */
export function useLeaving() {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const stay = (event: PageTransitionEvent): void => {
      if (event.persisted) setLeaving(false);
    };
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);
  const leave = (form: GatewayForm): void => {
    setLeaving(true);
    goToGateway(form);
  };
  return { isLeaving, leave };
}
