import type { FinderDeclaration } from '../declaration';
import { rotkiIndexFinder, type RotkiIndexSettings } from './rotki-index';

/** Index of rotki. */
export const rotkiIndex = {
  id: 'rotki-index',
  needs: 'ROTKI_INDEX_URL',
  readSettings: (read) => {
    const url = read.optionalAddress('ROTKI_INDEX_URL');
    return url === null ? null : { url };
  },
  create: (settings) => [rotkiIndexFinder(settings)],
  environmentAt: (url) => ({ ROTKI_INDEX_URL: `${url}/airdrops/index_v4.json` }),
} as const satisfies FinderDeclaration<RotkiIndexSettings>;
