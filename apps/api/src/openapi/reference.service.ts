import openApi from '../../openapi.json';
import { ICON, renderPage } from '../platform/pages/page';
import { STYLE } from '../platform/pages/style';
import { StaticFile } from '../platform/responses/static-file';
import { SECTIONS } from './reference/described-api';
import { overviewPage, sectionPage } from './reference/pages';

/** OpenAPI document, and the pages that render it without scripts. */
export class ReferenceService {
  /**
   * The checked-in document. Its server URL is relative, so that clients call the host from which they loaded the document.
   */
  readonly document = new StaticFile(Buffer.from(JSON.stringify(openApi)), 'application/json; charset=utf-8');
  readonly #rendered = new Map<string, StaticFile>();
  readonly #files: ReadonlyMap<string, () => StaticFile>;

  /** @param apiUrl - base URL of the API in examples. */
  constructor(apiUrl: string) {
    this.#files = new Map([
      ['reference.css', () => new StaticFile(Buffer.from(STYLE), 'text/css; charset=utf-8')],
      ['icon.svg', () => new StaticFile(Buffer.from(ICON), 'image/svg+xml')],
      ['', () => renderPage(overviewPage())],
      ...SECTIONS.map((section): [string, () => StaticFile] => [
        section.name.toLowerCase(),
        () => renderPage(sectionPage(section, apiUrl)),
      ]),
    ]);
  }

  /** Page or file by its name, the overview by an empty one; null if there is none. It is rendered by its first reader. */
  file(name: string): StaticFile | null {
    const rendered = this.#rendered.get(name) ?? this.#files.get(name)?.();
    if (rendered !== undefined) this.#rendered.set(name, rendered);
    return rendered ?? null;
  }
}
