import { BROWSER_ARGS, BROWSER_PATH } from '@droptrack/program/testing';
import type * as Playwright from 'playwright-core';
import { requireFrom } from '../test/packages';

export type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const OPTIONS = {
  ...(BROWSER_PATH !== undefined && { executablePath: BROWSER_PATH }),
  args: [...BROWSER_ARGS],
  headless: true,
  timeout: 60_000,
};

/** The driver loads files beside its own, which a bundle does not have. */
const driver = (): Playwright.BrowserType =>
  (requireFrom('tools/browser')('playwright-core') as typeof Playwright).chromium;

/** Starts Chromium or Chrome with a profile that is empty, and deleted when it ends. */
export const launchBrowser = (): Promise<Playwright.Browser> => driver().launch(OPTIONS);

/** Starts Chromium or Chrome with the profile in a directory. */
export const launchWithProfile = (directory: string): Promise<Playwright.BrowserContext> =>
  driver().launchPersistentContext(directory, OPTIONS);
