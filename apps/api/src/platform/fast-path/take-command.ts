import { Command } from 'ioredis';
import { TAKE_SHA } from '../rate-limit/redis-script';
import type { BucketTerms } from '../rate-limit/token-bucket';

/**
 * The call of the script for one bucket, its text for Redis made by hand: ioredis would turn every
 * argument into a string and measure it again for each request, though most are always the same.
 */
export class TakeCommand extends Command {
  readonly #text: string;

  /**
   * @param key - of the bucket in Redis.
   * @param partsMost - parts that the bucket holds at most; null for what Redis says.
   */
  constructor(key: string, terms: BucketTerms, tokens: number, partsMost: number | null) {
    super('evalsha');
    const bound = partsMost === null ? NO_BOUND : bulk(String(partsMost));
    this.#text = BEGINNING + bulk(key) + termsText(terms) + bulk(String(tokens)) + bound;
  }

  override toWritable(): string {
    return this.#text;
  }
}

/** A string as Redis reads it: with its length in bytes before it (RESP, "bulk strings"). */
const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** Name, script and number of keys come first; key, terms, tokens and bound make nine words. */
const BEGINNING = `*9\r\n${['evalsha', TAKE_SHA, '1'].map(bulk).join('')}`;

const NO_BOUND = bulk('');

const texts = new WeakMap<BucketTerms, string>();

/** The terms as the script takes them; those of a key stay the same. */
function termsText(terms: BucketTerms): string {
  let text = texts.get(terms);
  if (text === undefined) {
    const { capacity, refill, windowSeconds } = terms;
    text = [capacity, refill, windowSeconds].map((figure) => bulk(String(figure))).join('');
    texts.set(terms, text);
  }
  return text;
}
