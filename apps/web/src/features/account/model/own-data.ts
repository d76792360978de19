import { csvText } from '@meridian/contract/csv-text';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { dataExportPart, ExportPart } from '@meridian/contract/personal/calls';
import { ApiError } from '../../../shared/http/api-error.ts';

type PartPage = CallOutput<typeof dataExportPart>;

/** Limits that one page is stopped by before its reader gives up. */
const MOST_WAITS = 10;

/** All rows of a part. */
export interface OwnPart {
  readonly part: ExportPart;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Reads a part to its end, page by page. All parts cost more than a user may ask for at once: a
 * limit on requests is waited for.
 */
export async function readPart(
  part: ExportPart,
  read: (part: ExportPart, after: string) => Promise<PartPage>,
): Promise<OwnPart> {
  const rows: string[][] = [];
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
export function asJson(parts: readonly OwnPart[], madeTime: string): string {
  const records = ({ head, rows }: OwnPart) =>
    rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
  return JSON.stringify(
    { made_time: madeTime, ...Object.fromEntries(parts.map((each) => [each.part, records(each)])) },
    undefined,
    2,
  );
}

/** A part as a table. */
export function asCsv({ head, rows }: OwnPart): string {
  return csvText([head, ...rows]);
}
