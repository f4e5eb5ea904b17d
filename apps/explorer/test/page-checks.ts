import { readFileSync } from 'node:fs';
import type { Page } from '../../../tools/browser/browser';
import { requireFrom } from '../../../tools/test/packages';

const AXE = readFileSync(requireFrom('tools/browser').resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

/** Violations of WCAG 2.2 AA that axe finds on a page, each with its element. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, to which the policy of the page does not apply.
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    `axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} }, resultTypes: ['violations'] })`,
  )) as AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  );
}

/** Elements that reach beyond the right edge, if the page scrolls sideways; otherwise none. */
export const sidewaysOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return [
      `the page is ${scrollWidth} px wide`,
      ...wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 120)),
    ];
  });

/** Tables that are wider than their frame, and so scroll within it. Not those that are folded. */
export const wideTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.scroll:not(details:not([open]) *)')].flatMap(
      ({ clientWidth, scrollWidth, textContent }) =>
        // Both are rounded.
        scrollWidth > clientWidth + 1
          ? [`${textContent.trim().slice(0, 40)}: ${scrollWidth} px in ${clientWidth} px`]
          : [],
    ),
  );

/** Faults of the headings: other than one `h1`, and levels that are skipped. */
export const headingFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => Number(tagName[1]));
    const skips = levels.flatMap((level, index) =>
      level > (levels[index - 1] ?? 0) + 1 ? [`h${level} after h${levels[index - 1] ?? 0}`] : [],
    );
    const mains = levels.filter((level) => level === 1).length;
    return mains === 1 ? skips : [`${mains} elements h1`, ...skips];
  });

/** Text that a reader sees, without the clock: the page may be rendered a second later. */
export const visibleText = async (page: Page): Promise<string> =>
  (await page.locator('main').innerText()).replace(/\d{1,2}:\d{2}(:\d{2})?/g, 'time').replace(/\s+/g, ' ');

/**
 * Layout shifts since the page was opened, each with the elements that moved, if they sum to half of what Web Vitals calls good (0.1).
 * A slow machine paints a page in parts, each of which may move what is below it by a pixel.
 */
export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: LayoutShift[] = [];
        new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[]))).observe({
          type: 'layout-shift',
          buffered: true,
        });
        const describe = ({ value, sources }: LayoutShift): string =>
          `${value}: ${sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : 'text')).join(', ')}`;
        // Buffered entries arrive with the next frame.
        setTimeout(() => {
          const sum = shifts.reduce((total, { value }) => total + value, 0);
          resolve(sum < 0.05 ? [] : shifts.map(describe));
        }, 100);
      }),
  );

/** Entry of the Layout Instability API, which the types of the DOM do not have. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** One stop of a walk by keyboard. */
interface Stop {
  readonly name: string;
  /** True if the element is within the window and has a mark of focus. */
  readonly isVisible: boolean;
}

/** Stops of the parts of a date field: day, month, year, hour, minute, half of the day, picker. */
const DATE_STOPS_MAX = 7;

/** Presses Tab through the whole page. @returns the stops, and the elements that were not reached. */
export async function walkByKeyboard(page: Page): Promise<{ stops: Stop[]; missed: string[] }> {
  const pressesMax = await page.evaluate((dateStops) => {
    const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
    const reachable = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0,
    );
    for (const element of reachable) element.dataset['unvisited'] = '';
    const dates = reachable.filter((element) => /^date/.test((element as Partial<HTMLInputElement>).type ?? ''));
    return reachable.length + dates.length * dateStops;
  }, DATE_STOPS_MAX);
  const stops: Stop[] = [];
  for (let presses = 0; presses <= pressesMax; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(markStop);
    if (stop === null) break;
    stops.push(stop);
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll('[data-unvisited]')].map((element) => element.outerHTML.slice(0, 100)),
  );
  return { stops, missed };
}

/** Runs in the page: describes the focused element and marks it as visited; null if it is the document. */
function markStop(): Stop | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return null;
  // The parts of a date field are stops of their own, with marks that the browser draws inside.
  const isFurtherStop = element instanceof HTMLInputElement && element.dataset['unvisited'] === undefined;
  delete element.dataset['unvisited'];
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const { top, bottom, width, height } = element.getBoundingClientRect();
  const isInWindow = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
  const hasMark = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  return {
    name: `${element.tagName.toLowerCase()} ${(element.textContent ?? '').trim().slice(0, 40)}`,
    isVisible: isFurtherStop || (isInWindow && hasMark),
  };
}

/** Time from the navigation to the largest paint of the open page, in ms; null if the browser reports none. */
const largestPaintMs = (page: Page): Promise<number | null> =>
  page.evaluate(
    () =>
      new Promise<number | null>((resolve) => {
        let latest: number | null = null;
        new PerformanceObserver((list) => (latest = list.getEntries().at(-1)?.startTime ?? latest)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
        // Buffered entries arrive with the next frame.
        setTimeout(() => resolve(latest), 100);
      }),
  );

/** Prints the time of the largest paint, which depends on the machine and is therefore no condition. */
export async function reportLargestPaint(page: Page, path: string): Promise<void> {
  const paintMs = await largestPaintMs(page);
  process.stderr.write(`largest paint of ${path}: ${paintMs === null ? 'unknown' : `${Math.round(paintMs)} ms`}\n`);
}
