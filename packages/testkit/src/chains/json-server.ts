import { createServer, type IncomingMessage } from 'node:http';

export interface JsonServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers POST requests of JSON on a free port of 127.0.0.1. */
export async function serveJson(
  answer: (path: string, body: unknown) => JsonAnswer | Promise<JsonAnswer>,
): Promise<JsonServer> {
  const server = createServer((request, response) => {
    void readBody(request).then(async (text) => {
      const { status, body } = await answer(
        request.url ?? '/',
        text === '' ? {} : JSON.parse(text),
      );
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += String(chunk);
  return text;
}
