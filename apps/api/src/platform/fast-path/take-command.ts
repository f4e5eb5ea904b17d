import { Command } from 'ioredis';
import { TAKE_SHA } from '../rate-limit/redis-script';
import type { BucketTerms } from '@droptrack/resilience';

/**
 * Call of the bucket script, encoded here: ioredis would convert and measure every argument for each request, although most
 * of them never change.
 */
export class TakeCommand extends Command {
  readonly #text: string;

  /**
   * @param key - key of the bucket in Redis.
   * @param partsMost - upper bound of the level, in parts; null for none.
   */
  constructor(key: string, terms: BucketTerms, tokens: number, partsMost: number | null) {
    // A cluster finds the node by the key.
    super('evalsha', [TAKE_SHA, '1', key]);
    const bound = partsMost === null ? NO_BOUND : bulk(String(partsMost));
    this.#text = BEGINNING + bulk(key) + termsText(terms) + bulk(String(tokens)) + bound;
  }

  override toWritable(): string {
    return this.#text;
  }
}

/** A bulk string of RESP: length in bytes, then the text. */
const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** Number of words, command, script and number of keys; key, terms, tokens and bound follow. */
const BEGINNING = `*9\r\n${['evalsha', TAKE_SHA, '1'].map(bulk).join('')}`;

const NO_BOUND = bulk('');

const texts = new WeakMap<BucketTerms, string>();

/** Encoded terms, cached because the terms of a key do not change. */
function termsText(terms: BucketTerms): string {
  let text = texts.get(terms);
  if (text === undefined) {
    const { capacity, refill, windowSeconds } = terms;
    text = [capacity, refill, windowSeconds].map((figure) => bulk(String(figure))).join('');
    texts.set(terms, text);
  }
  return text;
}
