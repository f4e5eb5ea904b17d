import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import type { Json } from '../port';
import { SourceError } from '../source.error';

/** One `eth_call` at the latest block. */
export interface ContractCall {
  readonly to: string;
  readonly data: string;
}

/** JSON-RPC parameters of `eth_call`. */
export const callParams = ({ to, data }: ContractCall): readonly Json[] => [{ to, data }, 'latest'];

/** Results are one word each; an error may quote the request. */
const BODY_BYTES_MAX = 512 * 1024;
const EXPLAINED_STATUSES = [400, 413, 422];

const answerShape = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number().catch(0), message: z.string().catch('') }).optional(),
});
type Answer = z.infer<typeof answerShape>;

/**
 * Sends several calls in one JSON-RPC batch. Results are in the order of the calls, null for a call that failed.
 *
 * @param chain - name in messages, instead of the URL, which may contain a key.
 * @throws {SourceError} also if the node answered none of them for a reason other than its rate limit or failing calls: it
 *   may not support batches, or only smaller ones.
 */
export async function askBatch(
  http: SourceHttp,
  url: string,
  chain: string,
  calls: readonly ContractCall[],
): Promise<unknown[]> {
  const json = calls.map((call, id) => ({ jsonrpc: '2.0', id, method: 'eth_call', params: callParams(call) }));
  const options = { json, bodyBytesMax: BODY_BYTES_MAX, acceptStatuses: EXPLAINED_STATUSES };
  const answer = await http.json(url, options);
  const parsed = z.array(answerShape).safeParse(answer.kind === 'answer' ? answer.body : null);
  if (!parsed.success) throw new SourceError('wrong_shape', `${chain}: the response to a batch is not a list`);
  const byId = new Map(parsed.data.map((each) => [String(each.id), each]));
  const answers = calls.map((_, id) => byId.get(String(id)));
  if (!answers.some((each) => each !== undefined && (isResult(each) || isFailedCall(each)))) {
    const isRate = parsed.data.some(isAboutRate);
    throw new SourceError(isRate ? 'rate_limited' : 'status', `${chain}: the node answered no call of a batch`);
  }
  return answers.map((each) => (each !== undefined && isResult(each) ? each.result : null));
}

const isResult = ({ result, error }: Answer): boolean => error === undefined && result !== undefined;

/** True for a call that the contract reverts: it fails alone as well. Most nodes use code 3. */
const isFailedCall = ({ error }: Answer): boolean =>
  error !== undefined && (error.code === 3 || /revert|invalid opcode|out of gas/i.test(error.message));

const isAboutRate = ({ error }: Answer): boolean =>
  error !== undefined &&
  (error.code === 429 || /rate.?limit|too many requests|per second|quota|capacity|throughput/i.test(error.message));
