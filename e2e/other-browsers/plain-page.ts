import { setTimeout as delay } from 'node:timers/promises';
import type { Wire } from './wires.ts';

const WITHIN_MS = 40_000;
const LOOK_MS = 100;

/** An element, by its role and its accessible name. */
export interface Named {
  readonly role:
    | 'button'
    | 'tab'
    | 'checkbox'
    | 'switch'
    | 'dialog'
    | 'separator'
    | 'field'
    | 'row'
    | 'group'
    | 'slider';
  /** Its whole name; or a part of it, where `isPart` says so. */
  readonly name: string;
  readonly isPart?: boolean;
  /** The panel that it is in. */
  readonly area?: string;
  /** A group of that name that it is in. */
  readonly group?: string;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page of any browser, by role and name. Waits for each element that it uses. */
export class PlainPage {
  readonly #wire: Wire;
  readonly #url: string;

  constructor(wire: Wire, url: string) {
    this.#wire = wire;
    this.#url = url;
  }

  goTo(address: string): Promise<void> {
    return this.#wire.goTo(this.#url + address);
  }

  /** @returns the value of an expression on the page, as JSON has it */
  async read<Value>(expression: string): Promise<Value> {
    return JSON.parse(await this.#wire.evaluate(`JSON.stringify(${expression} ?? null)`)) as Value;
  }

  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const untilMs = Date.now() + WITHIN_MS;
    while (!(await isSo())) {
      if (Date.now() > untilMs) throw new Error(`in vain: ${what}`);
      await delay(LOOK_MS);
    }
  }

  /** Places of the visible elements of a name, as the page is scrolled now. */
  boxes(named: Named): Promise<Box[]> {
    return this.read(`(${boxesOf.toString()})(${JSON.stringify(named)})`);
  }

  async box(named: Named): Promise<Box> {
    let found: Box | undefined;
    await this.until(`${named.role} ${named.name}`, async () => {
      [found] = await this.boxes(named);
      return found !== undefined;
    });
    return found as Box;
  }

  async gone(named: Named): Promise<void> {
    await this.until(`${named.role} ${named.name} is gone`, async () => {
      const found = await this.boxes(named);
      return found.length === 0;
    });
  }

  area(name: string): Promise<Box> {
    return this.read(
      `(({ x, y, width, height }) => ({ x, y, width, height }))(document.querySelector('[data-area="${name}"]').getBoundingClientRect())`,
    );
  }

  shows(text: string): Promise<void> {
    return this.until(`the text “${text}”`, () =>
      this.read(`document.body.innerText.includes(${JSON.stringify(text)})`),
    );
  }

  async click(named: Named): Promise<void> {
    const { x, y, width, height } = await this.box(named);
    await this.#pointer([
      { type: 'pointerMove', x: Math.round(x + width / 2), y: Math.round(y + height / 2) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  }

  /** Takes an element down, or up where `by` is negative. @param by pixels */
  async drag(named: Named, by: number): Promise<void> {
    const { x, y, width, height } = await this.box(named);
    const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    const steps = [1, 2, 3, 4].map((step) => ({
      ...{ type: 'pointerMove', duration: 50 },
      ...{ x: at.x, y: at.y + Math.round((by * step) / 4) },
    }));
    await this.#pointer([
      { type: 'pointerMove', ...at },
      { type: 'pointerDown', button: 0 },
      ...steps,
      { type: 'pointerUp', button: 0 },
    ]);
  }

  /** Replaces the text of a field. */
  async type(named: Named, text: string): Promise<void> {
    await this.click(named);
    await this.read('void document.activeElement.select?.()');
    await this.press(...text);
  }

  /** Presses keys one after the other; a key without a letter has its code of the standard. */
  press(...keys: readonly string[]): Promise<void> {
    return this.#wire.perform([
      {
        type: 'key',
        id: 'keys',
        actions: keys.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);
  }

  #pointer(actions: readonly object[]): Promise<void> {
    return this.#wire.perform([
      { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
    ]);
  }
}

/** Keys without a letter, as the WebDriver standard numbers them. */
export const KEYS = { escape: '\u{E00C}', right: '\u{E014}' } as const;

/** Runs on the page, with nothing from outside. */
function boxesOf({ role, name, isPart = false, area, group }: Named): Box[] {
  const SELECTORS = {
    button: 'button',
    tab: '[role=tab]',
    checkbox: '[role=checkbox], input[type=checkbox]',
    switch: '[role=switch]',
    dialog: '[role=dialog], [role=alertdialog]',
    separator: '[role=separator]',
    field: 'input, select',
    row: 'tr',
    group: '[role=group]',
    slider: '[role=slider]',
  };
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby');
    const title = by === null ? undefined : document.getElementById(by)?.textContent;
    const told =
      element.getAttribute('aria-label') ??
      title ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent;
    return told.replaceAll(/\s+/g, ' ').trim();
  };
  return [...document.querySelectorAll(SELECTORS[role])]
    .filter((element) => {
      const own = nameOf(element);
      const inGroup = element.parentElement?.closest('[role=group]');
      return (
        (isPart ? own.includes(name) : own === name) &&
        (area === undefined || element.closest(`[data-area="${area}"]`) !== null) &&
        (group === undefined || (inGroup instanceof Element && nameOf(inGroup) === group))
      );
    })
    .map((element) => {
      element.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    })
    .filter(({ width, height }) => width > 0 && height > 0);
}
