import { setImmediate as nextTask } from 'node:timers/promises';
import { Droptrack } from '@droptrack/sdk';
import { BenchError } from '../process/bench-error';
import { quantile } from '../report/spread';
import { madeUpDrop } from './made-up-drop';
import { PAGE_DROPS, type SdkJob, type SdkResult, type Walk } from './sdk-job';

/** Walks that are not counted: until then the program's own code comes into memory. */
const WARM_UP_WALKS = 3;
/** Until then connections and buffers come into memory; what is held grows no more after, or it does with every page. */
const WARM_UP_PAGES = 10;
/** Of so many pages the median counts: what the program's own code and its timers allocate stands out now and then. */
const PAGES_COMPARED = 10;
const PAGES_WEIGHED = 20;

/** What walks over all drops hold. Only where `--expose-gc` was given. */
export async function measureWalks({ port, drops, walks }: SdkJob): Promise<Pick<SdkResult, 'walks' | 'pageBytes'>> {
  const client = new Droptrack({ apiKey: 'dtk_bench', baseUrl: `http://127.0.0.1:${port}` });
  const all: Walk[] = [];
  for (let walk = 0; walk < walks + WARM_UP_WALKS; walk += 1) all.push(await walkOnce(client, drops));
  return { walks: all.slice(WARM_UP_WALKS), pageBytes: pageBytes() };
}

async function walkOnce(client: Droptrack, drops: number): Promise<Walk> {
  /** A drop of each page that is over, not the last one, which the loop may hold. */
  const witnesses: WeakRef<object>[] = [];
  const heapBytes: number[] = [];
  let pagesHeld = 0;
  let seen = 0;
  for await (const drop of client.drops.list({ limit: PAGE_DROPS })) {
    if (drop.id !== madeUpDrop(seen).id) throw new BenchError(`Drop ${seen} of the walk is ${drop.id}`);
    const place = seen % PAGE_DROPS;
    seen += 1;
    if (place === 1) witnesses.push(new WeakRef(drop));
    if (place !== 0) continue;
    // At the first of a page, when the page before may still be held. What a task looked at stays until it ends.
    await nextTask();
    heapBytes.push(heapAfterCollection());
    pagesHeld = Math.max(pagesHeld, 1 + witnesses.filter((witness) => witness.deref() !== undefined).length);
  }
  if (seen !== drops) throw new BenchError(`A walk over ${drops} drops gave ${seen}`);
  const first = Math.min(WARM_UP_PAGES, heapBytes.length - 1);
  const [begin, end] = [heapBytes.slice(first, first + PAGES_COMPARED), heapBytes.slice(-PAGES_COMPARED)];
  return { pagesHeld, grownBytes: quantile(end, 0.5) - quantile(begin, 0.5) };
}

/** A page as `JSON.parse` makes it. */
function pageBytes(): number {
  const text = JSON.stringify({ data: Array.from({ length: PAGE_DROPS }, (_, n) => madeUpDrop(n)) });
  const pages: unknown[] = [JSON.parse(text)];
  const before = heapAfterCollection();
  while (pages.length <= PAGES_WEIGHED) pages.push(JSON.parse(text));
  return (heapAfterCollection() - before) / (pages.length - 1);
}

function heapAfterCollection(): number {
  if (globalThis.gc === undefined) throw new BenchError('node --expose-gc is needed');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
