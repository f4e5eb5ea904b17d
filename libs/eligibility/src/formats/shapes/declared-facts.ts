import { readHash } from '../bytes';
import type { JsonPath, JsonValue } from '../json/json-value';
import type { MetadataCollector } from '../list-metadata';

const ROOTS: readonly unknown[] = ['merkleRoot', 'merkle_root', 'merklRoot'];
/** Name of a root, and of other things. */
const ROOT = 'root';
const TOTALS: readonly unknown[] = ['tokenTotal', 'token_total'];

/** True for the name of a member beside a list that states a fact about it. */
export const isFactName = (name: unknown): boolean => ROOTS.includes(name) || name === ROOT || TOTALS.includes(name);

/**
 * Collects a fact that a member beside the list states: the root of its tree, or the sum of its amounts in base units. Members
 * with other names are ignored, as is null.
 *
 * @throws {UnreadableListError} for an invalid root or total, and for one that differs from a previous one.
 */
export function stateFact(metadata: MetadataCollector, path: JsonPath, value: JsonValue): void {
  const name = path.at(-1);
  metadata.pages.state(name, value);
  if (value === null) return;
  if (ROOTS.includes(name) || (name === ROOT && readHash(value) !== null)) metadata.root(value);
  if (TOTALS.includes(name)) metadata.total(value);
}
