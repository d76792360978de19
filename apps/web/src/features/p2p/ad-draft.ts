import { createOwnStore } from '../../shared/own-store.ts';
import type { AdValues } from './model/ad-form.ts';

/**
 * Values typed into the form of a new ad. They outlive the page, so that verification or saving an
 * account on the way loses nothing.
 */
export const useAdDraft = createOwnStore<{ readonly values: AdValues | undefined }>(() => ({
  values: undefined,
}));

export function keepDraft(values: AdValues | undefined): void {
  useAdDraft.setState({ values });
}
