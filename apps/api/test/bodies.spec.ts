import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { IsString } from 'class-validator';
import { NoQueryDto } from '../src/platform/input/no-query.dto';
import { RequiresPlan } from '../src/platform/auth/requires-plan.decorator';
import { FREE_KEY, createBareApi } from './bare-api';

class EchoDto {
  @IsString({ message: 'must be a text', context: { code: 'type' } })
  readonly text!: string;
}

@Controller('v1/echoes')
class EchoesController {
  @Get()
  list(): { ok: true } {
    return { ok: true };
  }

  @Post()
  @HttpCode(200)
  echo(@Body() { text }: EchoDto, @Query() _none: NoQueryDto): { text: string } {
    return { text };
  }

  @Post('paid')
  @RequiresPlan('pro')
  paid(@Body() _body: EchoDto): void {}

  @Delete()
  @HttpCode(204)
  remove(): void {}
}

const JSON_TYPE = { 'content-type': 'application/json' };
const KEY = { authorization: `Bearer ${FREE_KEY}` };
const FITS = JSON.stringify({ text: 'a'.repeat(16 * 1024 - 11) });
const TOO_LARGE = JSON.stringify({ text: 'a'.repeat(16 * 1024 - 10) });

describe('request bodies', () => {
  let api: Awaited<ReturnType<typeof createBareApi>>;
  let port = 0;
  beforeAll(async () => {
    api = await createBareApi([EchoesController]);
    await api.app.listen(0, '127.0.0.1');
    ({ port } = api.server.server.address() as AddressInfo);
  });
  afterAll(() => api.stop());

  const send = (payload: string | Buffer, headers: Record<string, string> = { ...KEY, ...JSON_TYPE }, url = '') =>
    api.server.inject({ method: 'POST', url: `/v1/echoes${url}`, headers, payload });
  const codeOf = (response: { json: <T>() => T }) => response.json<{ code: string }>().code;

  it('200: any spelling of JSON in UTF-8', async () => {
    for (const type of ['application/json', 'APPLICATION/JSON; Charset="utf-8"', 'application/json; v=1']) {
      const response = await send('{"text":"é"}', { ...KEY, 'content-type': type });
      expect([response.statusCode, response.json()]).toEqual([200, { text: 'é' }]);
    }
    expect((await send('{"text":"a"}', { ...KEY, ...JSON_TYPE, 'content-encoding': 'identity' })).statusCode).toBe(200);
    expect(Buffer.byteLength(FITS)).toBe(16 * 1024);
    expect((await send(FITS)).statusCode).toBe(200);
  });

  it('a body of a route without one is ignored', async () => {
    const options = { url: '/v1/echoes', headers: { ...KEY, 'content-type': ';;;' }, payload: '{' };
    expect((await api.server.inject({ ...options, method: 'GET' })).statusCode).toBe(200);
    expect((await api.server.inject({ ...options, method: 'DELETE' })).statusCode).toBe(204);
  });

  it('400 malformed_json and 422 validation_failed', async () => {
    for (const body of ['', '{', 'text=a']) expect(codeOf(await send(body))).toBe('malformed_json');
    const response = await send('{"text":7,"colour":"red"}');
    expect([response.statusCode, response.json<{ errors: object[] }>().errors]).toEqual([
      422,
      [
        { pointer: '#/colour', code: 'unknown', detail: 'is unknown; expected one of text' },
        { pointer: '#/text', code: 'type', detail: 'must be a text' },
      ],
    ]);
  });

  it.each([
    ['no type', {}],
    ['a type that is none', { 'content-type': ';;;' }],
    ['another type', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['a compressed body', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ])('415: %s', async (_, headers) => {
    const response = await send('{"text":"a"}', { ...KEY, ...headers });
    expect([response.statusCode, codeOf(response)]).toEqual([415, 'unsupported_media_type']);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it('413: also if the declared length is wrong', async () => {
    for (const length of [String(TOO_LARGE.length), '12']) {
      const response = await send(TOO_LARGE, { ...KEY, ...JSON_TYPE, 'content-length': length });
      expect([response.statusCode, codeOf(response)]).toEqual([413, 'payload_too_large']);
    }
    expect(codeOf(await send('{}', { ...KEY, ...JSON_TYPE, 'content-length': '20000' }))).toBe('payload_too_large');
  });

  it('nested 10 000 deep: rejected without delay', async () => {
    const before = process.cpuUsage();
    expect((await send('['.repeat(10_000) + ']'.repeat(10_000))).statusCode).toBe(413);
    expect((await send('['.repeat(8_000) + ']'.repeat(8_000))).statusCode).toBe(422);
    expect((await send(`{"text":${'['.repeat(8_000)}${']'.repeat(8_000)}}`)).statusCode).toBe(422);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });

  it('order of checks: route, size, key, plan, Accept, media type, query, body', async () => {
    const bad = { accept: 'text/html', 'content-type': 'text/plain' };
    expect(codeOf(await send(TOO_LARGE, bad, '/nope'))).toBe('route_not_found');
    expect(codeOf(await api.server.inject({ method: 'PUT', url: '/v1/echoes', payload: TOO_LARGE }))).toBe(
      'method_not_allowed',
    );
    expect(codeOf(await send(TOO_LARGE, bad, '/paid'))).toBe('payload_too_large');
    expect(codeOf(await send('{', bad, '/paid'))).toBe('missing_api_key');
    expect(codeOf(await send('{', { ...KEY, ...bad }, '/paid'))).toBe('plan_required');
    expect(codeOf(await send('{', { ...KEY, ...bad }))).toBe('not_acceptable');
    expect(codeOf(await send('{', { ...KEY, 'content-type': 'text/plain' }, '?a=1'))).toBe('unsupported_media_type');
    expect(codeOf(await send('{', { ...KEY, ...JSON_TYPE }, '?a=1'))).toBe('unknown_parameter');
    expect(codeOf(await send('{'))).toBe('malformed_json');
  });

  describe('over a connection', () => {
    const head = (lines: string[]) => ['POST /v1/echoes HTTP/1.1', 'Host: a', ...lines, '', ''].join('\r\n');
    const authorised = [`Authorization: Bearer ${FREE_KEY}`, 'Content-Type: application/json'];

    /** Everything received up to a given text, with its connection. */
    function talk(text: string, until: RegExp): Promise<{ socket: Socket; said: string }> {
      return new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        let said = '';
        socket.setEncoding('utf8').on('error', reject);
        socket.on('data', (chunk: string) => {
          said += chunk;
          if (until.test(said)) resolve({ socket, said });
        });
        socket.on('close', () => reject(new Error(`closed after: ${said}`)));
      });
    }
    const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`;

    // A client that is still sending must receive the response, not a reset.
    it('413 is sent before the body is complete, and the connection stays open', async () => {
      const { socket, said } = await talk(head([...authorised, 'Content-Length: 1000000']) + 'a', /payload_too_large/);
      expect(said).toMatch(/^HTTP\/1\.1 413 /);
      const next = new Promise<string>((resolve) => socket.once('data', resolve));
      socket.write('a'.repeat(999_999));
      socket.write(`${head([...authorised, 'Content-Length: 12'])}{"text":"b"}`);
      expect(await next).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    });

    it('413 for a chunked body without a length', async () => {
      const text = head([...authorised, 'Transfer-Encoding: chunked']) + chunk(16_000) + chunk(16_000);
      const { socket, said } = await talk(text, /payload_too_large/);
      expect(said).toMatch(/^HTTP\/1\.1 413 /);
      const closed = new Promise((resolve) =>
        socket.removeAllListeners('error').on('error', resolve).on('close', resolve),
      );
      for (let sent = 0; sent < 100 && !socket.destroyed; sent += 1) {
        socket.write(chunk(64_000));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await closed;
    });

    it('fetch() with a megabyte receives the rejection', async () => {
      const body = JSON.stringify({ text: 'a'.repeat(1_000_000) });
      const url = `http://127.0.0.1:${port}/v1/echoes`;
      const answer = await fetch(url, { method: 'POST', headers: { ...KEY, ...JSON_TYPE }, body });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'payload_too_large']);
    });

    it('continues after "Expect: 100-continue"', async () => {
      const lines = [...authorised, 'Expect: 100-continue', 'Content-Length: 12'];
      const { socket } = await talk(head(lines), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
      const answer = new Promise<string>((resolve) => socket.once('data', resolve));
      socket.write('{"text":"b"}');
      expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    });

    it('a client that disconnects within the body leaves no resources behind', async () => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${head([...authorised, 'Content-Length: 12'])}{"te`),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.resetAndDestroy();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await send('{"text":"a"}')).statusCode).toBe(200);
    });
  });
});
