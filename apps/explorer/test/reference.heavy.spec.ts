import { type Browser, launchBrowser } from '../../../tools/browser/browser';
import { describeInBrowser, Visitor } from './browser';
import { faultsInAllForms } from './forms';
import { layoutShifts, reportLargestPaint, walkByKeyboard } from './page-checks';
import { RunningService } from './running-service';

const SECTIONS = 'drops pictures calendar eligibility snapshots stream account service reference webhooks'.split(' ');
const PATHS = ['/docs', ...SECTIONS.map((name) => `/docs/${name}`), '/problems', '/problems/invalid-cursor'];

/** The reference belongs to the API, and is held to what the site is held to. */
describeInBrowser('the API reference in a browser', () => {
  let [service, browser]: [RunningService, Browser] = [null!, null!];

  beforeAll(async () => {
    [service, browser] = await Promise.all([RunningService.start(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each(PATHS)('shows %s in every width and colour, accessible, and without errors', async (path) => {
    const visitor = await Visitor.open(browser);
    await visitor.page.goto(`${service.urls.api_url}${path}`);
    await reportLargestPaint(visitor.page, path);
    const shifts = await layoutShifts(visitor.page);
    const faults = await faultsInAllForms(visitor, path);
    // What is folded is part of the page, too.
    await visitor.page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)));
    const unfolded = await faultsInAllForms(visitor, `${path}-unfolded`);
    const complaints = visitor.takeComplaints();
    await visitor.context.close();
    expect({ shifts, faults, unfolded, complaints }).toEqual({ shifts: [], faults: [], unfolded: [], complaints: [] });
  });

  it('leads from the site to an operation and to its plan, without scripts', async () => {
    const { context, page, complaints } = await Visitor.open(browser, { isScripted: false });
    await page.goto(`${service.urls.explorer_url}/developers`);
    await page.getByRole('main').getByRole('link', { name: 'API reference' }).click();
    await page.getByRole('main').getByRole('link', { name: "Check a wallet's eligibility" }).click();
    expect(page.url()).toMatch(/\/docs\/eligibility#checkEligibility$/);
    expect(await page.locator('#checkEligibility').innerText()).toContain('from pro');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is reachable by keyboard, each stop in sight', async () => {
    const { context, page } = await Visitor.open(browser);
    await page.goto(`${service.urls.api_url}/docs/stream`);
    const { stops, missed } = await walkByKeyboard(page);
    expect(missed).toEqual([]);
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
    await context.close();
  });
});
