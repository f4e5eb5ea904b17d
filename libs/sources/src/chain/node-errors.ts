import type { SourceErrorKind } from '../source-error';

/**
 * Error codes for a range of blocks that is too long, regardless of the message: -32005 limit exceeded (EIP-1474), -32602
 * invalid parameters, and some codes of single providers.
 */
const CODES = new Set([-32005, -32062, -32602, -32614]);

const amount = 'logs?|results?|blocks?|ranges?|response|query|filter';
const excess =
  'exceed|limit|too (large|big|many|wide|long|high)|more than|larger than|greater than|smaller than|over \\d|max|up to|time.?out|timed out|narrow';
const sizeWords = new RegExp(`\\b(${amount})\\b.*(${excess})|(${excess}).*\\b(${amount})\\b`, 'is');
const rateWords =
  /rate.?limit|too many requests|requests? (rate|per|limit|count)|per second|\/\s?s(ec(ond)?)?\b|throughput|quota|capacity/i;
const timeWords = /time.?out|timed out|deadline exceeded/i;
const contentWords = /\bresults?\b|response|\blogs? matched|time.?out|timed out/i;
const lengthWords = /\b(blocks?|ranges?)\b/i;

/** True if the rate of requests is the reason, by code and text of an error of a node. */
export const isAboutRate = (code: number, text: string): boolean => code === 429 || rateWords.test(text);

/** True if the text of a `too_large` error is about the number of blocks, not about what they contain. */
export const isAboutLength = (text: string): boolean => lengthWords.test(text) && !contentWords.test(text);

/**
 * Kind of an error of a node. Each provider has its own wording, so the patterns are broad: a false `too_large` costs requests,
 * a missed one costs the reading.
 *
 * @param text - message and data, of bounded length.
 */
export function kindOfNodeError(method: string, code: number, text: string): SourceErrorKind {
  if (isAboutRate(code, text)) return 'rate_limited';
  if (CODES.has(code) || sizeWords.test(text)) return 'too_large';
  // A node that searches too long finds the logs of fewer blocks in time.
  if (timeWords.test(text)) return method === 'eth_getLogs' ? 'too_large' : 'timeout';
  if (code === 401 || code === 403 || /unauthori[sz]ed|forbidden|api.?key/i.test(text)) return 'unauthorized';
  return code === -32601 ? 'not_found' : 'status';
}
