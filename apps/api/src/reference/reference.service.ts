import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openApi from '../../openapi.json';

/** A file of the reference page. */
export interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
}

/** The files of swagger-ui-dist that the page needs, and their media types. */
const ASSET_TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const START_SCRIPT =
  "window.onload=()=>SwaggerUIBundle({url:'/v1/openapi.json',dom_id:'#reference',deepLinking:true," +
  'persistAuthorization:false,defaultModelsExpandDepth:0,docExpansion:"list"})';

const PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Droptrack API reference</title><link rel="stylesheet" href="/docs/swagger-ui.css">' +
  '<link rel="icon" href="/docs/favicon-32x32.png"></head><body style="margin:0"><div id="reference"></div>' +
  '<script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>\n';

/** Holds the OpenAPI document and the files of the page that shows it; nothing comes from elsewhere. */
export class ReferenceService {
  /** The document as it is sent: with this deployment's address as its server. */
  readonly document: Buffer;
  readonly page = PAGE;
  readonly #assets = new Map<string, Asset>();

  constructor(publicUrl: string) {
    this.document = Buffer.from(JSON.stringify({ ...openApi, servers: [{ url: publicUrl }] }));
  }

  /** Null for a file that the page does not have. */
  asset(name: string): Asset | null {
    if (name === 'start.js') return { bytes: Buffer.from(START_SCRIPT), type: 'text/javascript; charset=utf-8' };
    const type = Object.hasOwn(ASSET_TYPES, name) ? ASSET_TYPES[name] : undefined;
    if (type === undefined) return null;
    let asset = this.#assets.get(name);
    if (asset === undefined) {
      asset = { bytes: readFileSync(join(dirname(require.resolve('swagger-ui-dist/package.json')), name)), type };
      this.#assets.set(name, asset);
    }
    return asset;
  }
}
