import { useEffect, useState } from 'react';
import { callHeaders } from '../http/api-call.ts';

/**
 * The address of a picture within the page, '' if the link does not open it, undefined while
 * loading. A link opens only for the session that asked for it, so the picture is fetched with the
 * session.
 */
export function useSignedPicture(link: string): string | undefined {
  const [shown, setShown] = useState<{ readonly link: string; readonly address: string }>();
  useEffect(() => {
    const leaving = new AbortController();
    let address = '';
    const load = async (): Promise<void> => {
      const response = await fetch(link, { headers: callHeaders(), signal: leaving.signal });
      const picture = response.ok ? await response.blob() : undefined;
      if (leaving.signal.aborted) return;
      address = picture === undefined ? '' : URL.createObjectURL(picture);
      setShown({ link, address });
    };
    load().catch(() => !leaving.signal.aborted && setShown({ link, address: '' }));
    return () => {
      leaving.abort();
      if (address !== '') URL.revokeObjectURL(address);
    };
  }, [link]);
  return shown?.link === link ? shown.address : undefined;
}
