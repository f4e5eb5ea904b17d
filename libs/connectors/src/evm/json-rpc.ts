import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import { type Json, SourceError, type SourceErrorKind } from '../port';
import { isFailedExecution } from './failed-execution';

/**
 * Calls a method of one node. Errors of the node are {@link JsonRpcError}s: `too_large` if the message is about the size of
 * the request, `status` if the execution of a contract failed or no other kind fits.
 */
export type JsonRpc = (method: string, params: readonly Json[], bodyBytesMax?: number) => Promise<unknown>;

/** Error with which a node answered a call, as opposed to a request that failed. */
export class JsonRpcError extends SourceError {}

const errorShape = z.object({ code: z.number().catch(0), message: z.string().catch(''), data: z.unknown().optional() });
const responseShape = z.union([
  z.object({ error: errorShape }),
  // Some proxies in front of nodes send only a text.
  z.object({ error: z.string().transform((message) => ({ code: 0, message, data: undefined })) }),
  z.object({ id: z.union([z.number(), z.string()]), result: z.unknown() }),
]);

/** Statuses with which nodes send an error as JSON. Any other status except 2xx is a failure of the request. */
const EXPLAINED_STATUSES = [400, 413, 422];
const MESSAGE_LENGTH_MAX = 1_000;

/**
 * JSON-RPC 2.0 over HTTP POST, one call a request.
 *
 * @param chain - name in messages, instead of the URL, which may contain a key.
 */
export function jsonRpc(http: SourceHttp, url: string, chain: string): JsonRpc {
  let lastId = 0;
  return async (method, params, bodyBytesMax) => {
    const id = ++lastId;
    const response = await http.json(url, {
      json: { jsonrpc: '2.0', id, method, params },
      acceptStatuses: EXPLAINED_STATUSES,
      ...(bodyBytesMax !== undefined && { bodyBytesMax }),
    });
    const parsed = response.kind === 'response' ? responseShape.safeParse(response.body) : null;
    if (!parsed?.success) throw new SourceError('wrong_shape', `${chain}: ${method} returned no JSON-RPC response`);
    if ('error' in parsed.data) throw errorOf(chain, method, parsed.data.error);
    // Some nodes return the id as text.
    if (String(parsed.data.id) !== String(id)) {
      throw new SourceError('wrong_shape', `${chain}: ${method} returned the response to another call`);
    }
    return parsed.data.result;
  };
}

function errorOf(chain: string, method: string, { code, message, data }: z.infer<typeof errorShape>): JsonRpcError {
  // The reason of a revert is a text of the contract, which can resemble any error of a node.
  if (method === 'eth_call' && isFailedExecution({ code, message })) {
    return new JsonRpcError('status', `${chain}: ${method} failed with ${code} (the execution of the contract failed)`);
  }
  // Bounds the time of the patterns for a message of arbitrary length.
  const text = `${message} ${data === undefined ? '' : JSON.stringify(data)}`.slice(0, MESSAGE_LENGTH_MAX);
  const kind = isAboutSize(code, text) ? 'too_large' : kindOf(code, text);
  return new JsonRpcError(
    kind,
    `${chain}: ${method} failed with ${code} (${redacted(message.slice(0, MESSAGE_LENGTH_MAX))})`,
  );
}

function kindOf(code: number, text: string): SourceErrorKind {
  if (code === 429 || /rate.?limit|too many requests|requests? (rate|per)|throughput|quota|capacity/i.test(text)) {
    return 'rate_limited';
  }
  if (code === 401 || code === 403 || /unauthori[sz]ed|forbidden|api.?key/i.test(text)) return 'unauthorized';
  return code === -32601 ? 'not_found' : 'status';
}

/** Shortened message without long words, as providers quote keys, addresses and whole requests. */
function redacted(message: string): string {
  const withoutSecrets = message.replace(/[\w-]{20,}/g, '…');
  return withoutSecrets.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 160);
}

/**
 * Error codes for a range of blocks that is too long, regardless of the message: -32005 limit exceeded (EIP-1474), -32602
 * invalid parameters, and some codes of single providers.
 */
const CODES = new Set([-32005, -32062, -32602, -32614]);

const amount = 'logs?|results?|blocks?|ranges?|response|query|filter';
const excess = 'exceed|limit|too (large|big|many|wide|long)|more than|larger than|max|up to|time.?out|timed out|narrow';
const sizeWords = new RegExp(`\\b(${amount})\\b.*(${excess})|(${excess}).*\\b(${amount})\\b`, 'is');
const rateWords = /rate.?limit|too many requests|requests? (rate|per)|per second|quota/i;

/**
 * True if the error of a node suggests that a smaller range of blocks would succeed. Each provider has its own wording, so
 * the patterns are broad: a false positive costs requests, a false negative costs the reading.
 */
function isAboutSize(code: number, text: string): boolean {
  if (code === 429 || rateWords.test(text)) return false;
  return CODES.has(code) || sizeWords.test(text);
}
