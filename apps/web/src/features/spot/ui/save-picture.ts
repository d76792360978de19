import type { PriceChart } from '../../../shared/chart/price-chart.ts';
import { dateAndTime } from '../../../shared/figures.ts';
import { saveFile } from '../../../shared/save-file.ts';

/** Saves the chart as a picture, under a heading with its title and the time of the picture. */
export async function savePicture(
  chart: PriceChart | undefined,
  title: string,
  symbol: string,
): Promise<void> {
  const picture = await chart?.picture(`${title} · ${dateAndTime(Date.now())} (UTC+8)`);
  if (picture === undefined) return;
  const bytes = new Uint8Array(await picture.arrayBuffer());
  saveFile(`${symbol.replace('/', '-')}.png`, bytes, 'image/png');
}
