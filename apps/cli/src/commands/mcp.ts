import { createToolServer } from '@droptrack/agent-tools';
import type { Droptrack } from '@droptrack/sdk';
import type { Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { clientData, presentClientError } from '../mcp/client-data';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';

interface McpDeps {
  readonly client: Droptrack;
  /** Standard input and output, which carry nothing but the protocol. */
  readonly transport: Transport;
  readonly version: string;
  /** Its notes go to standard error. */
  readonly output: Pick<Output, 'note'>;
  readonly signal: AbortSignal;
}

/** Serves the tools to one client until it closes the connection, or until a stop signal. */
export async function mcp({ client, transport, version, output, signal }: McpDeps): Promise<number> {
  const data = clientData(client, signal);
  const handle = serveStdio(() => createToolServer({ data, presentError: presentClientError, version }), {
    transport,
    maxSubscriptions: 0,
    // Messages of the library repeat names that clients send; an argument could be among them.
    onerror: ({ name }) => output.note(`A message was rejected (${name})`),
  });
  await new Promise<void>((resolve) => {
    const closeServer = transport.onclose;
    transport.onclose = () => {
      closeServer?.();
      resolve();
    };
    signal.addEventListener('abort', () => void handle.close().finally(resolve), { once: true });
  });
  return EXIT.done;
}
