/** Probes inside a page: layout shifts, renders, text that does not fit. */
import type { BrowserContext, Page } from 'playwright-core';

/** The probes' results in the page. */
interface ProbedWindow {
  shifts: { value: number; what: string[] }[];
  renders: string[][];
}

/** Records every layout shift that no key or click caused. Install before the page loads. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: ProbedWindow['shifts'] = ((window as unknown as ProbedWindow).shifts = []);
    const nameOf = (node: Node | null): string =>
      node instanceof Element
        ? `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}`
        : (node?.nodeName ?? 'removed');
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (!entry.hadRecentInput)
          shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => nameOf(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Sum of all shifts since the page loaded: stricter than the usual metric, the worst window of five
 * seconds.
 */
export async function shiftsOf(page: Page): Promise<{ total: number; worst: string }> {
  const shifts = await page.evaluate(() => (window as unknown as ProbedWindow).shifts);
  const worst = shifts.reduce((most, shift) => (shift.value > most.value ? shift : most), {
    value: 0,
    what: [] as string[],
  });
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    worst: `${worst.value.toFixed(4)} ${worst.what.join(', ')}`,
  };
}

/**
 * Records for each commit of React the areas of the page (`data-area`, else the nearest landmark)
 * in which components rendered. Replaces React's developer tools, whose hook a production build
 * calls too. Install before the page loads.
 */
export async function watchRenders(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const renders: string[][] = ((window as unknown as ProbedWindow).renders = []);
    interface Fiber {
      readonly tag: number;
      readonly flags: number;
      readonly stateNode: unknown;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
      readonly return: Fiber | null;
      readonly alternate: Fiber | null;
    }
    const PERFORMED_WORK = 1;
    /** Function, class, forwarded and memo components. */
    const COMPONENTS = new Set([0, 1, 11, 14, 15]);
    const elementBelow = (fiber: Fiber | null): Element | undefined => {
      for (let one = fiber; one !== null; one = one.sibling) {
        const found = one.stateNode instanceof Element ? one.stateNode : elementBelow(one.child);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    const elementAbove = (fiber: Fiber | null): Element | undefined => {
      for (let one = fiber; one !== null; one = one.return)
        if (one.stateNode instanceof Element) return one.stateNode;
      return undefined;
    };
    const areaOf = (fiber: Fiber): string => {
      const element = elementBelow(fiber.child) ?? elementAbove(fiber.return);
      const area = element?.closest<HTMLElement>('[data-area]');
      return (
        area?.dataset['area'] ??
        element?.closest('section, header, nav, main, footer')?.tagName.toLowerCase() ??
        'page'
      );
    };
    const collect = (fiber: Fiber, areas: Set<string>): void => {
      const { alternate } = fiber;
      if (COMPONENTS.has(fiber.tag) && (alternate === null || (fiber.flags & PERFORMED_WORK) !== 0))
        areas.add(areaOf(fiber));
      // React did not visit a child that is unchanged.
      if (alternate !== null && alternate.child === fiber.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) collect(child, areas);
    };
    const hook = {
      renderers: new Map(),
      supportsFiber: true,
      checkDCE: () => undefined,
      inject: () => 1,
      onScheduleFiberRoot: () => undefined,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => {
        const areas = new Set<string>();
        collect(root.current, areas);
        renders.push([...areas].sort((a, b) => (a < b ? -1 : 1)));
      },
    };
    (window as unknown as Record<string, unknown>)['__REACT_DEVTOOLS_GLOBAL_HOOK__'] = hook;
  });
}

/** The areas that rendered in each commit since the last call. */
export async function rendersOf(page: Page): Promise<string[][]> {
  return page.evaluate(() => (window as unknown as ProbedWindow).renders.splice(0));
}

/** Elements wider than the window. None may be, but those that scroll by themselves. */
export async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const keepsItself = (element: Element): boolean => {
      for (
        let one = element.parentElement;
        one !== null && one !== document.body && one !== document.documentElement;
        one = one.parentElement
      ) {
        if (getComputedStyle(one).overflowX !== 'visible') return true;
      }
      return false;
    };
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > wide)
      faults.push(
        `the page is ${document.documentElement.scrollWidth} wide in a window of ${wide}`,
      );
    for (const element of document.body.querySelectorAll('*')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || (right <= wide + 1 && left >= -1)) continue;
      // Elements left of the page are hidden on purpose: skip links, texts for screen readers.
      if (right <= 0 || getComputedStyle(element).visibility === 'hidden' || keepsItself(element))
        continue;
      faults.push(
        `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} reaches from ${Math.round(left)} to ${Math.round(right)} of ${wide}`,
      );
      if (faults.length > 4) break;
    }
    return faults;
  });
}

/**
 * Text that is cut off, because its element hides overflow and overflows.
 * @param ours matches our own words; texts by others (a title of an article) may end with dots
 */
export async function clippedText(page: Page, ours: RegExp): Promise<string[]> {
  return page.evaluate((own) => {
    const faults = new Set<string>();
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      if (
        !hasText ||
        element.closest('[aria-hidden="true"], .visually-hidden, svg, select') !== null
      )
        continue;
      if (element.clientWidth === 0 || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      const { overflowX, overflowY, webkitLineClamp, textOverflow } = getComputedStyle(element);
      const endsWithDots = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
      if (endsWithDots && !own.test(element.textContent ?? '')) continue;
      const isCutAcross =
        overflowX !== 'visible' &&
        overflowX !== 'auto' &&
        overflowX !== 'scroll' &&
        element.scrollWidth > element.clientWidth + 1;
      const isCutDown =
        overflowY !== 'visible' &&
        overflowY !== 'auto' &&
        overflowY !== 'scroll' &&
        element.scrollHeight > element.clientHeight + 2;
      if (isCutAcross || isCutDown)
        faults.add(
          `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.textContent ?? '').slice(0, 60)}"`,
        );
    }
    return [...faults];
  }, ours);
}

/** Faults that remain a second later: a resized page needs a moment to lay out. */
export async function lastingFaults(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  let faults = await look();
  for (let looked = 1; looked < 10 && faults.length > 0; looked++) {
    await page.waitForTimeout(100);
    faults = await look();
  }
  return faults;
}

/** Names of what can be pressed on the page, and a toast that is shown lies over. */
export function coveredByToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pressable = 'main :is(button, a, input, select, [role=slider], [role=tab])';
    return [...document.querySelectorAll(pressable)].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const pile = document.elementsFromPoint(x + width / 2, y + height / 2);
      const isToast = (one: Element): boolean => one.closest('[aria-live]') !== null;
      // Behind the header it could not be pressed anyhow.
      const top = pile.find((one) => !isToast(one));
      const isCovered = pile.some(isToast) && top !== undefined && element.contains(top);
      return isCovered ? (element.getAttribute('aria-label') ?? element.textContent ?? '') : [];
    });
  });
}
