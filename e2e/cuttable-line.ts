/** A connection between browser and server that can be cut and restored, as in a train tunnel. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class CuttableLine {
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  #isCut = false;

  private constructor(targetPort: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const far = connect(targetPort, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#ends.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#ends.delete(from);
          to.destroy();
        });
      }
    });
  }

  static async to(url: string): Promise<CuttableLine> {
    const line = new CuttableLine(Number(new URL(url).port));
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Breaks every connection; new ones break at once. */
  cut(): void {
    this.#isCut = true;
    for (const end of this.#ends) end.destroy();
  }

  join(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
