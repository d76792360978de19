import { csvText } from '@meridian/contract/csv-text';
import type { CallOutput } from '@meridian/contract/call';
import type { dataExportPart, ExportPart } from '@meridian/contract/personal';

type PartPage = CallOutput<typeof dataExportPart>;

/** All rows of a part. */
export interface OwnPart {
  readonly part: ExportPart;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Reads a part to its end, page by page. */
export async function readPart(part: ExportPart, read: (part: ExportPart, after: string) => Promise<PartPage>): Promise<OwnPart> {
  const rows: string[][] = [];
  for (let after = ''; ; ) {
    const page = await read(part, after);
    rows.push(...page.rows);
    if (page.next === '') return { part, head: page.head, rows };
    after = page.next;
  }
}

/** Everything as one JSON document: each part a list of records. */
export function asJson(parts: readonly OwnPart[], madeTime: string): string {
  const records = ({ head, rows }: OwnPart) => rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
  return JSON.stringify({ made_time: madeTime, ...Object.fromEntries(parts.map((each) => [each.part, records(each)])) }, undefined, 2);
}

/** A part as a table. */
export function asCsv({ head, rows }: OwnPart): string {
  return csvText([head, ...rows]);
}
