import { Chip } from '@mui/material';

/** The contract's name of it (`PLAY_CURRENCY`). */
const PLAY = 'PLAY';

/** Marks play money as such; empty for any other currency. */
export function PlayMark({ currency }: { readonly currency: string }) {
  return currency === PLAY ? (
    <Chip label="Play money" color="info" variant="outlined" sx={{ ml: 1 }} />
  ) : null;
}
