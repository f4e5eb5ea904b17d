import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import type { Json } from '../port';
import { SourceError } from '../source.error';

/** One `eth_call` at the latest block. */
export interface ContractCall {
  readonly to: string;
  readonly data: string;
}

/** As JSON-RPC has the parameters of `eth_call`. */
export const callParams = ({ to, data }: ContractCall): readonly Json[] => [{ to, data }, 'latest'];

/** Answers are a word each; a refusal may quote the request. */
const BODY_BYTES_MAX = 512 * 1024;
const EXPLAINED_STATUSES = [400, 413, 422];

const answerShape = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number().catch(0), message: z.string().catch('') }).optional(),
});
type Answer = z.infer<typeof answerShape>;

/**
 * Asks several calls in one JSON-RPC batch; an answer stands where its call does, null where that call was refused.
 *
 * @param chain - named in messages instead of the address, which may carry a key.
 * @throws {SourceError} also where the node answered none of them, for another reason than that it is asked too often
 *   or that the calls fail: then it may be batches that it does not take, or not so large ones.
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
  if (!parsed.success) throw new SourceError('wrong_shape', `${chain}: a batch was not answered with a list`);
  const byId = new Map(parsed.data.map((each) => [String(each.id), each]));
  const answers = calls.map((_, id) => byId.get(String(id)));
  if (!answers.some((each) => each !== undefined && (isResult(each) || isFailedCall(each)))) {
    const isRate = parsed.data.some(isAboutRate);
    throw new SourceError(isRate ? 'rate_limited' : 'status', `${chain}: the node answered no call of a batch`);
  }
  return answers.map((each) => (each !== undefined && isResult(each) ? each.result : null));
}

const isResult = ({ result, error }: Answer): boolean => error === undefined && result !== undefined;

/** The contract's own no: it stays what it is when the call is asked alone. Code 3 is what most nodes say then. */
const isFailedCall = ({ error }: Answer): boolean =>
  error !== undefined && (error.code === 3 || /revert|invalid opcode|out of gas/i.test(error.message));

const isAboutRate = ({ error }: Answer): boolean =>
  error !== undefined &&
  (error.code === 429 || /rate.?limit|too many requests|per second|quota|capacity|throughput/i.test(error.message));
