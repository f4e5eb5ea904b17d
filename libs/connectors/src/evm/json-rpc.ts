import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import { type Json, SourceError, type SourceErrorKind } from '../port';

/**
 * Asks one node. A refusal is a {@link SourceError} as well: `too_large` where the node says that too much was asked
 * for at once, `status` where nothing better is known.
 */
export type JsonRpc = (method: string, params: readonly Json[], bodyBytesMax?: number) => Promise<unknown>;

const refusal = z.object({ code: z.number().catch(0), message: z.string().catch(''), data: z.unknown().optional() });
const answerShape = z.union([
  z.object({ error: refusal }),
  // Some proxies before nodes say only a text.
  z.object({ error: z.string().transform((message) => ({ code: 0, message, data: undefined })) }),
  z.object({ id: z.union([z.number(), z.string()]), result: z.unknown() }),
]);

/** What nodes send with an error that they explain in JSON; all else that is not 2xx is a failure. */
const EXPLAINED_STATUSES = [400, 413, 422];
const SAID_LENGTH_MAX = 1_000;

/**
 * JSON-RPC 2.0 over HTTP POST, one call a request.
 *
 * @param chain - named in messages instead of the address, which may carry a key.
 */
export function jsonRpc(http: SourceHttp, url: string, chain: string): JsonRpc {
  let lastId = 0;
  return async (method, params, bodyBytesMax) => {
    const id = ++lastId;
    const answer = await http.json(url, {
      json: { jsonrpc: '2.0', id, method, params },
      acceptStatuses: EXPLAINED_STATUSES,
      ...(bodyBytesMax !== undefined && { bodyBytesMax }),
    });
    const parsed = answer.kind === 'answer' ? answerShape.safeParse(answer.body) : null;
    if (!parsed?.success) throw new SourceError('wrong_shape', `${chain}: ${method} was answered with no JSON-RPC`);
    if ('error' in parsed.data) throw refused(chain, method, parsed.data.error);
    // Some nodes give the number back as text.
    if (String(parsed.data.id) !== String(id)) {
      throw new SourceError('wrong_shape', `${chain}: ${method} was answered with what another call asked for`);
    }
    return parsed.data.result;
  };
}

function refused(chain: string, method: string, { code, message, data }: z.infer<typeof refusal>): SourceError {
  // What goes on for longer is no explanation, and takes long to search through.
  const said = `${message} ${data === undefined ? '' : JSON.stringify(data)}`.slice(0, SAID_LENGTH_MAX);
  const kind = isAboutSize(code, said) ? 'too_large' : kindOf(code, said);
  return new SourceError(
    kind,
    `${chain}: ${method} was refused with ${code} (${forPeople(message.slice(0, SAID_LENGTH_MAX))})`,
  );
}

function kindOf(code: number, said: string): SourceErrorKind {
  if (code === 429 || /rate.?limit|too many requests|requests? (rate|per)|throughput|quota|capacity/i.test(said)) {
    return 'rate_limited';
  }
  if (code === 401 || code === 403 || /unauthori[sz]ed|forbidden|api.?key/i.test(said)) return 'unauthorized';
  return code === -32601 ? 'not_found' : 'status';
}

/** Providers repeat keys, addresses and whole requests in what they say. */
function forPeople(message: string): string {
  const withoutSecrets = message.replace(/[\w-]{20,}/g, '…');
  return withoutSecrets.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 160);
}

/**
 * Codes that providers refuse a range of blocks with, whatever they say: -32005 limit exceeded (EIP-1474),
 * -32602 invalid parameters, and some of providers' own.
 */
const CODES = new Set([-32005, -32062, -32602, -32614]);

const amount = 'logs?|results?|blocks?|ranges?|response|query|filter';
const excess = 'exceed|limit|too (large|big|many|wide|long)|more than|larger than|max|up to|time.?out|timed out|narrow';
const sizeWords = new RegExp(`\\b(${amount})\\b.*(${excess})|(${excess}).*\\b(${amount})\\b`, 'is');
const rateWords = /rate.?limit|too many requests|requests? (rate|per)|per second|quota/i;

/**
 * Whether a node's words mean that a smaller range of blocks may be answered. No standard says how that is told, and
 * each provider words it in its own way: so this is generous. A wrong yes costs requests, a wrong no costs the figure.
 */
function isAboutSize(code: number, said: string): boolean {
  if (code === 429 || rateWords.test(said)) return false;
  return CODES.has(code) || sizeWords.test(said);
}
