import { createOwnStore } from '../../shared/own-store.ts';
import { readStored, writeStored } from '../../shared/stored.ts';

/** Keys of the markets that the visitor starred, kept in this browser. */
export const useFavourites = createOwnStore<{ readonly keys: ReadonlySet<string> }>(() => ({
  keys: new Set(readStored('favourites')?.split(',').filter(Boolean)),
}));

export function toggleFavourite(key: string): void {
  const keys = new Set(useFavourites.getState().keys);
  if (!keys.delete(key)) keys.add(key);
  writeStored('favourites', [...keys].join(','));
  useFavourites.setState({ keys });
}
