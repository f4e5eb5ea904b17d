import { readFileSync } from 'node:fs';
import openApi from '../../openapi.json';
import { pagePolicy } from '../platform/responses/page-policy';
import { StaticFile } from '../platform/responses/static-file';
import { PAGE, startScript, STYLES } from './reference/page';

/** Files that the page needs, with their media types. A production installation contains files with a literal path. */
const ASSETS: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  'swagger-ui.css': { path: require.resolve('swagger-ui-dist/swagger-ui.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': {
    path: require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
    type: 'text/javascript; charset=utf-8',
  },
  'favicon-32x32.png': { path: require.resolve('swagger-ui-dist/favicon-32x32.png'), type: 'image/png' },
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
    const file = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
    if (file === undefined) return null;
    const asset = new StaticFile(readFileSync(file.path), file.type);
    this.#assets.set(name, asset);
    return asset;
  }
}
