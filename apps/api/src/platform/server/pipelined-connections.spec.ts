import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { boundPipelines, type ParserError, pipelineOf, PipelinedResponse, REQUESTS_IN_FLIGHT_MAX } from './http-server';

/** Requests with every framing; each response contains the path and the length of the received body. */
const REQUESTS = {
  'GET without a body': (n: number) => `GET /${n}/0 HTTP/1.1\r\nHost: a\r\n\r\n`,
  'POST with a length': (n: number) => `POST /${n}/5 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello`,
  'POST in chunks': (n: number) =>
    `POST /${n}/3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
} as const;

/** Waits for a condition, with a time-out. */
async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns += 1) {
    if (turns > 200_000) throw new Error('It never came');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a pipelined connection', () => {
  let server: Server;
  let [most, dispatched] = [0, 0];
  let waiting: (() => void)[] = [];
  /** Sends all pending responses, in any order. */
  const answerAll = () =>
    waiting
      .splice(0)
      .reverse()
      .forEach((answer) => answer());

  beforeEach(async () => {
    [most, dispatched, waiting] = [0, 0, []];
    server = createServer({ ServerResponse: PipelinedResponse }, (request, response) => {
      most = Math.max(most, pipelineOf(request.socket)!.inFlight);
      dispatched += 1;
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => waiting.push(() => response.end(`${request.url}=${bytes};`)));
    });
    boundPipelines(server);
    server.on('clientError', (error: ParserError, socket: Socket) => pipelineOf(socket)?.hold(error));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  const open = (): Socket => connect((server.address() as AddressInfo).port, '127.0.0.1');
  /** Paths and lengths received so far, in order. */
  const answersIn = (text: string): string[] =>
    [...text.matchAll(/(\/\d+\/\d+=\d+);/g)].map(([, answer = '']) => answer);

  async function askAll(pieces: readonly string[], count: number): Promise<string[]> {
    const client = open();
    let text = '';
    client.on('data', (chunk: Buffer) => (text += chunk.toString()));
    for (const piece of pieces) {
      client.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until(() => {
      answerAll();
      return answersIn(text).length >= count;
    });
    client.destroy();
    return answersIn(text);
  }

  const expected = (count: number, request: (n: number) => string): string[] =>
    Array.from({ length: count }, (_, n) => /\/\d+\/(\d+)/.exec(request(n))!).map(
      ([path, bytes]) => `${path}=${bytes}`,
    );

  // 2 000 requests fit into one read of the parser.
  it.each(Object.entries(REQUESTS))('has at most 16 requests in flight and loses none: %s', async (_, request) => {
    const bytes = Array.from({ length: 1_500 }, (__, n) => request(n)).join('');
    expect(await askAll([bytes], 1_500)).toEqual(expected(1_500, request));
    expect(most).toBe(REQUESTS_IN_FLIGHT_MAX);
  });

  it('reads requests that arrive in pieces during a pause in the order in which they were sent', async () => {
    const request = REQUESTS['POST with a length'];
    const bytes = Array.from({ length: 300 }, (_, n) => request(n)).join('');
    const pieces = bytes.match(/.{1,997}/gs) ?? [];
    expect(await askAll(pieces, 300)).toEqual(expected(300, request));
    expect(most).toBe(REQUESTS_IN_FLIGHT_MAX);
  });

  it('dispatches at most 16 requests before the first response, for any number of sent ones', async () => {
    const client = open();
    client.write(Array.from({ length: 2_000 }, (_, n) => REQUESTS['GET without a body'](n)).join(''));
    await until(() => dispatched >= REQUESTS_IN_FLIGHT_MAX);
    // Once another connection has been read, this one would have been read as well.
    const other = open();
    other.write(REQUESTS['GET without a body'](7));
    await until(() => dispatched > REQUESTS_IN_FLIGHT_MAX);
    expect([dispatched, most]).toEqual([REQUESTS_IN_FLIGHT_MAX + 1, REQUESTS_IN_FLIGHT_MAX]);
    client.destroy();
    other.destroy();
  });
});
