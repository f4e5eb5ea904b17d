import { applyDefinitions, ApiKeyRepository, type Database, openDatabase } from '@droptrack/persistence';
import { dropDefinition } from '@droptrack/catalogue/testing';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { ApiProgram } from './api-program';
import { builtProgram } from './service';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** The browser only requests the page. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];

// Optional outside CI.
(CHROMIUM === undefined && process.env['CI'] !== 'true' ? describe.skip : describe)('the reference page', () => {
  let [test, db, api, browser]: [TestDatabase, Database, ApiProgram, Browser] = [null!, null!, null!, null!];
  let key = '';

  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
    const definitions = [dropDefinition({ id: 'linea' })];
    await applyDefinitions(db, { origin: 'catalogue', definitions, prune: true, nowMs: Date.now() });
    key = (await new ApiKeyRepository(db).issue({ plan: 'pro', label: 'test' })).secret;
    // Every name of this machine, and a public URL that the browser does not use.
    const env = { HOST: '::', PUBLIC_URL: 'https://api.example.com' };
    api = await ApiProgram.start(builtProgram('api'), { databaseUrl: test.url, env });
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: FLAGS, headless: true, timeout: 60_000 });
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
    await db?.close();
    await test?.drop();
  });

  // `npm start` prints one of several addresses of the same service.
  it.each(['127.0.0.1', 'localhost', '[::1]'])(
    'sends example requests to the address of the page: %s',
    async (host) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 1400 } });
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
      const origin = `http://${host}:${new URL(api.url).port}`;
      await page.goto(`${origin}/docs`, { timeout: 60_000 });
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      await page.locator('.auth-container input').fill(key);
      await page
        .locator('.auth-container')
        .getByRole('button', { name: /apply|authorize/i })
        .click();
      await page.locator('.auth-container').getByRole('button', { name: /close/i }).click();
      const operation = page.locator('#operations-Drops-listDrops');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: /try it out/i }).click();
      const answered = page.waitForResponse((response) => response.url().startsWith(`${origin}/v1/drops`));
      await operation.getByRole('button', { name: 'Execute' }).click();
      expect((await answered).status()).toBe(200);
      const live = operation.locator('.live-responses-table');
      await live.waitFor();
      expect(await live.locator('.response-col_status').last().innerText()).toContain('200');
      expect(await live.innerText()).toContain('"linea"');
      if (process.env['SCREENSHOT'] !== undefined) await page.screenshot({ path: process.env['SCREENSHOT'] });
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});
