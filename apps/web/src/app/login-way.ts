import { useLocation, type Location } from 'react-router';
import { usePageHandle } from './page-handle.ts';

/**
 * The state of a link to the login, so that it leads back. Links between login, register and
 * recovery keep it.
 */
export function useLoginWay(): unknown {
  const handle = usePageHandle();
  const here: Location<unknown> = useLocation();
  return handle?.layout === 'standalone'
    ? here.state
    : { from: here.pathname + here.search + here.hash };
}
