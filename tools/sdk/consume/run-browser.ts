import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Playwright from 'playwright-core';
import type { Cleanup } from '../../bench/process/cleanup';
import { CheckFailure, CheckSkipped } from '../board/board';
import { mustRunNode } from '../board/command';
import type { DemoApi } from './demo-api';
import { copyConsumer } from './installed';
import type { PageServer } from './page-server';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** It asks nobody but the page and the service. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface BrowserRun {
  readonly root: string;
  readonly project: string;
  readonly api: DemoApi;
  readonly server: PageServer;
  readonly undo: Cleanup;
}

/**
 * Builds the page with Vite and opens it in the browser that is there.
 *
 * @throws {CheckSkipped} where there is none; {@link CheckFailure} where CI has none.
 */
export async function runBrowser({ root, project, api, server, undo }: BrowserRun): Promise<string> {
  const executablePath = locate();
  const directory = await copyConsumer(root, project, 'vite');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await mustRunNode([vite, 'build', '--logLevel', 'warn'], { cwd: directory });
  server.serve(join(directory, 'dist'));

  const { chromium } = createRequire(join(root, 'package.json'))('playwright-core') as typeof Playwright;
  const browser = await chromium.launch({ executablePath, args: FLAGS, headless: true, timeout: 60_000 });
  await undo.push(() => browser.close());
  const page = await browser.newPage();
  const words: string[] = [];
  page.on('pageerror', (error) => words.push(String(error)));
  page.on('console', (message) => words.push(message.text()));
  try {
    await page.goto(server.origin, { timeout: 60_000 });
    const said: unknown = await page.evaluate((given) => (globalThis as unknown as ConsumerPage).consume(given), {
      ...api,
    });
    return `${String(said)}, in Chromium ${browser.version()}`;
  } catch (error) {
    throw new CheckFailure([String(error), ...words].join('\n'));
  } finally {
    await browser.close();
  }
}

interface ConsumerPage {
  consume(given: DemoApi): Promise<string>;
}

function locate(): string {
  const found = BROWSERS.find((file) => existsSync(file));
  if (found !== undefined) return found;
  if (process.env['CI'] === 'true') throw new CheckFailure('Chromium is missing, and CI has to have it');
  throw new CheckSkipped(`no Chromium here: none of ${BROWSERS.join(', ')}`);
}
