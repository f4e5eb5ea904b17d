import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a node. */
export interface NodeCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Response in place of that of the node. */
export interface FaultyAnswer {
  readonly status: number;
  readonly body: object;
}

/** A node between a program and a chain, which passes calls on unless a test answers them. */
export interface FaultyNode {
  readonly url: string;
  /** Calls so far. */
  readonly calls: NodeCall[];
  /** Response in place of that of the chain; null to pass the call on. */
  answer: (call: NodeCall) => FaultyAnswer | null;
  /** Changes the result of the chain. */
  change: (call: NodeCall, result: unknown) => unknown;
  close(): Promise<void>;
}

export async function faultyNode(chainUrl: string): Promise<FaultyNode> {
  const server = createServer((request, response) => {
    void handle(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: FaultyNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key-of-the-operator`,
    calls: [],
    answer: () => null,
    change: (_, result) => result,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  async function handle(request: IncomingMessage): Promise<FaultyAnswer> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const call = JSON.parse(text) as NodeCall;
    node.calls.push(call);
    const answer = node.answer(call);
    if (answer !== null) return answer;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: text };
    const body = (await (await fetch(chainUrl, init)).json()) as { readonly result?: unknown };
    return { status: 200, body: 'result' in body ? { ...body, result: node.change(call, body.result) } : body };
  }
  return node;
}
