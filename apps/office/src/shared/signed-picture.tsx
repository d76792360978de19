import { Box, Skeleton } from '@mui/material';
import { useEffect, useState } from 'react';
import { fetchPicture } from '../http.ts';

interface SignedPictureProps {
  readonly link: string;
  readonly name: string;
  readonly onFailure?: () => void;
  /** Fits its frame, instead of its full size. */
  readonly isFitted?: boolean;
}

/**
 * A picture of a customer. Its link opens only for the session that asked, so the page fetches it
 * with the session, and keeps it in memory only.
 */
export function SignedPicture({ link, name, onFailure, isFitted = false }: SignedPictureProps) {
  const [shown, setShown] = useState<{ readonly link: string; readonly address: string }>();
  useEffect(() => {
    const leaving = new AbortController();
    let address: string | undefined;
    fetchPicture(link, leaving.signal)
      .then((picture) => {
        if (leaving.signal.aborted) return;
        address = URL.createObjectURL(picture);
        setShown({ link, address });
      })
      .catch(() => !leaving.signal.aborted && onFailure?.());
    return () => {
      leaving.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
    // Each render makes a new `onFailure`.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [link]);
  if (shown?.link !== link)
    return <Skeleton variant="rectangular" sx={{ width: '100%', height: '100%', minHeight: 64 }} />;
  return (
    <Box
      component="img"
      src={shown.address}
      alt={name}
      sx={isFitted ? { width: '100%', height: '100%', objectFit: 'contain' } : {}}
    />
  );
}
