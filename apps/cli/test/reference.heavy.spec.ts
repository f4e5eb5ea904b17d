import { applyDefinitions, ApiKeyRepository, type Database, openDatabase } from '@droptrack/persistence';
import { dropDefinition } from '@droptrack/catalogue/testing';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { BROWSER_PATH, builtProgram } from '@droptrack/program/testing';
import { once } from 'node:events';
import { createServer, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, launchBrowser, type Locator, type Page } from '../../../tools/browser/browser';
import { skipBecause } from '../../../tools/test/debian-programs';
import { ApiProgram } from './api-program';

// Optional outside CI.
const isSkipped = BROWSER_PATH === undefined && process.env['CI'] !== 'true';

(isSkipped ? skipBecause('no browser is installed') : describe)('the reference page', () => {
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
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.stop();
    await db?.close();
    await test?.drop();
  });

  /** Opens the page with the key, with a list of what goes wrong on it. */
  async function open(origin: string, width: number): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 1400 } });
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    await page.goto(`${origin}/docs`, { timeout: 60_000 });
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.auth-container');
    await dialog.locator('input').fill(key);
    await dialog.getByRole('button', { name: /apply|authorize/i }).click();
    await dialog.getByRole('button', { name: /close/i }).click();
    return { page, complaints };
  }

  /** Executes the list of drops. @returns the operation on the page. */
  async function execute(page: Page, origin: string): Promise<Locator> {
    const operation = page.locator('#operations-Drops-listDrops');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: /try it out/i }).click();
    const answered = page.waitForResponse((response) => response.url().startsWith(`${origin}/v1/drops`));
    await operation.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    await operation.locator('.live-responses-table').waitFor();
    return operation;
  }

  const originOf = (host: string): string => `http://${host}:${new URL(api.url).port}`;

  // `npm start` prints one of several addresses of the same service.
  it.each(['127.0.0.1', 'localhost', '[::1]'])(
    'sends example requests to the address of the page: %s',
    async (host) => {
      const { page, complaints } = await open(originOf(host), 1280);
      const operation = await execute(page, originOf(host));
      const live = operation.locator('.live-responses-table');
      expect(await live.locator('.response-col_status').last().innerText()).toContain('200');
      expect(await live.innerText()).toContain('"linea"');
      if (process.env['SCREENSHOT'] !== undefined) await page.screenshot({ path: process.env['SCREENSHOT'] });
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it('works behind a proxy, and prints the request as a program of the client', async () => {
    const proxy = await startProxy(api.url);
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { page, complaints } = await open(origin, 1280);
    const operation = await execute(page, origin);
    const snippets = operation.locator('.request-snippets');
    expect(await snippets.innerText()).toContain(`'${origin}/v1/drops?`);
    await snippets.getByText('TypeScript', { exact: true }).click();
    const sample = await snippets.innerText();
    expect(sample).toContain(`new Droptrack({ apiKey, baseUrl: '${origin}' })`);
    expect(sample).toContain("await client.drops.list({ sort: 'hype', limit: 25 })");
    expect(complaints).toEqual([]);
    await page.close();
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each([390, 320])('fits a screen of %i px with an executed operation', async (width) => {
    const { page } = await open(originOf('127.0.0.1'), width);
    const operation = await execute(page, originOf('127.0.0.1'));
    await operation.getByText('TypeScript', { exact: true }).click();
    const check = page.locator('#operations-Eligibility-checkEligibility');
    await check.locator('.opblock-summary-control').click();
    await check.locator('.responses-table').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.close();
  });
});

/** Forwards all requests to `target`, which receives the host of the proxy. */
async function startProxy(target: string): Promise<Server> {
  const proxy = createServer((received, reply) => {
    const { method, headers, url = '/' } = received;
    const forwarded = sendRequest(new URL(url, target), { method, headers }, (response) => {
      response.pipe(reply.writeHead(response.statusCode ?? 502, response.headers));
    });
    received.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}
