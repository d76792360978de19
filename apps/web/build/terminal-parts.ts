import { ENTRY, HOME, OWN_ORDERS, SHEET, TERMINALS } from './terminals.ts';

/** The modules of a build, as its grouping sees them. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Of a page alone; what stands outside of these folders is for every page. */
const OWN = /\/src\/(?:app|features)\//;

/**
 * Puts what a terminal needs into few files: a phone's line takes longer to ask for forty small
 * ones than to fetch them. A file holds all that its modules import, but what stands in a file
 * before it in this order: the entry's; those of the home page, which has a budget of its own;
 * those that terminals share; the sheet's; each terminal's. So no file waits for one that waits for
 * it.
 */
export function terminalParts(): (id: string, modules: Modules) => string | null {
  let reach: ((root: string) => Set<string>) | undefined;
  return (id, modules) => {
    const reached = (reach ??= remembered(modules));
    const usersOf = (one: string) =>
      Object.values(TERMINALS).filter(({ page }) => reached(page).has(one));
    const isOfSheet = (one: string): boolean =>
      reached(SHEET).has(one) && usersOf(one).length < 2 && !reached(ENTRY).has(one);
    if (reached(ENTRY).has(id)) return null;
    const [terminal, another] = usersOf(id);
    if (terminal !== undefined && reached(HOME).has(id)) return 'market';
    if (another !== undefined) return 'terminal';
    if (isOfSheet(id)) return 'sheet';
    if (terminal === undefined) return null;
    if (OWN.test(id) && !reached(OWN_ORDERS).has(id)) return terminal.name;
    return [...reached(id)].some(isOfSheet) ? null : 'terminal';
  };
}

/** A module and all that it imports, without what is fetched later. */
function remembered(modules: Modules): (root: string) => Set<string> {
  const known = new Map<string, Set<string>>();
  return (root) => {
    const found = known.get(root) ?? new Set([root]);
    if (known.has(root)) return found;
    for (const id of found)
      for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
    known.set(root, found);
    return found;
  };
}
