import type { DropExplanation } from '@droptrack/contracts';

/** Official site of a drop in the catalogue; null if it states none. */
export const siteOf = ({ links }: Pick<DropExplanation, 'links'>): string | null =>
  links.find(({ name }) => name === 'site')?.url ?? null;
