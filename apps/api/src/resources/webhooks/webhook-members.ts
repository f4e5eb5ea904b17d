import {
  DROP_ID_LENGTH_MAX,
  DROP_ID_PATTERN,
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_LIMITS,
} from '@droptrack/contracts';
import type { MemberCheck, MemberFault } from '../../platform/input/checked-member.decorator';

/** What of an endpoint's members can be judged without knowing the catalogue, the configuration or the network. */

const fault = (path: string, code: string, detail: string): MemberFault => ({ path, code, detail });
const only = (fault: MemberFault | null): MemberFault[] => (fault === null ? [] : [fault]);

/** Whether it is an address that can be delivered to is judged later. */
export const checkUrl: MemberCheck = (value) =>
  only(typeof value === 'string' ? null : fault('', 'type', 'must be a string'));

export const checkEnabled: MemberCheck = (value) =>
  only(typeof value === 'boolean' ? null : fault('', 'type', 'must be true or false'));

/** What no table keeps and no page shows: control characters, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/u;

export const checkDescription: MemberCheck = (value) => {
  if (value === null) return [];
  if (typeof value !== 'string') return [fault('', 'type', 'must be a string or null')];
  if (value.length > WEBHOOK_LIMITS.descriptionLength) {
    return [fault('', 'length', `must have at most ${WEBHOOK_LIMITS.descriptionLength} characters`)];
  }
  return UNPRINTABLE.test(value) ? [fault('', 'format', 'must be one line of text, without control characters')] : [];
};

const NAMES: ReadonlySet<unknown> = new Set([...WEBHOOK_EVENT_TYPES, ...WEBHOOK_EVENT_GROUPS]);

export const checkEvents: MemberCheck = (value) =>
  checkList(value, WEBHOOK_LIMITS.events, (name) =>
    NAMES.has(name) ? null : ['enum', `must be one of ${[...NAMES].join(', ')}`],
  );

/** Slugs of drops are looked up later. */
export const checkFilters: MemberCheck = (value) => {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [fault('', 'type', 'must be a JSON object or null')];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, member]) => {
    const check = FILTERS.get(name);
    if (check === undefined)
      return [fault('', 'unknown', `contains an unknown property; expected one of ${KNOWN_FILTERS}`)];
    return member === null ? [] : check(member).map((found) => ({ ...found, path: `/${name}${found.path}` }));
  });
};

const checkSlugs =
  (of: string): MemberCheck =>
  (value) =>
    checkList(value, WEBHOOK_LIMITS.filterNames, (slug) =>
      typeof slug === 'string' && slug.length <= DROP_ID_LENGTH_MAX && DROP_ID_PATTERN.test(slug)
        ? null
        : ['format', `must be the slug of a ${of}`],
    );

const checkMinHype: MemberCheck = (value) =>
  only(
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100
      ? null
      : fault('', 'range', 'must be an integer from 0 to 100, or null'),
  );

const FILTERS: ReadonlyMap<string, MemberCheck> = new Map([
  ['drops', checkSlugs('drop')],
  ['chains', checkSlugs('chain')],
  ['min_hype', checkMinHype],
]);
const KNOWN_FILTERS = [...FILTERS.keys()].join(', ');

/** A list of names, each once. @param judge - code and sentence of what is wrong with one of them. */
function checkList(
  value: unknown,
  most: number,
  judge: (name: unknown) => readonly [code: string, detail: string] | null,
): MemberFault[] {
  if (!Array.isArray(value)) return [fault('', 'type', 'must be an array')];
  if (value.length === 0 || value.length > most) return [fault('', 'range', `must contain 1 to ${most} items`)];
  const names: readonly unknown[] = value;
  return names.flatMap((name, index) => {
    const wrong = judge(name) ?? (names.indexOf(name) < index ? REPEATED : null);
    return wrong === null ? [] : [fault(`/${index}`, ...wrong)];
  });
}
const REPEATED = ['repeated', 'is a duplicate'] as const;
