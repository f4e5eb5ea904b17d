/** Length of a trace in characters: 56 bits in hex, so that matches by chance are excluded. */
export const TRACE_LENGTH = 14;

/** Characters of a trace that its place in the filter depends on, 5 bits each. */
const FILTERED = 4;
const PLACES = 2 ** 20;
const next = (place: number, text: string, at: number): number => ((place << 5) ^ text.charCodeAt(at)) & (PLACES - 1);

/** Finds traces of one length anywhere in long texts. */
export class TraceIndex<T> {
  readonly #owners = new Map<string, T>();
  /** 1 where the beginning of a trace leads: looking up every part of a text would take minutes for a database. */
  readonly #begins = new Uint8Array(PLACES);

  /** @param trace - of TRACE_LENGTH; another one is never found. */
  set(trace: string, owner: T): void {
    let place = 0;
    for (let at = 0; at < FILTERED; at += 1) place = next(place, trace, at);
    this.#begins[place] = 1;
    this.#owners.set(trace, owner);
  }

  owners(): Set<T> {
    return new Set(this.#owners.values());
  }

  /** Owners of the traces in a text. */
  in(text: string): Set<T> {
    const found = new Set<T>();
    let place = 0;
    for (let at = 0; at < text.length; at += 1) {
      place = next(place, text, at);
      if (this.#begins[place] === 0) continue;
      const begin = at + 1 - FILTERED;
      const owner = begin < 0 ? undefined : this.#owners.get(text.slice(begin, begin + TRACE_LENGTH));
      if (owner !== undefined) found.add(owner);
    }
    return found;
  }
}
