import type { FinderDeclaration } from '../declaration';
import { discourseFinders, type DiscourseSettings } from './discourse';

/** Forums that the operator selects, one finder each. */
export const discourse = {
  id: 'discourse',
  needs: 'DISCOURSE_FORUMS',
  readSettings: (read) => {
    const urls = read.addresses('DISCOURSE_FORUMS', []);
    return urls.length === 0 ? null : { urls };
  },
  create: discourseFinders,
  environmentAt: (url) => ({ DISCOURSE_FORUMS: url }),
} as const satisfies FinderDeclaration<DiscourseSettings>;
