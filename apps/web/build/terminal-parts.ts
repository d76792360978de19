import {
  CONTEST_TERMINAL,
  ENTRY,
  HOME,
  OWN_ORDERS,
  ROUTES,
  SHEET,
  TERMINALS,
} from './terminals.ts';

/** The modules of a build, as its grouping sees them. */
interface Modules {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/** Modules outside of these folders import none in them. */
const PAGES = /\/apps\/web\/src\/(?:app|features)\//;

/**
 * Puts the code of terminals into few files: a phone's line takes longer to ask for forty small
 * ones than to fetch them. A file holds all that its modules import, but what stands in a file
 * before it in this order, so that no file waits for one that waits for it (early-pages.ts looks):
 *
 * - the entry's;
 * - `market`: of the home page and a terminal, since the home page has a budget of its own;
 * - `common`: of a terminal and any other page;
 * - `terminal`: of terminals alone;
 * - `sheet`: the sheet and the parts of dialogs;
 * - one of each terminal.
 */
export function terminalParts(): (id: string, modules: Modules) => string | null {
  let graph: Graph | undefined;
  return (id, modules) => {
    const { reached, others } = (graph ??= graphOf(modules));
    const usersOf = (one: string) =>
      Object.values(TERMINALS).filter(({ page }) => reached(page).has(one));
    const isOfSheet = (one: string): boolean =>
      reached(SHEET).has(one) && usersOf(one).length < 2 && !reached(ENTRY).has(one);
    if (reached(ENTRY).has(id)) return null;
    const [terminal, another] = usersOf(id);
    const shared = others.has(id) ? 'common' : 'terminal';
    if (terminal !== undefined && reached(HOME).has(id)) return 'market';
    if (another !== undefined) return shared;
    if (isOfSheet(id)) return 'sheet';
    if (terminal === undefined) return null;
    if (!PAGES.test(id) || reached(OWN_ORDERS).has(id))
      return [...reached(id)].some(isOfSheet) ? null : shared;
    return others.has(id) ? null : terminal.name;
  };
}

interface Graph {
  /** A module and all that it imports, without what is fetched later. */
  readonly reached: (root: string) => ReadonlySet<string>;
  /** All that the pages import which are no terminal. */
  readonly others: ReadonlySet<string>;
}

function graphOf(modules: Modules): Graph {
  const known = new Map<string, Set<string>>();
  const reached = (root: string): Set<string> => {
    const found = known.get(root) ?? new Set([root]);
    if (known.has(root)) return found;
    for (const id of found)
      for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
    known.set(root, found);
    return found;
  };
  const terminals: readonly string[] = [
    CONTEST_TERMINAL,
    ...Object.values(TERMINALS).map(({ page }) => page),
  ];
  const pages = ROUTES.flatMap(
    (table) => modules.getModuleInfo(table)?.dynamicallyImportedIds ?? [],
  );
  const others = pages
    .filter((page) => !terminals.includes(page))
    .flatMap((page) => [...reached(page)]);
  return { reached, others: new Set(others) };
}
