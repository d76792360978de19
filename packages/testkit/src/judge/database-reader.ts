/** Reads a database as of one moment: one read-only transaction, large results through cursors. */
import pg from 'pg';

export type Row = Record<string, unknown>;

export class DatabaseReader {
  readonly #client: pg.Client;
  #cursors = 0;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<DatabaseReader> {
    const client = new pg.Client({ connectionString: url, application_name: 'meridian-judge' });
    await client.connect();
    // Sorting a history in small pieces on disk would take longer than judging it.
    await client.query(
      "begin isolation level repeatable read read only; set local work_mem = '256MB'; set local jit = off",
    );
    return new DatabaseReader(client);
  }

  async rows(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  /** A result in pieces of `size` rows, the last one shorter, possibly empty. */
  async *pages(text: string, size: number): AsyncGenerator<Row[]> {
    const name = `pages_${++this.#cursors}`;
    await this.#client.query(`declare ${name} no scroll cursor for ${text}`);
    for (;;) {
      const { rows } = await this.#client.query<Row>(`fetch ${size} from ${name}`);
      yield rows;
      if (rows.length < size) return;
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
