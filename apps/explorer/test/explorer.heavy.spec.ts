import { type Browser, launchBrowser } from '../../../tools/browser/browser';
import { describeInBrowser, Visitor } from './browser';
import { HostileApi } from './hostile-api';
import { faultsInAllForms } from './forms';
import { layoutShifts, reportLargestPaint, visibleText, walkByKeyboard } from './page-checks';
import { RunningService, startExplorer } from './running-service';
import { openSite, PATHS, type Site } from './site';

describeInBrowser('the explorer in a browser', () => {
  let [service, site, browser]: [RunningService, Site, Browser] = [null!, null!, null!];

  beforeAll(async () => {
    [service, browser] = await Promise.all([RunningService.start(), launchBrowser()]);
    site = await openSite(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each(PATHS)('shows %s in every width and colour, accessible, and without errors', async (template) => {
    const visitor = await Visitor.open(browser);
    const path = site.pathOf(template);
    await visitor.page.goto(`${site.url}${path}`);
    await reportLargestPaint(visitor.page, template);
    const shifts = await layoutShifts(visitor.page);
    const faults = await faultsInAllForms(visitor, path);
    // Chromium reports the status of the pages of errors, which is part of them.
    const complaints = visitor.takeComplaints().filter((text) => !text.includes('status of 404'));
    await visitor.context.close();
    expect({ shifts, faults, complaints }).toEqual({ shifts: [], faults: [], complaints: [] });
  });

  it('shows the result of a check, also without scripts, and the wallet in no address', async () => {
    const results: string[] = [];
    const faults: string[] = [];
    for (const isScripted of [true, false]) {
      const visitor = await Visitor.open(browser, { isScripted });
      const { page } = visitor;
      await page.goto(`${site.url}/check?drop=${site.sample.drop}`);
      await page.locator('[name=wallet]').first().fill(site.sample.wallet);
      await page.locator('main form button').first().click();
      await page.waitForLoadState();
      results.push(await page.locator('main').innerText());
      expect(page.url()).not.toContain(site.sample.wallet);
      if (isScripted) faults.push(...(await faultsInAllForms(visitor, '/check-result')));
      faults.push(...visitor.takeComplaints());
      await visitor.context.close();
    }
    for (const text of results) expect(text).toMatch(/\beligible\b/i);
    expect(faults).toEqual([]);
    expect(service.logLines.length).toBeGreaterThan(0);
    expect(service.logLines.join('\n').toLowerCase()).not.toContain(site.sample.wallet.toLowerCase());
  });

  it('has the same text without scripts', async () => {
    const [scripted, plain] = await Promise.all([Visitor.open(browser), Visitor.open(browser, { isScripted: false })]);
    for (const path of PATHS.map(site.pathOf)) {
      const texts: string[] = [];
      for (const { page } of [scripted, plain]) {
        await page.goto(`${site.url}${path}`);
        texts.push(await visibleText(page));
      }
      expect([path, texts[0]]).toEqual([path, texts[1]]);
    }
    await Promise.all([scripted.context.close(), plain.context.close()]);
  });

  it('is reached completely by keyboard, with a visible focus', async () => {
    const visitor = await Visitor.open(browser);
    const { page } = visitor;
    const faults: Record<string, unknown[]> = {};
    for (const path of PATHS.map(site.pathOf)) {
      await page.goto(`${site.url}${path}`);
      const { stops, missed } = await walkByKeyboard(page);
      expect([path, stops[0]?.name]).toEqual([path, 'a Skip to content']);
      const found = [...missed, ...stops.filter(({ isVisible }) => !isVisible).map(({ name }) => `hidden: ${name}`)];
      if (found.length > 0) faults[path] = found;
    }
    await page.goto(`${site.url}/`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(page.url()).toMatch(/#content$/);
    await visitor.context.close();
    expect(faults).toEqual({});
  });

  it('shows names with markup and bidirectional controls as inert text', async () => {
    const drop = site.drops.find(({ id }) => id === site.sample.drop)!;
    const hostile = '<script>document.title="run"</script><img src=x onerror=alert(1)>\u202egnp.exe\u2066';
    const api = await HostileApi.start(service.urls.api_url, JSON.stringify(drop.name), JSON.stringify(hostile));
    const { program, url } = await startExplorer(api.url, service.urls.demo_keys.scale);
    const visitor = await Visitor.open(browser);
    const { page } = visitor;
    const expectInert = async (place: string) => {
      expect([place, await page.title()]).not.toEqual([place, 'run']);
      expect([place, await page.locator('img[src="x"]').count()]).toEqual([place, 0]);
      expect(await page.content()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect([place, await page.evaluate<string>('document.body.textContent')]).toEqual([
        place,
        expect.stringContaining('<script>document.title="run"</script><img src=x onerror=alert(1)>'),
      ]);
    };
    const filter = `sample=all&${new URLSearchParams({ q: drop.id })}`;
    for (const path of [`/drops/${drop.id}`, `/?${filter}`, '/calendar?sample=all', `/check?drop=${drop.id}`]) {
      await page.goto(`${url}${path}`);
      await expectInert(path);
    }
    await page.getByLabel('Wallet').fill(site.sample.wallet);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.locator('.proof-verdict').waitFor();
    await expectInert('result of a check');
    expect(visitor.takeComplaints()).toEqual([]);
    await visitor.context.close();
    await program.stop();
    api.stop();
  });
});
