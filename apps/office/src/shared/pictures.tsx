import {
  Alert,
  Box,
  Button,
  ButtonBase,
  Dialog,
  DialogActions,
  Skeleton,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { SignedPicture } from './signed-picture.tsx';

interface PicturesProps {
  /** Titles of the pictures, in their order. */
  readonly names: readonly string[];
  /** Undefined while loading. */
  readonly links: readonly string[] | undefined;
  /** Fetches new links: old ones expire. */
  renew(): void;
  /** Thumbnails in a row, for a place where the text beside the pictures is read with them. */
  readonly isSmall?: boolean;
}

const GRID = {
  display: 'grid',
  gap: 2,
  p: 2,
  pt: 0,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
};
const ROW = { ...GRID, gap: 1, gridTemplateColumns: 'repeat(auto-fill, 128px)' };
const FRAME = {
  width: '100%',
  aspectRatio: '4 / 3',
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  overflow: 'hidden',
  bgcolor: 'background.default',
};

/** Pictures side by side; a click shows one in full size. */
export function Pictures({ names, links, renew, isSmall = false }: PicturesProps) {
  const [zoomed, setZoomed] = useState<number>();
  const [hasExpired, setExpired] = useState(false);
  if (links?.length === 0)
    return (
      <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>None were needed.</Typography>
    );
  const nameOf = (index: number): string => names[index] ?? `Picture ${index + 1}`;
  const fetchAgain = (): void => {
    setExpired(false);
    renew();
  };
  return (
    <>
      {hasExpired && <Expired renew={fetchAgain} />}
      <Box sx={isSmall ? ROW : GRID}>
        {(links ?? names).map((link, index) => (
          <Box key={index} component="figure" sx={{ m: 0 }}>
            {links === undefined ? (
              <Skeleton variant="rounded" sx={{ ...FRAME, height: 'auto' }} />
            ) : (
              <ButtonBase
                onClick={() => setZoomed(index)}
                aria-label={`Enlarge: ${nameOf(index)}`}
                sx={{ ...FRAME, cursor: 'zoom-in' }}
              >
                <SignedPicture
                  link={link}
                  name={nameOf(index)}
                  onFailure={() => setExpired(true)}
                  isFitted
                />
              </ButtonBase>
            )}
            <Typography component="figcaption" variant="caption" sx={{ color: 'text.secondary' }}>
              {nameOf(index)}
            </Typography>
          </Box>
        ))}
      </Box>
      {zoomed !== undefined && links !== undefined && (
        <Zoomed
          link={links[zoomed] ?? ''}
          name={nameOf(zoomed)}
          close={() => setZoomed(undefined)}
        />
      )}
    </>
  );
}

function Expired({ renew }: { renew(): void }) {
  const button = (
    <Button color="inherit" size="small" onClick={renew}>
      Open again
    </Button>
  );
  return (
    <Alert severity="info" sx={{ mx: 2, mb: 2 }} action={button}>
      The links have expired.
    </Alert>
  );
}

function Zoomed({
  link,
  name,
  close,
}: {
  readonly link: string;
  readonly name: string;
  close(): void;
}) {
  return (
    <Dialog open onClose={close} fullScreen aria-label={name}>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'grid', placeItems: 'center' }}>
        <SignedPicture link={link} name={name} />
      </Box>
      <DialogActions>
        <Button onClick={close} variant="outlined" autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
