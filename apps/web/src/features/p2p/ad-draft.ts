import { createOwnStore } from '../../shared/own-store.ts';
import type { AdValues } from './model/ad-form.ts';

/**
 * What is typed about a new ad. It outlives the page, so that verification or saving an account on
 * the way loses nothing.
 */
export const useAdDraft = createOwnStore<{ readonly values: AdValues | undefined }>(() => ({
  values: undefined,
}));

export function keepDraft(values: AdValues | undefined): void {
  useAdDraft.setState({ values });
}
