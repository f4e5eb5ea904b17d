import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openApi from '../../openapi.json';
import { pagePolicy } from '../platform/responses/page-policy';
import { StaticFile } from '../platform/responses/static-file';

/** Files of swagger-ui-dist that the page needs, with their media types. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const START_SCRIPT =
  "window.onload=()=>SwaggerUIBundle({url:'/v1/openapi.json',dom_id:'#reference',deepLinking:true," +
  'persistAuthorization:false,defaultModelsExpandDepth:0,docExpansion:"list",validatorUrl:null})';

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Droptrack API reference</title><link rel="stylesheet" href="/docs/swagger-ui.css">' +
  '<link rel="icon" href="/docs/favicon-32x32.png"></head><body style="margin:0"><div id="reference"></div>' +
  '<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>\n';

/** Content security policy: the page calls only its own deployment. Swagger UI needs inline styles and `data:` images. */
const PAGE_POLICY = pagePolicy(
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
);

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** OpenAPI document and the files of its HTML page, without external resources. */
export class ReferenceService {
  /**
   * The checked-in document. Its server URL is relative, so that clients call the host from which they loaded the document.
   */
  readonly document = new StaticFile(Buffer.from(JSON.stringify(openApi)), 'application/json; charset=utf-8');
  readonly page = new StaticFile(Buffer.from(PAGE), 'text/html; charset=utf-8', PAGE_POLICY);
  readonly #assets = new Map([['start.js', new StaticFile(Buffer.from(START_SCRIPT), SCRIPT_TYPE)]]);

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
