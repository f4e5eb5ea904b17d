import { type Encoding, negotiateEncoding } from '@droptrack/program/encoding';
import { LRUCache } from 'lru-cache';
import { accepts } from '../input/accept.guard';

/** Texts of each header whose result is cached; clients of one kind send the same. */
const TEXTS_MAX = 512;
/** Length of a text that is cached, in characters; browsers send about 150. */
const TEXT_LENGTH_MAX = 256;

/** Results of content negotiation, cached by the texts of the headers. */
export class Negotiation {
  readonly #accepts = new LRUCache<string, boolean>({ max: TEXTS_MAX });
  /** Null is no value of the cache. */
  readonly #encodings = new LRUCache<string, Encoding | 'identity'>({ max: TEXTS_MAX });

  /** True for a client that accepts JSON, by the rule of the guard. */
  acceptsJson(accept: string | undefined): boolean {
    if (accept === undefined) return true;
    if (accept.length > TEXT_LENGTH_MAX) return accepts(accept, null);
    const known = this.#accepts.get(accept);
    if (known !== undefined) return known;
    const result = accepts(accept, null);
    this.#accepts.set(accept, result);
    return result;
  }

  /** Content coding for a value of `Accept-Encoding`; null for none. */
  encodingFor(acceptEncoding: string | undefined): Encoding | null {
    if (acceptEncoding === undefined || acceptEncoding.length > TEXT_LENGTH_MAX)
      return negotiateEncoding(acceptEncoding);
    let known = this.#encodings.get(acceptEncoding);
    if (known === undefined) {
      known = negotiateEncoding(acceptEncoding) ?? 'identity';
      this.#encodings.set(acceptEncoding, known);
    }
    return known === 'identity' ? null : known;
  }
}
