import { nodeOf } from '../claims';

const CHAIN = { method: 'eth_chainId', params: [] };
const BLOCK = { method: 'eth_blockNumber', params: [] };
const answering = (body: unknown) => nodeOf('https://rpc.test/secret', { fetch: async () => Response.json(body) });

describe('nodeOf', () => {
  it('sends one batch, without redirects and cookies, and returns the responses in the order of the requests', async () => {
    const sent: RequestInit[] = [];
    const ask = nodeOf(new URL('https://rpc.test/'), {
      fetch: async (_, init) => {
        sent.push(init);
        return Response.json([
          { id: 1, result: null, error: { code: 3, message: 'execution reverted', data: '0x' } },
          { id: 0, result: '0xa', error: null },
        ]);
      },
    });
    expect(await ask([CHAIN, BLOCK])).toEqual([
      { result: '0xa' },
      { error: { code: 3, message: 'execution reverted' } },
    ]);
    expect(sent).toMatchObject([{ method: 'POST', redirect: 'error', credentials: 'omit' }]);
  });

  it.each([{ error: { code: 1, message: 'no batches' } }, [], [null], [{ id: 0 }], [{ id: 0, error: 'x' }], 'text'])(
    'rejects what is no response, without the URL: %j',
    async (body) => {
      const error: unknown = await answering(body)([CHAIN]).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).not.toContain('secret');
    },
  );

  it('rejects a response that is too large', async () => {
    await expect(answering([{ id: 0, result: 'f'.repeat(5_000_000) }])([CHAIN])).rejects.toThrow('too large');
  });

  it('asks a provider one by one, and returns its errors', async () => {
    const asked: string[] = [];
    const ask = nodeOf({
      request: async ({ method }) => {
        asked.push(method);
        if (method === 'eth_chainId') return '0xa';
        throw Object.assign(new Error('execution reverted'), { code: -32000 });
      },
    });
    expect(await ask([CHAIN, BLOCK])).toEqual([
      { result: '0xa' },
      { error: { code: -32000, message: 'execution reverted' } },
    ]);
    expect(asked).toEqual(['eth_chainId', 'eth_blockNumber']);
  });

  it('rejects for a provider that does not respond, and for one that fails without a code', async () => {
    const silent = nodeOf({ request: () => new Promise(() => undefined) }, { timeoutMs: 1 });
    await expect(silent([CHAIN])).rejects.toThrow(TypeError);
    await expect(nodeOf({ request: () => Promise.reject(new Error('lost')) })([CHAIN])).rejects.toThrow(TypeError);
  });
});
