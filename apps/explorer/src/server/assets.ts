import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A file for browsers, in the codings in which it is sent. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The mark of the site: a drop. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#2f6feb" d="M16 2c6 8 10 12 10 18a10 10 0 0 1-20 0C6 14 10 10 16 2z"/></svg>';

/** Style sheet, islands and icon. The path of each contains a hash of its content, so that browsers keep it for good. */
export class Assets {
  readonly #paths = new Map<string, string>();
  readonly #byPath = new Map<string, Asset>();

  /** @param directory - of the built files. */
  constructor(directory: string) {
    this.#add('icon.svg', Buffer.from(ICON));
    for (const name of readdirSync(directory)) {
      if (TYPES[extname(name)] !== undefined) this.#add(name, readFileSync(join(directory, name)));
    }
  }

  /** Path of a file by its name. @throws {Error} for a file that was not built. */
  readonly pathOf = (name: string): string => {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`No asset is named ${name}`);
    return path;
  };

  /** The file at a path; null for another path. */
  at(path: string): Asset | null {
    return this.#byPath.get(path) ?? null;
  }

  #add(name: string, body: Buffer): void {
    const extension = extname(name);
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10);
    const path = `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`;
    this.#paths.set(name, path);
    this.#byPath.set(path, {
      type: TYPES[extension] ?? '',
      body,
      gzip: gzipSync(body, { level: 9 }),
      br: brotliCompressSync(body),
    });
  }
}
