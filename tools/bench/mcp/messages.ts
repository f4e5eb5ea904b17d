import { postRequest } from '../load/requests';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'droptrack-bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Message of the protocol as a request to the route for agents. */
export function mcpRequest(key: string, method: string, params: Readonly<Record<string, unknown>> = {}): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } });
  const { name } = params;
  return postRequest('/mcp', key, body, [
    'Accept: text/event-stream',
    `MCP-Protocol-Version: ${REVISION}`,
    `Mcp-Method: ${method}`,
    ...(typeof name === 'string' ? [`Mcp-Name: ${name}`] : []),
  ]);
}

export const toolRequest = (key: string, name: string, args: object = {}): string =>
  mcpRequest(key, 'tools/call', { name, arguments: args });
