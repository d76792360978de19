import { Chip } from '@mui/material';

/** As the contract names it (`PLAY_CURRENCY`). */
const PLAY = 'PLAY';

/** Says of a currency, or of what is counted in it, that it is no money. Nothing of any other. */
export function PlayMark({ currency }: { readonly currency: string }) {
  return currency === PLAY ? (
    <Chip label="Play money" color="info" variant="outlined" sx={{ ml: 1 }} />
  ) : null;
}
