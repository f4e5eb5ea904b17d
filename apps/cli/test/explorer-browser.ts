import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchWithProfile } from '../../../tools/browser/browser';

/** Traces of a check in a browser. */
export interface BrowserVisit {
  /** Text of the verdict on the proof. */
  readonly verdict: string;
  /** URLs of all requests, and of all pages. */
  readonly addresses: readonly string[];
  /** Headers of all requests, as JSON. */
  readonly headers: readonly string[];
  /** Number of requests with a body. */
  readonly posted: number;
  /** Paths requested since the form was sent, each once, sorted, without hashes of assets; whole URLs of other sites. */
  readonly pathsSinceForm: readonly string[];
  /** Headers and bodies of all responses. */
  readonly responses: readonly string[];
  /** Files of the profile after the browser has ended, as Latin-1. */
  readonly profileFiles: readonly { readonly name: string; readonly text: string }[];
}

/** Checks a wallet in Chromium with a profile of its own, opens another page, and closes it. */
export async function visitWithBrowser(url: string, wallet: string, drop: string): Promise<BrowserVisit> {
  const profile = mkdtempSync(join(tmpdir(), 'droptrack-profile-'));
  try {
    const visit = await check(profile, url, wallet, drop);
    return { ...visit, profileFiles: filesOf(profile) };
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

async function check(profile: string, url: string, wallet: string, drop: string) {
  const context = await launchWithProfile(profile);
  try {
    const page = await context.newPage();
    const addresses: string[] = [];
    const pending: Promise<string>[] = [];
    const responses: string[] = [];
    let posted = 0;
    page.on('request', (request) => {
      addresses.push(request.url());
      pending.push(request.allHeaders().then((headers) => JSON.stringify(headers)));
      if (request.postData() !== null) posted += 1;
    });
    page.on('response', (response) => {
      pending.push(
        response.text().then((text) => {
          responses.push(JSON.stringify(response.headers()) + text);
          return '';
        }),
      );
    });
    await page.goto(`${url}/check`);
    await page.getByLabel('Wallet').fill(wallet);
    await page.getByLabel('Drop', { exact: true }).fill(drop);
    const before = addresses.length;
    await page.getByRole('button', { name: 'Check' }).click();
    await page.waitForLoadState('networkidle');
    const verdict = (await page.locator('.proof-verdict').textContent()) ?? '';
    await page.waitForTimeout(200);
    const pathOf = (address: string) => address.replace(new URL(url).origin, '').replace(/\.[\w-]{10}\./, '.');
    const pathsSinceForm = [...new Set(addresses.slice(before).map(pathOf))].sort();
    addresses.push(page.url());
    await page.getByRole('link', { name: 'About' }).first().click();
    await page.waitForLoadState('networkidle');
    addresses.push(page.url(), await page.evaluate<string>('document.referrer'));
    return { verdict, addresses, headers: await Promise.all(pending), posted, pathsSinceForm, responses };
  } finally {
    await context.close();
  }
}

function filesOf(directory: string): { name: string; text: string }[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() === true)
    .map((name) => ({ name, text: readFileSync(join(directory, name), 'latin1') }));
}
