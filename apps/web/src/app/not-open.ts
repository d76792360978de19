/**
 * What the product is to have and has not yet, in this one list. Each has a name (`feature.x`);
 * what has an address of its own has a sentence too (`featureAbout.x`), for the page that stands
 * there until it opens. Opening one: give its rows of route-table.ts their page, and take it off
 * here.
 */
export const NOT_OPEN_PAGES = ['fiat', 'upstart', 'pledge'] as const;
export type NotOpenPageName = (typeof NOT_OPEN_PAGES)[number];
