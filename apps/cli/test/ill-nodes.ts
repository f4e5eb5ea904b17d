import { type FakeHandler, type Reply, startFakeServer, type FakeServer } from '@droptrack/connectors/testing';

/** Replies of faulty chain nodes, which echo the request wherever possible. */
export const ILLNESSES = {
  fails: (body) => ({ status: 500, body }),
  babbles: (body) => ({ body: `no JSON: ${body}` }),
  rejects: (body) => ({
    body: { jsonrpc: '2.0', id: 1, error: { code: 3, message: `reverted: ${body}`, data: body } },
  }),
  echoes: (body) => ({ body: [{ jsonrpc: '2.0', id: body, result: body }] }),
  redirects: (body) => ({ status: 302, headers: { location: `/${encodeURIComponent(body)}` }, body: '' }),
  hurries: (body) => ({ status: 429, headers: { 'retry-after': body.replace(/\s/g, '') }, body }),
  sleeps: () => new Promise(() => undefined),
} as const satisfies Record<string, (body: string) => Reply | Promise<Reply>>;

/** Starts one node of each kind, by name. All return the right chain id, so that calls are sent to them. */
export async function startIllNodes(): Promise<Map<string, FakeServer>> {
  const started = Object.entries(ILLNESSES).map(async ([name, ill]) => {
    const answer: FakeHandler = ({ body }) =>
      body.includes('eth_call') ? ill(body) : { body: { jsonrpc: '2.0', id: idIn(body), result: '0x1' } };
    return [name, await startFakeServer(answer)] as const;
  });
  return new Map(await Promise.all(started));
}

function idIn(body: string): unknown {
  return (JSON.parse(body) as { id?: unknown }).id;
}
