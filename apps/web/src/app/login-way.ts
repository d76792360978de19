import { useLocation, type Location } from 'react-router';
import { usePageHandle } from './page-handle.ts';

/**
 * What a link to the login carries, so that it leads back. Between login, register and recovery it
 * stays what it was.
 */
export function useLoginWay(): unknown {
  const handle = usePageHandle();
  const here: Location<unknown> = useLocation();
  return handle?.layout === 'standalone'
    ? here.state
    : { from: here.pathname + here.search + here.hash };
}
