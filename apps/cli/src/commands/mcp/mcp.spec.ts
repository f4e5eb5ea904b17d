import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Droptrack, type Fetch } from '@droptrack/sdk';
import { recordedOutput } from '../../testing/recorded-output';
import { mcp } from './mcp';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** Client of the protocol, connected to the command over a scripted API. */
async function connected(fetch: Fetch) {
  const [own, peer] = InMemoryTransport.createLinkedPair();
  const stop = new AbortController();
  const { output, said } = recordedOutput();
  const client = new Droptrack({ apiKey: 'dtk_test', baseUrl: 'http://drops.test', maxRetries: 0, fetch });
  const ended = mcp({}, { client, output, signal: stop.signal }, own);
  const agent = new Client({ name: 'test', version: '1.0.0' });
  await agent.connect(peer);
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await agent.callTool({ name, arguments: args });
    return { isError, text: (content as { text: string }[])[0]!.text };
  };
  return { agent, call, ended, stop, said };
}
const problem =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  () =>
    Promise.resolve(Response.json({ status, ...body }, { status, headers }));
const unreachable: Fetch = () =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));

describe('droptrack mcp', () => {
  it('lists the tools, and ends when the client closes the connection', async () => {
    const { agent, ended } = await connected(unreachable);
    expect((await agent.listTools()).tools).toHaveLength(7);
    await agent.close();
    expect(await ended).toBe(0);
  });

  it('ends at a stop signal', async () => {
    const { ended, stop } = await connected(unreachable);
    stop.abort();
    expect(await ended).toBe(0);
  });

  // The agent can ask its user to start the service; a failed protocol would explain nothing.
  it('reports as a result that the API is unreachable', async () => {
    const { call, agent } = await connected(unreachable);
    const { isError, text } = await call('find_drops', {});
    expect([isError, text]).toEqual([true, expect.stringMatching(/^connection_failed: .*ECONNREFUSED/)]);
    await agent.close();
  });

  it.each([
    [
      'a plan below the required one',
      problem(403, { code: 'plan_required', detail: 'It requires pro', required_plan: 'pro', current_plan: 'free' }),
      /^plan_required: It requires pro$/,
    ],
    [
      'an empty bucket, with the wait',
      problem(429, { code: 'rate_limited', detail: 'The limit is exceeded' }, { 'retry-after': '7' }),
      /^rate_limited: The limit is exceeded \(retry after 7 s\)$/,
    ],
    ['an invalid key', problem(401, { code: 'invalid_api_key', detail: 'The key is unknown' }), /^invalid_api_key: /],
  ])('reports %s as a result, and no wallet anywhere', async (_case, fetch, expected) => {
    const { call, agent, said } = await connected(fetch);
    const { isError, text } = await call('check_wallet', { wallet: WALLET });
    expect([isError, text]).toEqual([true, expect.stringMatching(expected)]);
    expect(text + said.notes.join()).not.toContain(WALLET);
    await agent.close();
  });
});
