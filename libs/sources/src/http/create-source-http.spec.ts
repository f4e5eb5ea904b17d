import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { SourceError } from '../source-error';
import { pollOf } from '../testing/poll';
import { type Reply, type FakeServer, startFakeServer } from '../testing/fake-server';
import type { FailedResponse } from './source-http';

const NOW_MS = Date.UTC(2026, 0, 1);

describe('a response', () => {
  let source: FakeServer;
  let reply: Reply;
  beforeAll(async () => {
    source = await startFakeServer(() => reply);
  });
  afterAll(() => source.close());
  const { http } = pollOf(null, { nowMs: NOW_MS });
  const last = () => source.requests.at(-1)!;

  it('carries validators, with which the next request reports not_modified', async () => {
    const modified = 'Thu, 01 Jan 2026 00:00:00 GMT';
    reply = { headers: { etag: 'W/"7"', 'last-modified': modified }, body: [1] };
    const answer = await http.json(source.url);
    if (answer.kind !== 'response') throw new Error('not a response');
    expect(answer).toMatchObject({ status: 200, body: [1], validators: { etag: 'W/"7"', lastModified: modified } });
    reply = { status: 304, body: '' };
    expect(await http.json(source.url, { validators: answer.validators })).toEqual({ kind: 'not_modified' });
    expect(last().headers).toMatchObject({ 'if-none-match': 'W/"7"', 'if-modified-since': modified });
  });

  it.each([undefined, null, { etag: null, lastModified: null }])(
    'of status 304 to an unconditional request is a failure (%j)',
    async (validators) => {
      reply = { status: 304, body: '' };
      await expect(http.json(source.url, validators === undefined ? {} : { validators })).rejects.toMatchObject({
        kind: 'status',
      });
    },
  );

  // Validators are stored with the poll and sent back as headers.
  it('keeps no validator that is too long', async () => {
    reply = { headers: { etag: `"${'x'.repeat(300)}"` }, body: {} };
    expect(await http.json(source.url)).toMatchObject({ validators: { etag: null, lastModified: null } });
  });

  it('names the next page', async () => {
    reply = { headers: { link: '</p/2>; rel="next"' }, body: {} };
    expect(await http.json(`${source.url}/p/1`)).toMatchObject({ links: { next: `${source.url}/p/2` } });
  });

  it('is decompressed and decoded', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'text/plain; charset=latin1' };
    const zipped = gzipSync(Buffer.from('{"a":"é"}', 'latin1'));
    const server = createServer((_, response) => response.writeHead(200, headers).end(zipped)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await http.text(`http://127.0.0.1:${port}`)).toMatchObject({ body: '{"a":"é"}' });
    server.close();
    server.closeAllConnections();
  });

  it.each([
    [401, {}, 'unauthorized'],
    [402, {}, 'unauthorized'],
    [403, {}, 'unauthorized'],
    [403, { 'x-ratelimit-remaining': '0' }, 'rate_limited'],
    [451, {}, 'blocked'],
    [453, {}, 'blocked'],
    [404, {}, 'not_found'],
    [410, {}, 'not_found'],
    [418, {}, 'status'],
    [503, {}, 'status'],
    [503, { 'retry-after': 'soon' }, 'rate_limited'],
  ] as const)('of status %i with %j is a failure: %s', async (status, headers, kind) => {
    reply = { status, headers: { ...headers }, body: 's3cret' };
    const failed = await http.json(source.url).catch((error: unknown) => error);
    expect(failed).toMatchObject({ kind, retryAfterMs: null, message: expect.not.stringContaining('s3cret') });
  });

  it('of a failure is explained by its body, if that can be read', async () => {
    const explainFailure = ({ status, body, retryAfterMs }: FailedResponse) =>
      body.includes('private') ? new SourceError('not_found', `${status} ${retryAfterMs}`) : null;
    reply = { status: 403, body: { reason: 'private' } };
    await expect(http.json(source.url, { explainFailure })).rejects.toMatchObject({
      kind: 'not_found',
      message: '403 null',
    });
    reply = { status: 403, body: 'x'.repeat(1_000_000) };
    await expect(http.json(source.url, { explainFailure })).rejects.toMatchObject({ kind: 'unauthorized' });
    reply = { status: 403, headers: { 'content-encoding': 'gzip' }, body: 'no gzip' };
    await expect(http.json(source.url, { explainFailure })).rejects.toMatchObject({ kind: 'unauthorized' });
    reply = { status: 429, body: 'private' };
    await expect(http.json(source.url, { explainFailure })).rejects.toMatchObject({ kind: 'rate_limited' });
  });

  it('of a status that the caller accepts is returned with its body', async () => {
    reply = { status: 404, body: { error: 'unknown slug' } };
    const accepted = await http.json(source.url, { acceptStatuses: [404] });
    expect(accepted).toMatchObject({ status: 404, body: { error: 'unknown slug' } });
  });

  it('of a status without a body is null', async () => {
    reply = { status: 204, body: '' };
    expect(await http.json(source.url)).toMatchObject({ status: 204, body: null });
  });

  it('is returned for a POST of JSON or of a form', async () => {
    reply = { body: {} };
    await http.json(source.url, { json: { query: '{é}' } });
    expect(last()).toMatchObject({ method: 'POST', body: '{"query":"{é}"}' });
    expect(last().headers['content-type']).toBe('application/json');
    await http.json(source.url, { form: { grant_type: 'a&b' } });
    expect(last()).toMatchObject({ method: 'POST', body: 'grant_type=a%26b' });
    expect(last().headers['content-type']).toBe('application/x-www-form-urlencoded');
  });
});
