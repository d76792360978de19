/**
 * Counts a person's interactions with a page, in the page itself: a journey cannot forget to count.
 *
 * One interaction is a press of the pointer, a key that is pressed outside of a field, Enter in
 * one, or a field that is filled: typed into or chosen from, however many letters that takes, and
 * with the press that reaches it. A field that is filled again after something else counts again. A
 * document that loads anew counts too: a journey that goes to an address has typed it.
 */
import type { Page } from 'playwright-core';

interface CountedWindow {
  readonly tellInteraction: (name: string) => Promise<void>;
  interactionsTold: Promise<void>[];
}

export class Interactions {
  readonly #page: Page;
  #names: string[] = [];

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Watches a page. Call before it loads. */
  static async of(page: Page): Promise<Interactions> {
    const interactions = new Interactions(page);
    await page.exposeFunction('tellInteraction', (name: string) => {
      interactions.#names.push(name);
    });
    await page.addInitScript(watch);
    return interactions;
  }

  /** Begins to count at nothing, with the page as it stands. */
  async begin(): Promise<void> {
    await this.names();
    this.#names = [];
  }

  /** Names of the interactions since `begin`, in order. */
  async names(): Promise<readonly string[]> {
    await this.#page.evaluate(() =>
      Promise.all((window as unknown as CountedWindow).interactionsTold),
    );
    return [...this.#names];
  }
}

/** Runs in the page. */
function watch(): void {
  const { tellInteraction } = window as unknown as CountedWindow;
  const told: Promise<void>[] = ((window as unknown as CountedWindow).interactionsTold = []);
  const tell = (name: string): void => void told.push(tellInteraction(name));
  const FIELD =
    'select, textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';
  const fieldOf = (target: EventTarget | null): Element | null =>
    target instanceof Element ? target.closest(FIELD) : null;
  const nameOf = (target: EventTarget | null): string => {
    const element = target instanceof Element ? target : document.body;
    const pressed = element.closest('button, a, label, [role]') ?? element;
    return (pressed.getAttribute('aria-label') ?? pressed.textContent ?? '').trim().slice(0, 40);
  };
  /** The field that the last interaction filled. */
  let filled: Element | undefined;
  const press = (name: string): void => {
    filled = undefined;
    tell(name);
  };
  // On the window and before all others: nobody can keep an event from it.
  const listen = <Name extends 'pointerdown' | 'keydown' | 'input'>(
    name: Name,
    hear: (event: WindowEventMap[Name]) => void,
  ): void => addEventListener(name, hear, { capture: true });
  listen('pointerdown', ({ isTrusted, target }) => {
    if (isTrusted && fieldOf(target) === null) press(`press ${nameOf(target)}`);
  });
  listen('keydown', ({ isTrusted, repeat, key, target }) => {
    if (isTrusted && !repeat && (key === 'Enter' || fieldOf(target) === null)) press(`key ${key}`);
  });
  // A choice in a list comes as an event that the test made.
  listen('input', ({ isTrusted, target }) => {
    const field = fieldOf(target);
    if (field === null || field === filled || !(isTrusted || field.matches('select'))) return;
    filled = field;
    const [label] = (field as HTMLInputElement).labels ?? [];
    tell(`fill ${field.getAttribute('aria-label') ?? label?.textContent ?? ''}`);
  });
  if (window === window.top) tell(`load ${location.pathname}`);
}
