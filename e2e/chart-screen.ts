/** Page object of the chart, by role and name. */
import type { Locator, Page } from 'playwright-core';

export class ChartScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get panel(): Locator {
    return this.#page.getByRole('region', { name: 'Chart', exact: true });
  }

  get picture(): Locator {
    return this.panel.getByRole('img');
  }

  /** Waits until the newest bar is in the legend. */
  async drawn(): Promise<void> {
    await this.panel.getByText(/^C [\d.,]+$/).waitFor();
  }

  tool(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  /** Opens the panel of a tool. */
  async open(name: string): Promise<Locator> {
    await this.tool(name).click();
    return this.#page.getByRole('dialog', { name, exact: true });
  }

  async addIndicator(name: RegExp): Promise<void> {
    const menu = await this.open('Indicators');
    await menu.getByRole('button', { name }).first().click();
    await this.#page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }

  /** Draws with a pointer, through points as shares of the picture. */
  async draw(tool: string, points: readonly (readonly [number, number])[]): Promise<void> {
    const menu = await this.open('Draw');
    await menu.getByRole('button', { name: tool, exact: true }).click();
    await this.panel.getByRole('application').waitFor();
    const box = await this.picture.boundingBox();
    if (box === null) throw new Error('the chart is not there');
    for (const [x, y] of points) {
      await this.#page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 });
      await this.#page.mouse.down();
      await this.#page.mouse.up();
      // The library takes two presses within half a second for a double click.
      await this.#page.waitForTimeout(600);
    }
    await this.panel.getByRole('application').waitFor({ state: 'detached' });
  }

  /** The rows of the legend: indicators on this chart. */
  indicator(name: string): Locator {
    return this.panel.getByRole('button', { name: `Edit ${name}` });
  }

  /** Names of the drawings on this market. */
  async drawings(): Promise<string[]> {
    const menu = await this.open('Draw');
    await menu.getByRole('button', { name: 'Trend line', exact: true }).waitFor();
    const names = await menu.getByRole('button', { name: /^Remove .*, no\. \d+$/ }).all();
    const found = await Promise.all(names.map((one) => one.getAttribute('aria-label')));
    await this.#page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    return found.map((name) => /^Remove (.*), no\./.exec(name ?? '')?.[1] ?? '');
  }

  /** The handle of an own order. */
  handle(order: RegExp): Locator {
    return this.panel.getByRole('slider', { name: order });
  }
}
