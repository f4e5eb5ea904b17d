import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openApi from '../../openapi.json';
import { pagePolicy } from '../platform/responses/page-policy';
import { StaticFile } from '../platform/responses/static-file';
import { PAGE, startScript, STYLES } from './reference/page';

/** Files of swagger-ui-dist that the page needs, with their media types. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** Content security policy: the page calls only its own deployment. Swagger UI needs inline styles and `data:` images. */
const PAGE_POLICY = pagePolicy(
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
);

/** OpenAPI document and the files of its HTML page, without external resources. */
export class ReferenceService {
  /**
   * The checked-in document. Its server URL is relative, so that clients call the host from which they loaded the document.
   */
  readonly document = new StaticFile(Buffer.from(JSON.stringify(openApi)), 'application/json; charset=utf-8');
  readonly page = new StaticFile(Buffer.from(PAGE), 'text/html; charset=utf-8', PAGE_POLICY);
  readonly #assets = new Map([
    ['start.js', new StaticFile(Buffer.from(startScript()), 'text/javascript; charset=utf-8')],
    ['reference.css', new StaticFile(Buffer.from(STYLES), 'text/css; charset=utf-8')],
  ]);

  /** Asset by name; null if the page has no such file. */
  asset(name: string): StaticFile | null {
    const known = this.#assets.get(name);
    if (known !== undefined) return known;
    const type = Object.hasOwn(ASSET_TYPES, name) ? ASSET_TYPES[name] : undefined;
    if (type === undefined) return null;
    const bytes = readFileSync(join(dirname(require.resolve('swagger-ui-dist/package.json')), name));
    const asset = new StaticFile(bytes, type);
    this.#assets.set(name, asset);
    return asset;
  }
}
