import { z } from 'zod';
import type { FailedResponse, SourceHttp } from '../http/source-http';
import type { Json } from '../port';
import { SourceError, type SourceErrorKind } from '../source-error';
import { isFailedExecution } from './failed-execution';
import { isAboutLength, kindOfNodeError } from './node-errors';

/**
 * Calls a method of one node. Errors of the node are {@link JsonRpcError}s: `too_large` if the message is about the size of
 * the request, `status` if the execution of a contract failed or no other kind fits.
 */
export type JsonRpc = (method: string, params: readonly Json[], bodyBytesMax?: number) => Promise<unknown>;

/** Error with which a node answered a call, as opposed to a request that failed. */
export class JsonRpcError extends SourceError {
  constructor(
    kind: SourceErrorKind,
    message: string,
    /** True if the range of blocks is longer than the node accepts, whatever it contains. */
    readonly isAboutLength = false,
    /** True if the contract reverted or has no such function: the node would answer the same again. */
    readonly isFailedExecution = false,
  ) {
    super(kind, message);
  }
}

const errorShape = z.object({ code: z.number().catch(0), message: z.string().catch(''), data: z.unknown().optional() });
const responseShape = z.union([
  z.object({ error: errorShape }),
  // Some proxies in front of nodes send only a text.
  z.object({ error: z.string().transform((message) => ({ code: 0, message, data: undefined })) }),
  z.object({ id: z.union([z.number(), z.string()]), result: z.unknown() }),
]);

/** Statuses with which nodes send an error as JSON that says more than the status. */
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
      explainFailure: (failed) => explainedBy(chain, method, failed),
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

/** Error in the body of another status, such as 402 of a used-up plan or 503 of a timeout; null if the status says more. */
function explainedBy(chain: string, method: string, { body }: FailedResponse): SourceError | null {
  const parsed = responseShape.safeParse(jsonOf(body));
  if (!parsed.success || !('error' in parsed.data)) return null;
  const error = errorOf(chain, method, parsed.data.error);
  return error.kind === 'too_large' || error.kind === 'rate_limited' ? error : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function errorOf(chain: string, method: string, { code, message, data }: z.infer<typeof errorShape>): JsonRpcError {
  // The reason of a revert is a text of the contract, which can resemble any error of a node.
  if (method === 'eth_call' && isFailedExecution({ code, message })) {
    const failed = `${chain}: ${method} failed with ${code} (the execution of the contract failed)`;
    return new JsonRpcError('status', failed, false, true);
  }
  // Bounds the time of the patterns for a message of arbitrary length.
  const text = `${message} ${data === undefined ? '' : JSON.stringify(data)}`.slice(0, MESSAGE_LENGTH_MAX);
  const kind = kindOfNodeError(method, code, text);
  const quoted = redacted(message.slice(0, MESSAGE_LENGTH_MAX));
  return new JsonRpcError(
    kind,
    `${chain}: ${method} failed with ${code} (${quoted})`,
    kind === 'too_large' && isAboutLength(text),
  );
}

/** Shortened message without long words, as providers quote keys, addresses and whole requests. */
function redacted(message: string): string {
  const withoutSecrets = message.replace(/[\w-]{20,}/g, '…');
  return withoutSecrets.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 160);
}
