import { setImmediate as nextTask } from 'node:timers/promises';
import { Droptrack } from '@droptrack/sdk';
import { BenchError } from '../process/bench-error';
import { quantile } from '../report/measurement';
import { madeUpDrop, PAGE_DROPS } from './made-up-drop';

/** Memory of a walk over all drops, after garbage collection. */
interface Walk {
  /** Maximum of pages held at a time, the one that has just begun included. */
  readonly pagesHeld: number;
  /** Growth of the heap from the first pages after the warm-up to the last. */
  readonly grownBytes: number;
}

export interface WalkResult {
  readonly walks: readonly Walk[];
  /** One page of drops in memory. */
  readonly pageBytes: number;
}

/** Until then the program's own code is loaded. */
const WARM_UP_WALKS = 3;
/** Until then connections and buffers are allocated; later growth would come with every page. */
const WARM_UP_PAGES = 10;
/** The median of several pages counts, as the program's own code and timers allocate now and then. */
const PAGES_COMPARED = 10;
const PAGES_WEIGHED = 20;

/** Walks over all drops of a server. Needs `--expose-gc`. */
export async function measureWalks(job: { port: number; drops: number; walks: number }): Promise<WalkResult> {
  const client = new Droptrack({ apiKey: 'dtk_bench', baseUrl: `http://127.0.0.1:${job.port}` });
  const walks: Walk[] = [];
  for (let walk = 0; walk < job.walks + WARM_UP_WALKS; walk += 1) walks.push(await walkOnce(client, job.drops));
  return { walks: walks.slice(WARM_UP_WALKS), pageBytes: pageBytes() };
}

async function walkOnce(client: Droptrack, drops: number): Promise<Walk> {
  /** A drop of each page; not the last drop, which the loop may hold. */
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
    // At the first drop of a page, when the page before may still be held. A task keeps its WeakRefs' targets alive.
    await nextTask();
    heapBytes.push(heapAfterCollection());
    pagesHeld = Math.max(pagesHeld, 1 + witnesses.filter((witness) => witness.deref() !== undefined).length);
  }
  if (seen !== drops) throw new BenchError(`A walk over ${drops} drops returned ${seen}`);
  const first = Math.min(WARM_UP_PAGES, heapBytes.length - 1);
  const [begin, end] = [heapBytes.slice(first, first + PAGES_COMPARED), heapBytes.slice(-PAGES_COMPARED)];
  return { pagesHeld, grownBytes: quantile(end, 0.5) - quantile(begin, 0.5) };
}

/** The size of a page that `JSON.parse` returns. */
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
