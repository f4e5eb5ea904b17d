import { pollOf } from '../testing/poll';
import { type FakeHandler, type FakeServer, startFakeServer } from '../testing/fake-server';
import { jsonRpc } from './json-rpc';

let answering: FakeHandler;
let node: FakeServer;
beforeAll(async () => {
  node = await startFakeServer((asked) => answering(asked));
});
afterAll(() => node.close());

const ask = (method = 'eth_getLogs') => jsonRpc(pollOf(null, { nowMs: 0 }).http, node.url, 'linea')(method, []);
const failingWith = (code: number, message: string, rest: object = {}, status = 200): FakeHandler => {
  return () => ({ status, body: { jsonrpc: '2.0', id: 1, error: { code, message, ...rest } } });
};

describe('JSON-RPC', () => {
  it('returns the result, which may be null', async () => {
    answering = () => ({ body: { jsonrpc: '2.0', id: 1, result: null } });
    await expect(ask()).resolves.toBeNull();
  });

  it.each([
    ['no result', { jsonrpc: '2.0', id: 1 }],
    ['the response to another call', { jsonrpc: '2.0', id: 7, result: '0x1' }],
    ['a list', [{ jsonrpc: '2.0', id: 1, result: '0x1' }]],
    ['a string', 'hello'],
  ])('rejects %s', async (_, body) => {
    answering = () => ({ body });
    await expect(ask()).rejects.toMatchObject({ kind: 'wrong_shape' });
  });

  // Texts of real providers, most of them sent with status 200.
  it.each([
    [-32005, 'query returned more than 10000 results'],
    [-32602, 'range 1000000 exceeds limit of 10000'],
    [-32602, 'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range'],
    [-32000, 'block range is larger than max block range, block range = 5120, max block range = 5000'],
    [-32000, 'exceed maximum block range: 5000'],
    [-32000, 'query timeout exceeded'],
    [-32000, 'requested too many blocks from 1 to 5001, maximum is set to 2048'],
    [-32008, 'Response is too big'],
    [-32012, 'please narrow down your filter'],
    [35, 'ranges over 10000 blocks are not supported: block range is too large'],
    [-32600, 'logs matched by query exceeds limit of 10000'],
    [-32600, 'block range too high'],
    [35, 'ranges over 10000 blocks are not supported on freetier'],
    [30, 'Request timeout on the free tier, please upgrade your tier to the paid one'],
    [-32000, 'query must be smaller than size 1024'],
    [-32000, 'execution aborted (timeout = 10s)'],
    [-32002, 'request timed out'],
    [
      -32600,
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1, 0xa]. Upgrade to PAYG for expanded block range.',
    ],
    // Wordings that https://github.com/ponder-sh/ponder knows (packages/utils/src/getLogsRetryHelper.ts).
    [-32047, 'Invalid eth_getLogs request. fromBlock-toBlock range too large. Max range: 800'],
    [-32600, 'block range is too wide'],
    [-32000, 'eth_getLogs is limited to 1024 block range. Please check the parameter requirements'],
    [-32000, 'response size should not greater than 10000000 bytes'],
    [-32000, 'query exceeds max results 20000, retry with the range 1-2'],
    [-32020, 'backend response too large'],
    [-32000, 'requested range exceeds the range allowed for your plan (5000 > 500)'],
    [-32000, 'Block range limit exceeded. See more details'],
    [-32000, 'please limit the query to at most 1,000 blocks'],
    [-32000, 'exceed maximum block range: 50000'],
    [-32603, 'query exceeds max block range 1000'],
  ])('recognises a range that is too large: %i %s', async (code, message) => {
    answering = failingWith(code, message);
    await expect(ask()).rejects.toMatchObject({ kind: 'too_large' });
  });

  it('reads the reason from a response with an error status, and from the data beside the message', async () => {
    answering = failingWith(-32614, 'eth_getLogs is limited to a 10,000 range', {}, 413);
    await expect(ask()).rejects.toMatchObject({ kind: 'too_large' });
    answering = failingWith(1, 'invalid request', {
      data: { payload: 'range 9009594 is bigger than range limit 2000' },
    });
    await expect(ask()).rejects.toMatchObject({ kind: 'too_large' });
  });

  it.each([
    [-32005, 'daily request count exceeded, request rate limited', 'rate_limited'],
    [
      -32007,
      '50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com',
      'rate_limited',
    ],
    [429, 'Your app has exceeded its compute units per second capacity', 'rate_limited'],
    [-32000, 'Unauthorized: you must authenticate with an API key', 'unauthorized'],
    [-32601, 'the method eth_getLogs does not exist', 'not_found'],
    [-32000, 'header not found', 'status'],
    [-32603, 'internal error', 'status'],
  ])('distinguishes other errors: %i %s', async (code, message, kind) => {
    answering = failingWith(code, message);
    await expect(ask()).rejects.toMatchObject({ kind });
  });

  it.each([
    [402, -32005, 'daily request count exceeded, request rate limited', 'rate_limited'],
    [503, -32000, 'query timeout exceeded', 'too_large'],
    [402, -32000, 'payment required', 'unauthorized'],
    [401, -32000, 'must be authenticated', 'unauthorized'],
    [500, -32603, 'internal error', 'status'],
  ])('reads the reason from the body of status %i: %i %s', async (status, code, message, kind) => {
    answering = failingWith(code, message, {}, status);
    await expect(ask()).rejects.toMatchObject({ kind });
  });

  // Fewer blocks help neither a call nor a block.
  it('takes a timeout of another method for one', async () => {
    answering = failingWith(-32002, 'request timed out');
    await expect(ask('eth_getBlockByNumber')).rejects.toMatchObject({ kind: 'timeout' });
  });

  it.each([
    ['Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.', true],
    ['ranges over 10000 blocks are not supported on freetier', true],
    ['exceed maximum block range: 5000', true],
    ['query returned more than 10000 results. Try with this block range [0x1, 0x2]', false],
    ['Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range', false],
    ['query timeout exceeded, use fewer blocks', false],
  ])('distinguishes a range that is too long from one with too many logs: %s', async (message, isAboutLength) => {
    answering = failingWith(-32600, message);
    await expect(ask()).rejects.toMatchObject({ kind: 'too_large', isAboutLength });
  });

  // A revert has a reason that anyone may choose.
  it.each([
    [3, 'execution reverted: quota'],
    [3, 'api key'],
    [-32000, 'execution reverted: too many requests'],
    [-32603, "VM Exception while processing transaction: reverted with reason string 'unauthorized'"],
    [-32015, 'VM execution error: query returned more than 10000 results'],
    [-32000, 'out of gas: gas limit exceeded, max blocks'],
    [-32000, 'execution aborted (timeout = 5s)'],
    [-32000, 'stack underflow (0 <=> 1)'],
  ])('attributes a failed execution to the contract, without its reason: %i %s', async (code, message) => {
    answering = failingWith(code, message, { data: '0x08c379a0 quota' });
    await expect(ask('eth_call')).rejects.toMatchObject({
      kind: 'status',
      message: `linea: eth_call failed with ${code} (the execution of the contract failed)`,
    });
  });

  it('shortens a very long error message', async () => {
    answering = failingWith(-32000, 'limit '.repeat(500_000));
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(String(error).length).toBeLessThan(300);
  });

  it('quotes the error message without the URL and without texts that resemble a key', async () => {
    answering = failingWith(-32000, 'no project 0a1b2c3d4e5f60718293a4b5c6d7e8f9 here');
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('linea: eth_getLogs failed with -32000 (no project … here)');
    expect(String(error)).not.toContain(node.url);
  });
});
