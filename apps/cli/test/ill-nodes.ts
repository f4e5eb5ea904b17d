import { type Answering, type Reply, startFakeServer, type FakeServer } from '@droptrack/connectors/testing';

/** Nodes of a chain that repeat what they are asked wherever they can, each ill in a way of its own. */
export const ILLNESSES = {
  fails: (body) => ({ status: 500, body }),
  babbles: (body) => ({ body: `no JSON: ${body}` }),
  refuses: (body) => ({
    body: { jsonrpc: '2.0', id: 1, error: { code: 3, message: `reverted: ${body}`, data: body } },
  }),
  echoes: (body) => ({ body: [{ jsonrpc: '2.0', id: body, result: body }] }),
  redirects: (body) => ({ status: 302, headers: { location: `/${encodeURIComponent(body)}` }, body: '' }),
  hurries: (body) => ({ status: 429, headers: { 'retry-after': body.replace(/\s/g, '') }, body }),
  sleeps: () => new Promise(() => undefined),
} as const satisfies Record<string, (body: string) => Reply | Promise<Reply>>;

/** Starts one of each, by its name. They do tell of which chain they are, so that they are believed until then. */
export async function startIllNodes(): Promise<Map<string, FakeServer>> {
  const started = Object.entries(ILLNESSES).map(async ([name, ill]) => {
    const answer: Answering = ({ body }) =>
      body.includes('eth_call') ? ill(body) : { body: { jsonrpc: '2.0', id: idIn(body), result: '0x1' } };
    return [name, await startFakeServer(answer)] as const;
  });
  return new Map(await Promise.all(started));
}

function idIn(body: string): unknown {
  return (JSON.parse(body) as { id?: unknown }).id;
}
