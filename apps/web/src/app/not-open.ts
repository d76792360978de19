/**
 * Features that are planned and not open yet, in this one list. Each has a name (`feature.x`); a
 * feature with an address of its own has a sentence too (`featureAbout.x`), for the page shown
 * there until it opens. To open one: give its rows of route-table.ts their page, and remove it
 * here.
 */
export const NOT_OPEN_PAGES = ['upstart'] as const;
export type NotOpenPageName = (typeof NOT_OPEN_PAGES)[number];
