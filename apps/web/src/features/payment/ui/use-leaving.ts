import { useEffect, useState } from 'react';
import { goToGateway } from '../go-to-gateway.ts';
import type { GatewayForm } from '../model/payment.ts';

/**
 * Leaves for the gateway, and knows that the page is being left: until it is gone, and not after a
 * return.
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
