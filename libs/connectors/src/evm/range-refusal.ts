import { SourceError } from '../source.error';

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
export function isAboutSize(code: number, said: string): boolean {
  if (code === 429 || rateWords.test(said)) return false;
  return CODES.has(code) || sizeWords.test(said);
}

/**
 * Whether the same question about fewer blocks makes sense: `yes` when that is what the answer said, `perhaps` when
 * the node failed over it in another way, as by taking too long, `no` when it would fail as well.
 */
export function fewerBlocksHelp(error: unknown): 'yes' | 'perhaps' | 'no' {
  if (!(error instanceof SourceError)) return 'no';
  switch (error.kind) {
    case 'too_large':
      return 'yes';
    case 'timeout':
    case 'status':
    case 'wrong_shape':
      return 'perhaps';
    default:
      return 'no';
  }
}
