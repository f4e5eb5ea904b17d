import { createToolServer, type ToolServerParts } from '@droptrack/agent-tools';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  originValidationResponse,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { IncomingHttpHeaders } from 'node:http';
import { JSON_TYPE } from '../../platform/responses/response-body';
import type { McpTerms } from './mcp-terms';

/** Response to a message, ready to send. */
export interface McpResponse {
  readonly status: number;
  readonly type: string | null;
  readonly text: string | null;
}

/** Headers that the protocol reads; no other header reaches the library. */
const READ_HEADERS = [
  'host',
  'origin',
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
] as const;

/** Request without a body, which the library receives parsed. */
function requestOf(headers: IncomingHttpHeaders): Request {
  const read = READ_HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request('http://droptrack/mcp', { method: 'POST', headers: read });
}

/** Rejection of a foreign `Host` or `Origin`; null for those of this service. */
export async function rejectForeign(
  headers: IncomingHttpHeaders,
  { hosts, originHosts }: Pick<McpTerms, 'hosts' | 'originHosts'>,
): Promise<McpResponse | null> {
  if (validateHostHeader(headers.host, hosts).ok && validateOriginHeader(headers.origin, originHosts).ok) return null;
  const request = requestOf(headers);
  const rejected = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, originHosts);
  return rejected === undefined ? null : readResponse(rejected);
}

/** Response of the library of the protocol to a message. */
export async function handleByLibrary(
  headers: IncomingHttpHeaders,
  message: unknown,
  parts: ToolServerParts,
): Promise<McpResponse> {
  const handler = createMcpHandler(() => createToolServer(parts), { legacy: 'stateless', maxSubscriptions: 0 });
  return readResponse(await handler.fetch(requestOf(headers), { parsedBody: message }));
}

/** Error of JSON-RPC 2.0 for a body without a readable request. */
export const protocolError = (code: number, message: string): McpResponse => ({
  status: 400,
  type: JSON_TYPE,
  text: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
});

/** Reads a response of the library. Its streams end with the response to the message. */
async function readResponse(response: Response): Promise<McpResponse> {
  const type = response.headers.get('content-type');
  const text = response.body === null ? null : await response.text();
  const { status } = response;
  return { status, type, text: text !== null && status >= 400 ? withoutLongWords(text) : text };
}

/** Words that could be wallets or keys. */
const LONG_WORD = /[A-Za-z0-9_]{26,}/g;

/** Text of an error without the values that the library repeats from headers and names; the id of the request stays. */
function withoutLongWords(text: string): string {
  const { error, ...rest } = JSON.parse(text) as { readonly error: unknown };
  const shown = JSON.stringify(error ?? null).replace(LONG_WORD, '…');
  return JSON.stringify({ ...rest, error: JSON.parse(shown) as unknown });
}
