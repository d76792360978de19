import { median, type Figure } from '../report.ts';
import { arriveWith, logIn, slowDown, type Bench, type DeviceName } from './stage.ts';

const MOST_MS = { desktop: 1_500, phone: 4_000 } as const;

/**
 * From entering the address until a customer could send an order: price filled in, button ready.
 * Empty cache, throttled line.
 */
export async function measureOrderForm(bench: Bench): Promise<Figure[]> {
  const session = await logIn(bench);
  const figures: Figure[] = [];
  for (const device of ['desktop', 'phone'] as const) {
    const times: number[] = [];
    for (let load = 0; load < bench.loads; load++)
      times.push(await timeToForm(bench, device, session));
    const middle = median(times);
    figures.push({
      name: device,
      measured: `${(middle / 1000).toFixed(2)} s`,
      target: `at most ${(MOST_MS[device] / 1000).toFixed(1)} s`,
      isMet: middle <= MOST_MS[device],
    });
  }
  return figures;
}

async function timeToForm(
  bench: Bench,
  device: DeviceName,
  session: Readonly<Record<string, string>>,
): Promise<number> {
  const visitor = await arriveWith(bench, device, session);
  const { page } = visitor;
  await page.addInitScript(() => {
    const look = (): void => {
      const form = document.querySelector('form[data-side="buy"]');
      // A phone has the form in a sheet, which opens as soon as its button works.
      if (form === null)
        [...document.querySelectorAll('main button')]
          .find(
            (button) =>
              button.textContent === 'Buy' &&
              button.closest('[role="radiogroup"], [role="group"]') === null,
          )
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      const price = form?.querySelector<HTMLInputElement>('input:not(:disabled)');
      if (
        form?.querySelector('button[type="submit"]:not(:disabled)') &&
        (price?.value ?? '') !== ''
      )
        (window as unknown as { usableMs: number }).usableMs = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await slowDown(page, device, { line: true });
  await page.goto('/dealCenter', { waitUntil: 'commit' });
  await page.waitForFunction(() => 'usableMs' in window, undefined, { timeout: 60_000 });
  const ms = await page.evaluate(() => (window as unknown as { usableMs: number }).usableMs);
  await visitor.leave();
  return ms;
}
