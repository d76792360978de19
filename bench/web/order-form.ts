import { median, type Figure } from '../report.ts';
import { arriveWith, logIn, slowDown, type Bench, type DeviceName } from './stage.ts';

const MOST_MS = { desktop: 1_500, phone: 4_000 } as const;

/** Terminals: a phone's button that opens the sheet of the form, and the form's button to send. */
const FORMS = {
  spot: { path: '/dealCenter', opens: 'Buy', sends: /^Buy BTC/ },
  contracts: { path: '/leverdealCenter', opens: 'Long', sends: /^Go long / },
  seconds: { path: '/secondDealCenter', opens: 'Up', sends: /Up$/ },
} as const;
type Form = (typeof FORMS)[keyof typeof FORMS];

/**
 * From entering the address until a customer could send an order: the form's first field, of spot
 * with its price, and its button ready. Empty cache, throttled line.
 */
export async function measureOrderForm(bench: Bench): Promise<Figure[]> {
  const session = await logIn(bench);
  const figures: Figure[] = [];
  for (const [name, form] of Object.entries(FORMS))
    for (const device of ['desktop', 'phone'] as const) {
      const times: number[] = [];
      for (let load = 0; load < bench.loads; load++)
        times.push(await timeToForm(bench, device, { session, form }));
      const middle = median(times);
      figures.push({
        name: `${name}, ${device}`,
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
  { session, form }: { readonly session: Readonly<Record<string, string>>; readonly form: Form },
): Promise<number> {
  const visitor = await arriveWith(bench, device, session);
  const { page } = visitor;
  await page.addInitScript(noteUsable, {
    opens: form.opens,
    sends: form.sends.source,
    hasPrice: form === FORMS.spot,
  });
  await slowDown(page, device, { line: true });
  await page.goto(form.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'usableMs' in window, undefined, { timeout: 60_000 });
  const ms = await page.evaluate(() => (window as unknown as { usableMs: number }).usableMs);
  await visitor.leave();
  return ms;
}

/** Runs in the page. A phone has the form in a sheet, which opens as soon as its button works. */
function noteUsable(wanted: { opens: string; sends: string; hasPrice: boolean }): void {
  const sends = new RegExp(wanted.sends);
  const look = (): void => {
    const ready = [...document.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')].find(
      ({ textContent }) => textContent !== wanted.opens && sends.test(textContent),
    );
    const form = ready?.closest('form, section, [role="region"], [role="dialog"]');
    const field = form?.querySelector<HTMLInputElement>('input:not(:disabled)');
    if (field !== null && field !== undefined && (field.value !== '' || !wanted.hasPrice)) {
      (window as unknown as { usableMs: number }).usableMs = performance.now();
      return;
    }
    if (ready === undefined)
      [...document.querySelectorAll('main button')]
        .find(
          (button) =>
            button.textContent === wanted.opens &&
            button.closest('[role="radiogroup"], [role="group"]') === null,
        )
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
