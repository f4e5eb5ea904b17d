import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib';
import { createVettedAgent } from '@droptrack/egress';
import type { Hash } from '@droptrack/eligibility';
import { bulkHash } from '@droptrack/eligibility/formats';
import type { Dispatcher } from 'undici';
import type { CampaignFileLimits } from './fetch-campaign-file';
import { findCampaignList, type FindCampaignListOptions } from './find-campaign-list';
import { CID, makeUpCampaign } from './testing/campaign-file';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const { campaign, recipients, file } = makeUpCampaign();
const other = makeUpCampaign(61);
const POLICY = { allowInsecure: false, allow: [] };
/** A limit that a test does not reach on a busy machine. */
const LONG_MS = 60_000;
const SHORT_MS = 100;

const servers: Server[] = [];
const agents: Dispatcher[] = [];
let hash: Hash;
beforeAll(async () => void (hash = await bulkHash()));
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function start(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    answer(response, request);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Finds the list through gateways with these answers. */
async function find(
  answers: readonly Answer[],
  limits: Partial<CampaignFileLimits> = {},
  of = campaign,
  signal = new AbortController().signal,
  onResponse: FindCampaignListOptions['onResponse'] = () => undefined,
) {
  const gateways = await Promise.all(answers.map(start));
  const dispatcher = createVettedAgent(POLICY, { origins: gateways });
  agents.push(dispatcher);
  const bounds = { firstByteMs: LONG_MS, idleMs: LONG_MS, totalMs: LONG_MS, ...limits };
  return findCampaignList(of, { gateways, dispatcher, signal, limits: bounds, hash, onResponse });
}

const send =
  (body: string | Buffer, headers = {}): Answer =>
  (response) =>
    response.writeHead(200, headers).end(body);
const right = send(file);
const missing: Answer = (response) => response.writeHead(404).end('no link named that');

describe('the list of a campaign', () => {
  it.each([
    ['as it is', right],
    ['compressed by gzip', send(gzipSync(file), { 'content-encoding': 'gzip' })],
    ['compressed by Brotli', send(brotliCompressSync(file), { 'content-encoding': 'br' })],
  ])('is found at its content id, sent %s', async (_, answer) => {
    const paths: string[] = [];
    const list = await find([(response, request) => (paths.push(request.url ?? ''), answer(response, request))]);
    expect(paths).toEqual([`/ipfs/${CID}`]);
    expect(list).toMatchObject({ wallets: 60, total: BigInt(campaign.totalAmount ?? 0) });
    // Read twice: to verify it, and to load it.
    for (let times = 0; times < 2; times++) {
      const rows = [];
      for await (const batch of list.rows()) rows.push(...batch);
      expect(
        rows.map(({ wallet, amount, index }) => [`0x${Buffer.from(wallet).toString('hex')}`, amount, index]),
      ).toEqual(recipients.map(({ address, amount }, index) => [address, BigInt(amount), BigInt(index)]));
    }
    await list.close();
  });

  it('is taken from the next gateway if one does not have it, or sends another file', async () => {
    for (const wrong of [missing, send(other.file), send('<html>'), send(file.slice(0, 1_000))]) {
      const list = await find([wrong, right]);
      expect(list.wallets).toBe(60);
      await list.close();
    }
  });

  // The end of a public gateway is announced in its headers.
  it('is downloaded with a report of the headers of each gateway', async () => {
    const seen: unknown[] = [];
    const onResponse: FindCampaignListOptions['onResponse'] = (host, { sunset }) => void seen.push([host, sunset]);
    const closing: Answer = (response) => response.writeHead(410, { sunset: 'soon' }).end();
    const list = await find([closing, right], {}, campaign, new AbortController().signal, onResponse);
    await list.close();
    expect(seen).toEqual([
      [expect.stringMatching(/^127\.0\.0\.1:/), 'soon'],
      [expect.stringMatching(/^127\.0\.0\.1:/), undefined],
    ]);
  });

  it('is followed through a redirect within the configured origins only', async () => {
    const list = await find([
      (response, request) => {
        if (request.url === '/moved') right(response, request);
        else response.writeHead(301, { location: '/moved' }).end();
      },
    ]);
    expect(list.wallets).toBe(60);
    await list.close();
  });
});

describe('a gateway that lies', () => {
  const lies: [string, Answer, 'rejected' | 'unavailable', RegExp, Partial<CampaignFileLimits>?][] = [
    ['sends another list', send(other.file), 'rejected', /its root is 0x[0-9a-f]{64}, that of the contract 0x/],
    [
      'sends a file that states its root',
      send(other.file.replaceAll(/"root":"0x[0-9a-f]{64}"/g, `"root":"${campaign.merkleRoot}"`)),
      'rejected',
      /its root is/,
    ],
    [
      'leaves the last recipient out',
      send(JSON.stringify({ number_of_recipients: 59, recipients: recipients.slice(0, -1) })),
      'rejected',
      /its root is/,
    ],
    ['sends a list without recipients', send('{"total_amount":"0","recipients":[]}'), 'rejected', /no recipients/],
    ['sends a truncated list', send(file.slice(0, -200)), 'rejected', /entry \d+: it is cut off/],
    ['sends nothing', send(''), 'rejected', /the file is empty/],
    ['sends a table', send('address,amount\n'), 'rejected', /no known format/],
    [
      'sends an invalid amount',
      send(JSON.stringify({ total_amount: '1', recipients: [{ ...recipients[0], amount: '1.5' }] })),
      'rejected',
      /^[^ ]+ entry 1: amount/,
    ],
    [
      'sends a web page',
      send('\n<!DOCTYPE html><title>rate limit</title>'),
      'unavailable',
      /a web page instead of the file/,
    ],
    ['has not found it', missing, 'unavailable', /not found/],
    ['fails', (response) => response.writeHead(502).end(), 'unavailable', /status 502/],
    [
      'closes the connection within the body',
      (response) =>
        void response
          .writeHead(200, { 'content-length': file.length })
          .write(file.slice(0, 900), () => response.destroy()),
      'unavailable',
      /cut off/,
    ],
    ['hangs before the first byte', () => undefined, 'unavailable', /no response in time/, { firstByteMs: SHORT_MS }],
    [
      'hangs within the body',
      (response) => void response.writeHead(200).write(file.slice(0, 900)),
      'unavailable',
      /paused for too long/,
      { idleMs: SHORT_MS },
    ],
    ['sends a byte from time to time', trickle, 'unavailable', /no complete file within/, { totalMs: 3 * SHORT_MS }],
    [
      'announces 10 GB',
      (response) => void response.writeHead(200, { 'content-length': 10 ** 10 }).write('{'),
      'rejected',
      /larger than 1 MiB/,
      { bytesMax: 2 ** 20 },
    ],
    ['sends 10 GB', endless, 'rejected', /larger than 1 MiB/, { bytesMax: 2 ** 20 }],
    ['sends a gzip bomb', bomb, 'rejected', /larger than 1 MiB/, { bytesMax: 2 ** 20 }],
    [
      'sends damaged gzip',
      send(gzipSync(file).subarray(0, 500), { 'content-encoding': 'gzip' }),
      'unavailable',
      /compressed body is damaged/,
    ],
    ['sends another coding', send(file, { 'content-encoding': 'aes128gcm' }), 'unavailable', /unknown content coding/],
    [
      'redirects in a circle',
      (response) => response.writeHead(302, { location: '/again' }).end(),
      'unavailable',
      /redirects more than 4 times/,
    ],
    ['redirects nowhere', (response) => response.writeHead(302).end(), 'unavailable', /redirect without a location/],
    [
      'redirects to a file',
      (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'unavailable',
      /another scheme/,
    ],
    [
      'redirects to the metadata service',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      'unavailable',
      /not public/,
    ],
    [
      'redirects to this machine',
      (response) => response.writeHead(302, { location: 'http://localhost:1/' }).end(),
      'unavailable',
      /not public/,
    ],
  ];

  it.each(lies)('and %s never brings a list into force', async (...[, answer, kind, message, limits]) => {
    await expect(find([answer], limits)).rejects.toMatchObject({
      name: 'CampaignListError',
      kind,
      message: expect.stringMatching(message),
    });
  });

  it('is not connected to at another port of the same host', async () => {
    let requests = 0;
    const inner = await start((response) => (requests++, response.end(file)));
    const redirect: Answer = (response) => response.writeHead(302, { location: `${inner}/ipfs/${CID}` }).end();
    await expect(find([redirect])).rejects.toMatchObject({ kind: 'unavailable' });
    expect(requests).toBe(0);
  });

  // A gateway alone must not be able to reject the list of a campaign for good.
  it('does not reject a list that another gateway may have later', async () => {
    await expect(find([send(other.file), missing])).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(find([send(other.file), send(other.file)])).rejects.toMatchObject({ kind: 'rejected' });
  });

  it('leaves no wallet and no text of its file in the reason', async () => {
    const text = JSON.stringify({ total_amount: '1', recipients: [{ address: '0xdeadbeef<script>', amount: '1' }] });
    await expect(find([send(text)])).rejects.toMatchObject({ message: expect.not.stringMatching(/deadbeef|script/) });
  });
});

describe('the creation event', () => {
  it.each([
    ['total', { totalAmount: '1' }],
    ['number of recipients', { recipients: 61 }],
    ['root', { merkleRoot: other.campaign.merkleRoot }],
  ])('with another %s rejects the list', async (name, event) => {
    const failed = find([right], {}, { ...campaign, ...event });
    await expect(failed).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringContaining(`its ${name} is`),
    });
  });

  it('without a total and a number of recipients is no contradiction', async () => {
    const list = await find([right], {}, { ...campaign, totalAmount: null, recipients: null });
    expect(list.wallets).toBe(60);
    await list.close();
  });

  it.each(['', 'Qm', `${CID}/../../api`, `${CID}?x`, 'http://127.0.0.1/', 'bafy', '../etc/passwd'])(
    'with the content id %j is rejected without a request',
    async (ipfsCid) => {
      let requests = 0;
      await expect(find([() => requests++], {}, { ...campaign, ipfsCid })).rejects.toMatchObject({ kind: 'rejected' });
      expect(requests).toBe(0);
    },
  );
});

it('a stop aborts the download with its reason', async () => {
  const stop = new AbortController();
  const failed = find([() => stop.abort(new Error('stopped'))], {}, campaign, stop.signal);
  await expect(failed).rejects.toThrow('stopped');
});

function trickle(response: ServerResponse): void {
  response.writeHead(200).write('{');
  const timer = setInterval(() => response.write(' '), SHORT_MS / 5);
  response.on('close', () => clearInterval(timer));
}

function endless(response: ServerResponse): void {
  response.writeHead(200);
  pipeline(Readable.from(spaces(10_240)), response, () => undefined);
}

/** 1 GiB of spaces in 1 MB. */
function bomb(response: ServerResponse): void {
  response.writeHead(200, { 'content-encoding': 'gzip' });
  pipeline(Readable.from(spaces(1_024)), createGzip(), response, () => undefined);
}

/** Spaces in pieces of 1 MiB. */
function* spaces(pieces: number): Generator<Buffer> {
  const piece = Buffer.alloc(1_048_576, ' ');
  for (let n = 0; n < pieces; n++) yield piece;
}
