import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { AgentData } from './agent-data';
import { AGENT_TOOLS, callTool, INSTRUCTIONS, type PresentError, TOOL_LIST } from './tool-set';

/** Dependencies of a server: data as one API key sees it. */
export interface ToolServerParts {
  readonly data: AgentData;
  readonly presentError: PresentError;
  /** Version of the program. */
  readonly version: string;
  /** Awaited before and after a tool runs, so that a process with other work can do it in between. */
  readonly pause?: () => Promise<void>;
}

/** Time in which clients need not list the tools again: they change with a release only. */
const TOOLS_TTL_MS = 3_600_000;

/**
 * MCP server with the tools, for one request or one connection. It registers two handlers and no schemas, because a server
 * over HTTP is created for every request.
 */
export function createToolServer({ data, presentError, version, pause }: ToolServerParts): Server {
  const server = new Server(
    { name: 'droptrack', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [...TOOL_LIST],
    ttlMs: TOOLS_TTL_MS,
    cacheScope: 'public' as const,
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    await pause?.();
    const result = await callTool(params.name, params.arguments, data, presentError);
    await pause?.();
    if (result === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, UNKNOWN_TOOL);
    return result;
  });
  return server;
}

const UNKNOWN_TOOL = `Unknown tool; the tools are ${AGENT_TOOLS.map(({ name }) => name).join(', ')}`;
