import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Visitor } from './browser';
import { accessibilityViolations, headingFaults, sidewaysOverflow, wideTables } from './page-checks';

const WIDTHS = [1440, 768, 320];
/** Directory for a picture of each page in each width and colour; not set: no pictures. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

/** Reads the page that is open in every width and colour. @returns all faults. */
export async function faultsInAllForms({ page }: Visitor, path: string): Promise<string[]> {
  const faults = await headingFaults(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const form = `${colorScheme}, ${width} px`;
      // On a screen of this width, no column of a table may be out of sight.
      const wide = [...(await sidewaysOverflow(page)), ...(width === 1440 ? await wideTables(page) : [])];
      // The rules depend on the layout of narrow and wide screens, and on the colours.
      const isChecked = width === 1440 || (width === 320 && colorScheme === 'light');
      const violations = isChecked ? await accessibilityViolations(page) : [];
      faults.push(...[...wide, ...violations].map((fault) => `${form}: ${fault}`));
      if (SCREENSHOTS !== undefined) {
        mkdirSync(SCREENSHOTS, { recursive: true });
        const name = `${path.replace(/[^a-z0-9]+/gi, '-')}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(SCREENSHOTS, name), fullPage: true });
      }
    }
  }
  return faults;
}
