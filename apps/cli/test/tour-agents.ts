import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { exchange } from './privacy-headers';
import { readmeLines } from './readme-lines';
import { builtProgram } from '@droptrack/program/testing';
import type { Tour } from './tour';

/** Calls the tools as an assistant does, over HTTP by the line of the README, and over standard input and output. */
export async function visitAgents(tour: Tour, home: string): Promise<void> {
  const { stdout } = await tour.shell.run(readmeLines().get('an assistant')!);
  const words = stdout.trimEnd().split('\n');
  expect(words).toEqual(['mcp', 'add', '--transport', 'http', 'droptrack', `${tour.apiUrl}/mcp`, '--header', expect.any(String)]); // prettier-ignore
  const [, authorization = ''] = /^Authorization: (Bearer \w+)$/.exec(words.at(-1)!) ?? [];
  const url = new URL(words.at(-3)!);
  const over = (header: string) =>
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: header } } });
  await callTools(tour, over(authorization), true);
  await callTools(tour, over(`Bearer ${tour.keys.free}`), false);

  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [builtProgram('cli'), 'mcp'],
    env: { PATH: process.env['PATH'] ?? '', DROPTRACK_HOME: home, DROPTRACK_API_KEY: tour.keys.pro },
    stderr: 'pipe',
  });
  stdio.stderr?.on('data', (chunk: Buffer) => void tour.shell.said.push(String(chunk)));
  await callTools(tour, stdio, true);
  await visitWrongly(tour, authorization);
}

/** Calls all tools, with valid and invalid arguments. No result may repeat a wallet. */
async function callTools(tour: Tour, transport: Transport, mayCheck: boolean): Promise<void> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<boolean> => {
    const { isError, ...result } = await client.callTool({ name, arguments: args });
    tour.rejections.push(JSON.stringify(result));
    return isError !== true;
  };
  const { drop, wallet } = tour.listed;
  const { tools } = await client.listTools();
  const given = {
    find_drops: { q: 'linea' },
    get_drop: { id: drop },
    explain_score: { id: drop },
    upcoming_events: {},
    get_status: {},
  };
  expect(tools.map(({ name }) => name).sort()).toEqual([...Object.keys(given), 'check_wallet', 'prepare_claim'].sort());
  for (const [name, args] of Object.entries(given)) expect([name, await call(name, args)]).toEqual([name, true]);
  const { address } = wallet;
  expect(await call('check_wallet', { wallet: address, drop })).toBe(mayCheck);
  expect(await call('check_wallet', { wallet: address, sample: true })).toBe(mayCheck);
  expect(tour.rejections.at(-1)).toContain(mayCheck ? drop : 'plan_required');
  expect(await call('check_wallet', { wallet: tour.stranger.address, drop })).toBe(mayCheck);
  const malformed = [`${address}0`, address.slice(0, -1), address.slice(2), ` ${address}`, `${address}.eth`];
  for (const text of malformed) expect(await call('check_wallet', { wallet: text, drop })).toBe(false);
  expect(await call('check_wallet', { wallet: address, drop: address })).toBe(false);
  for (const text of malformed) expect(await call('prepare_claim', { wallet: text, drop })).toBe(false);
  expect(await call('get_drop', { id: address })).toBe(false);
  await call('find_drops', { q: address, cursor: address });
  await expect(call(address)).rejects.toThrow();
  await client.close();
}

/** Requests that the route rejects. */
async function visitWrongly(tour: Tour, authorization: string): Promise<void> {
  const { wallet } = tour.listed;
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'check_wallet', arguments: { wallet: wallet.address } },
  };
  const headers = { authorization, accept: 'application/json, text/event-stream' };
  const post = (json: unknown, more: Record<string, string> = {}) =>
    tour.ask('/mcp', { json, headers: { ...headers, ...more } });
  expect((await post(message)).status).toBe(200);
  expect((await post({ ...message, pad: wallet.address.repeat(500) })).status).toBe(413);
  expect((await post([message])).status).toBe(400);
  expect((await post(message, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(message, { authorization: `Bearer ${wallet.address}` })).status).toBe(401);
  expect((await tour.ask(`/mcp?wallet=${wallet.address}`, { headers })).status).toBe(405);
  const body = JSON.stringify(message);
  const lines = ['POST /mcp HTTP/1.1', 'Host: evil.example', `Authorization: ${authorization}`, 'Connection: close'];
  const fields = ['Content-Type: application/json', `Accept: ${headers.accept}`, `Content-Length: ${body.length}`];
  const answer = await exchange(tour.apiUrl, `${[...lines, ...fields].join('\r\n')}\r\n\r\n${body}`);
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  tour.note(403, answer);
}
