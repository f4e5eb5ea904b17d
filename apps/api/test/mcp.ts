import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { MODERN } from './mcp-messages';

/** Official client of the second generation. @param pin - revision that it must use; its default negotiates. */
export async function connectClient(url: string, key: string, pin: string | null = MODERN): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    pin === null ? {} : { versionNegotiation: { mode: { pin } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

/** Result of a tool. */
export interface CalledTool {
  readonly text: string;
  readonly facts: Record<string, unknown>;
  readonly isError: boolean;
}

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<CalledTool> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [block] = content as { type: string; text: string }[];
  expect(content).toHaveLength(1);
  return {
    text: block!.text,
    facts: structuredContent as Record<string, unknown>,
    isError: isError === true,
  };
}
