import { callTool, type ToolResult, type ToolServerParts } from '@droptrack/agent-tools';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJsonContentType,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { McpResponse } from './mcp-exchange';

/** Revision of the protocol without sessions. */
const MODERN = '2026-07-28';
/** Prefix of members of `_meta` that have a meaning in the protocol. */
const RESERVED = 'io.modelcontextprotocol/';

/** A call of a tool that needs none of the protocol but its envelope. */
interface PlainCall {
  readonly id: string | number;
  readonly name: string;
  readonly arguments?: unknown;
  /** True for the revision without sessions, whose results state more. */
  readonly isModern: boolean;
}

const anyMeta = z.looseObject({ progressToken: z.union([z.string(), z.int()]).optional() });
const formerMeta = anyMeta.refine((meta) => hasNoReserved(meta, []));
/** Its members are checked by the schemas of the library. */
const modernMeta = anyMeta
  .extend({
    [PROTOCOL_VERSION_META_KEY]: z.literal(MODERN),
    [CLIENT_INFO_META_KEY]: z.custom(isSpecType.Implementation).optional(),
    [CLIENT_CAPABILITIES_META_KEY]: z.custom(isSpecType.ClientCapabilities),
  })
  .refine((meta) =>
    hasNoReserved(meta, [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]),
  );

const callWith = <Meta extends z.ZodType>(meta: Meta) =>
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]),
    method: z.literal('tools/call'),
    params: z.strictObject({
      name: z.string(),
      arguments: z.record(z.string(), z.unknown()).optional(),
      _meta: meta,
    }),
  });
const modernCall = callWith(modernMeta);
const formerCall = callWith(formerMeta.optional());

/**
 * Handles a call that the library of the protocol would pass to its tool unchanged, with the same bytes as a response. The
 * library spends several times the CPU time of the tool on each message, for streams, cancellation and schemas that such a
 * call does not use.
 *
 * @param message - JSON of the body.
 * @returns null for any other message, also for every invalid one: the library handles it.
 */
export async function handlePlainCall(
  headers: IncomingHttpHeaders,
  message: unknown,
  { data, presentError, version, pause }: ToolServerParts,
): Promise<McpResponse | null> {
  const call = readPlainCall(headers, message);
  if (call === null) return null;
  const result = await callTool(call.name, call.arguments, data, presentError);
  // The library rejects unknown tools.
  if (result === null) return null;
  await pause?.();
  return responseOf(call, result, version);
}

function readPlainCall(headers: IncomingHttpHeaders, message: unknown): PlainCall | null {
  if (!isJsonContentType(headers['content-type'])) return null;
  const isModern = headers['mcp-protocol-version'] === MODERN;
  if (!isModern && !isFormer(headers)) return null;
  const call = validCall(isModern ? modernCall : formerCall, message);
  if (call === null) return null;
  const { id, method, params } = call;
  if (isModern && (headers['mcp-method'] !== method || headers['mcp-name'] !== params.name)) return null;
  return { id, name: params.name, arguments: params.arguments, isModern };
}

/** Null for an invalid message, and for one whose values are nested too deeply for a schema that follows them. */
function validCall<Call>(schema: z.ZodType<Call>, message: unknown): Call | null {
  try {
    return schema.safeParse(message).data ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** True for headers of the revisions with `initialize`, whose responses are streams of one event. */
function isFormer({ accept, 'mcp-protocol-version': revision, ...headers }: IncomingHttpHeaders): boolean {
  return (
    (revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision))) &&
    accept?.includes('application/json') === true &&
    accept.includes('text/event-stream') &&
    headers['mcp-method'] === undefined &&
    headers['mcp-name'] === undefined
  );
}

function hasNoReserved(meta: object, expected: readonly string[]): boolean {
  return Object.keys(meta).every((name) => !name.startsWith(RESERVED) || expected.includes(name));
}

/** @param version - of this service. */
function responseOf({ id, isModern }: PlainCall, result: ToolResult, version: string): McpResponse {
  if (!isModern) {
    const event = JSON.stringify({ result, jsonrpc: '2.0', id });
    return { status: 200, type: 'text/event-stream', text: `event: message\ndata: ${event}\n\n` };
  }
  const stated = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: { name: 'droptrack', version } } };
  const text = JSON.stringify({ result: { ...result, ...stated }, jsonrpc: '2.0', id });
  return { status: 200, type: 'application/json', text };
}
