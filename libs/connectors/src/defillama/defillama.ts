import { z } from 'zod';
import { type Connector, SourceQueryError } from '../port';
import { SourceError } from '../source.error';
import type { SourcesConfig } from '../sources-config';
import { lockedInProtocol, lockedOnChain, readingOf } from './value-locked';

/** A protocol by the slug of its page on defillama.com, or a chain by its name there. */
export type DefillamaQuery = { readonly protocol: string } | { readonly chain: string };

const POLL_TIMEOUT_MS = 30_000;
/** Less than the poll: a host that hangs is told from a poll that was ended. */
const REQUEST_TIMEOUT_MS = 20_000;
/** The answer about a protocol holds its whole history by chain and token. */
const BODY_BYTES_MAX = 32 * 1_024 * 1_024;

/** One segment of a path; a letter or digit keeps `.` and `..` out. */
const slugPattern = /^(?=.{1,100}$)[^\s\p{C}/?#\\]*[\p{L}\p{N}][^\s\p{C}/?#\\]*$/u;
const chainPattern = /^[\p{L}\p{N}][\p{L}\p{N} .()'-]{0,59}$/u;
const statedChain = z.strictObject({ chain: z.string().regex(chainPattern) });

/** The last answer's validators, and what was in it: that is all that is needed when nothing changed. */
const remembered = z.object({
  validators: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }),
  locked: z.object({ usd: z.number().nullable(), atMs: z.number() }).nullable(),
});

/**
 * Value locked in a protocol or on a chain (`tvl_usd`), from DefiLlama's API. What counts is told at
 * {@link lockedInProtocol}, when it was true at {@link readingOf}.
 */
export function defillamaConnector(config: SourcesConfig['defillama']): Connector<DefillamaQuery> {
  return {
    id: 'defillama',
    limits: {
      intervalMs: 2 * 3_600_000,
      pollTimeoutMs: POLL_TIMEOUT_MS,
      concurrency: 4,
      requestsPerMinute: 120,
      requestBurst: 20,
    },
    parseQuery,
    async collect({ query, memory, http, nowMs }) {
      const last = remembered.safeParse(memory).data ?? null;
      const answer = await http.text(addressOf(config.url, query), {
        acceptStatuses: [400],
        bodyBytesMax: BODY_BYTES_MAX,
        timeoutMs: REQUEST_TIMEOUT_MS,
        validators: last?.validators ?? null,
      });
      if (answer.kind === 'not_modified') {
        return { readings: listOf(readingOf(last?.locked ?? null, nowMs)), memory };
      }
      if (answer.status === 400) throw refusal(query, answer.body);
      const body = parseJson(answer.body);
      const locked = 'chain' in query ? lockedOnChain(body) : lockedInProtocol(body);
      return { readings: listOf(readingOf(locked, nowMs)), memory: { validators: answer.validators, locked } };
    },
  };
}

function parseQuery(stated: unknown): DefillamaQuery {
  if (typeof stated === 'string' && slugPattern.test(stated)) return { protocol: stated };
  const parsed = statedChain.safeParse(stated);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError('must be the slug of a protocol, such as lido, or { chain: Linea }');
}

function addressOf(url: string, query: DefillamaQuery): string {
  return 'chain' in query
    ? `${url}/v2/historicalChainTvl/${encodeURIComponent(query.chain)}`
    : `${url}/protocol/${encodeURIComponent(query.protocol)}`;
}

/** DefiLlama answers 400 with a sentence to what it does not know, and to some failures of its own. */
function refusal(query: DefillamaQuery, sentence: string): SourceError {
  return /not found|no chain with that name/i.test(sentence)
    ? new SourceError('not_found', `DefiLlama: has no ${'chain' in query ? 'chain' : 'protocol'} of that name`)
    : new SourceError('status', 'DefiLlama: answered 400');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words quote the body.
    throw new SourceError('wrong_shape', 'DefiLlama: not JSON');
  }
}

const listOf = <Item>(item: Item | null): readonly Item[] => (item === null ? [] : [item]);
