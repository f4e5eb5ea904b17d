const VALUES_AT_FIRST = 4_096;
const BUCKETS = 65_536;

/**
 * Values of one width, pushed in any order and read in ascending order. 4 bytes more than the width for each, and twice that
 * while it grows.
 */
export class SortedBytes {
  #bytes: Buffer;
  #values = 0;

  /** @param width - of a value in bytes, 2 or more. */
  constructor(private readonly width: number) {
    this.#bytes = Buffer.allocUnsafe(VALUES_AT_FIRST * width);
  }

  get length(): number {
    return this.#values;
  }

  push(value: Uint8Array): void {
    const end = (this.#values + 1) * this.width;
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    this.#bytes.set(value, end - this.width);
    this.#values++;
  }

  /**
   * Values in ascending order: distributed by their first 16 bits, then sorted within these buckets, one at a time. Also a
   * list whose values share these bits, which its author can arrange, takes n log n.
   */
  *sorted(): Generator<Buffer> {
    const starts = new Uint32Array(BUCKETS + 1);
    const count = (bucket: number, by: number): number => (starts[bucket] = (starts[bucket] ?? 0) + by);
    for (let value = 0; value < this.#values; value++) count(this.#bucket(value) + 1, 1);
    for (let bucket = 0; bucket < BUCKETS; bucket++) count(bucket + 1, starts[bucket] ?? 0);
    const ends = starts.slice();
    const order = new Uint32Array(this.#values);
    for (let value = 0; value < this.#values; value++) {
      const bucket = this.#bucket(value);
      const at = ends[bucket] ?? 0;
      order[at] = value;
      ends[bucket] = at + 1;
    }
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const values = order.subarray(starts[bucket], starts[bucket + 1]).sort((a, b) => this.#compare(a, b));
      for (const value of values) yield this.#bytes.subarray(value * this.width, (value + 1) * this.width);
    }
  }

  #bucket(value: number): number {
    return this.#bytes.readUInt16BE(value * this.width);
  }

  #compare(a: number, b: number): number {
    const bytes = this.#bytes;
    const [atA, atB] = [a * this.width, b * this.width];
    return bytes.compare(bytes, atB, atB + this.width, atA, atA + this.width);
  }
}
