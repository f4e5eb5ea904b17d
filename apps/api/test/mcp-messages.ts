/** Revision of the protocol without sessions. */
export const MODERN = '2026-07-28';

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Message of the revision {@link MODERN} with its headers. */
export function modernMessage(method: string, params: Record<string, unknown> = {}) {
  const { name } = params;
  return {
    headers: {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    } as Record<string, string>,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  };
}

/** Message of the revisions with `initialize`, without a session. */
export const formerMessage = (method: string, params: object = {}) => ({
  headers: {} as Record<string, string>,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});

export const toolCall = (name: string, args: unknown = {}) => ({ name, arguments: args });

/** Response with its text, and the JSON of a document or of the only event of a stream. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown> | null;
}

/** Sends bytes to the route. */
export async function sendMcp(
  url: string,
  key: string | null,
  message: { readonly headers: Record<string, string>; readonly body: string },
  headers: Record<string, string> = {},
): Promise<McpAnswer> {
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...message.headers,
      ...headers,
    },
    body: message.body,
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, headers: response.headers, text, json: parsed(data) };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
