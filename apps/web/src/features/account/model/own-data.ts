import { csvText } from '@meridian/contract/csv-text';
import type { ExportPart } from '@meridian/contract/personal/calls';
import { ApiError } from '@meridian/contract/client/api-error';

/** A page of a part. */
export interface PartPage {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** For the next page; '' at the end. */
  readonly next: string;
}

/** Most rate limits that one page waits for before it gives up. */
const MOST_WAITS = 10;

/** All rows of a part. */
export interface OwnPart {
  readonly part: ExportPart;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Reads a part to its end, page by page. All parts exceed a user's rate limit, so it waits for the
 * limit.
 */
export async function readPart(
  part: ExportPart,
  read: (part: ExportPart, after: string) => Promise<PartPage>,
): Promise<OwnPart> {
  const rows: (readonly string[])[] = [];
  for (let after = ''; ;) {
    const page = await patiently(() => read(part, after));
    rows.push(...page.rows);
    if (page.next === '') return { part, head: page.head, rows };
    after = page.next;
  }
}

async function patiently<Output>(ask: () => Promise<Output>): Promise<Output> {
  for (let waits = 0; ; waits++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.waitSeconds === 0 || waits === MOST_WAITS)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, error.waitSeconds * 1000));
    }
  }
}

/** Everything as one JSON document: each part a list of records. */
export function asJson(parts: readonly OwnPart[], madeAt: string): string {
  const records = ({ head, rows }: OwnPart) =>
    rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
  return JSON.stringify(
    Object.fromEntries<unknown>([
      ['made_time', madeAt],
      ...parts.map((each) => [each.part, records(each)] as const),
    ]),
    undefined,
    2,
  );
}

/** A part as a table. */
export function asCsv({ head, rows }: OwnPart): string {
  return csvText([head, ...rows]);
}
