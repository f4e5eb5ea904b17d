import { BROWSER_PATH } from '@droptrack/program/testing';
import { type Browser, launchBrowser } from '../../browser/browser';
import type { BenchContext } from '../context';
import { interleave } from '../interleave';
import { line, type Measurement } from '../report/measurement';

/** A slow phone: a quarter of the speed of this processor, 1.6 Mbit/s with 150 ms there and back. */
const SLOW = { cpuRate: 4, bytesPerSecond: 200_000, latencyMs: 150 } as const;

const VISITS = 9;

/** Largest Contentful Paint of first visits with an empty cache, on this machine and as on a slow phone; none without a browser. */
export async function visitPages(context: BenchContext, url: string): Promise<Measurement[]> {
  if (BROWSER_PATH === undefined) {
    context.progress('There is no browser: visits are not measured');
    return [];
  }
  const browser = await launchBrowser();
  await context.cleanup.push(() => browser.close());
  context.progress('Visiting pages with a browser …');
  await paintMs(browser, url, null);
  const visits = await interleave(context.rounds(VISITS), {
    fast: () => paintMs(browser, url, null),
    slow: () => paintMs(browser, url, SLOW),
  });
  await browser.close();
  return [
    line('page of the explorer in Chromium: Largest Contentful Paint', 'ms', visits.fast, { atMost: 150 }),
    line('page of the explorer, 4× slower CPU and 1.6 Mbit/s: LCP', 'ms', visits.slow, { atMost: 1_200 }),
  ];
}

/** Time from the navigation to the Largest Contentful Paint, in a context without a cache. */
async function paintMs(browser: Browser, url: string, limits: typeof SLOW | null): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  if (limits !== null) {
    const session = await context.newCDPSession(page);
    const { cpuRate, bytesPerSecond, latencyMs } = limits;
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  await page.goto(url, { waitUntil: 'load' });
  const ms = await page.evaluate<number>(LAST_PAINT);
  await context.close();
  return ms;
}

/** Runs in the page, once nothing more is painted. */
const LAST_PAINT = `new Promise((resolve) => {
  let ms = NaN;
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) ms = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => resolve(ms), 500);
})`;
