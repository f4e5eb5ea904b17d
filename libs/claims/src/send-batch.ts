import type { NodeRequest, NodeResponse } from '@droptrack/claim-calls';
import {
  isAboutRate,
  isFailedExecution,
  type Json,
  SourceError,
  type SourceErrorKind,
  type SourceHttp,
} from '@droptrack/sources';
import { z } from 'zod';

/** Code and logs of a claim, and error texts that may quote it. */
const BODY_BYTES_MAX = 1024 * 1024;
const EXPLAINED_STATUSES = [400, 413, 422];
const MESSAGE_LENGTH_MAX = 1_000;
const NO_RESPONSE = { error: { code: 0, message: 'no response' } };

const errorShape = z.object({ code: z.number().catch(0), message: z.string().catch('') });
const responseShape = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  result: z.unknown().optional(),
  // Some nodes send null beside a result, and some proxies in front of nodes only a text.
  error: z.union([errorShape, z.string().transform((message) => ({ code: 0, message }))]).nullish(),
});

/**
 * Sends requests to a node in one JSON-RPC batch, a single one without.
 *
 * @param chain - name in messages, instead of the URL, which may contain a key.
 * @returns responses in the order of the requests.
 * @throws {SourceError} without a request in its message: `status` if no request of several has a result or was reverted, as the node may
 *   not support batches, or only smaller ones; `rate_limited` if it reports its rate limit.
 */
export async function sendBatch(
  http: SourceHttp,
  url: string,
  chain: string,
  requests: readonly NodeRequest[],
): Promise<NodeResponse[]> {
  const calls = requests.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params: params as Json[] }));
  const json: Json = calls.length === 1 ? (calls[0] ?? null) : calls;
  const response = await http.json(url, { json, bodyBytesMax: BODY_BYTES_MAX, acceptStatuses: EXPLAINED_STATUSES });
  const parsed = z.array(responseShape).safeParse(response.kind === 'response' ? [response.body].flat() : null);
  if (!parsed.success) throw new SourceError('wrong_shape', `${chain}: the node returned no responses`);
  const byId = new Map(parsed.data.map((each) => [String(each.id), each]));
  const responses = calls.map(({ id }): NodeResponse => {
    // An error without an id is about all requests.
    const { result, error } = byId.get(String(id)) ?? { error: byId.get('null')?.error };
    return error ? { error } : result === undefined ? NO_RESPONSE : { result };
  });
  if (calls.length > 1 && !responses.some(isResponse)) {
    const kind = responses.some(isLimited) ? 'rate_limited' : 'status';
    throw new SourceError(kind, `${chain}: the node responded to no request of a batch`);
  }
  return responses;
}

const ABOUT_BATCHES: readonly SourceErrorKind[] = ['status', 'too_large', 'wrong_shape'];

/** True for an error of {@link sendBatch} that the batch can have caused rather than the node. */
export const isAboutBatch = (error: unknown): boolean =>
  error instanceof SourceError && ABOUT_BATCHES.includes(error.kind);

/** True also for a call that the contract reverts: it fails alone as well. */
const isResponse = (response: NodeResponse): boolean => !('error' in response) || isFailedExecution(response.error);

const isLimited = (response: NodeResponse): boolean =>
  'error' in response && isAboutRate(response.error.code, response.error.message.slice(0, MESSAGE_LENGTH_MAX));
