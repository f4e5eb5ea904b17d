import { registeredDomain } from '@droptrack/catalogue';
import { isSampleDropId, SAMPLE_ID_PREFIX } from '@droptrack/contracts';
import { parseClaims } from '@droptrack/claims';
import { SOURCE_IDS, sourceQueryViolation } from '@droptrack/connectors';
import { nearMiss } from '@droptrack/program';
import { assetOf } from './asset-of';
import { checkEvents, checkSnapshot } from './check-calendar';
import { checkAmounts, checkPrice } from './check-figures';
import { checkClaimed, checkQuantities } from './check-quantities';
import { checkOutcome } from './check-outcome';
import { checkMethod } from './check-method';
import { type Finding, type Path, quote } from './fault';
import { isRecord } from './raw-drop';

const RESERVED = `must not begin with ${quote(SAMPLE_ID_PREFIX)}, which only sample drops do`;
const RANGES = ['fdv_usd', 'supply_share', 'eligible_wallets'] as const;
const SINGLE_FACTS = ['chain', 'status'] as const;
const FACT_GROUPS = ['token', 'snapshot', 'distribution', 'claim', 'value', 'outcome', 'cost', 'effort'] as const;

/**
 * Errors that the schema cannot detect. Skips parts of the wrong form, so that it also runs on data that the schema
 * rejects, and all errors are reported together.
 *
 * @param data - data of a file, valid or not.
 * @param name - name of the file without extension, which must be the id of the drop.
 */
export function checkDrop(data: unknown, name: string): Finding[] {
  if (!isRecord(data)) return [];
  const { id } = data;
  const misnamed = typeof id === 'string' && id !== name;
  return [
    ...(misnamed ? [found(['id'], `must be the name of the file, ${quote(name)}`)] : []),
    ...(typeof id === 'string' && isSampleDropId(id) ? [found(['id'], RESERVED)] : []),
    ...checkSnapshot(data['snapshot'], data['events']),
    ...checkClaim(data['claim'], data['token']),
    ...checkSources(data['sources']),
    ...checkEvents(data['events']),
    ...checkRanges(data['value']),
    ...checkAmounts(data),
    ...checkPrice(data),
    ...checkCaps(data['caps']),
    ...checkQuantities(data),
    ...checkClaimed(data),
    ...checkOutcome(data),
    ...checkMethod(data),
    ...checkOfficialDomains(data['official_domains']),
    ...checkUndatable(data),
  ];
}

function checkRanges(value: unknown): Finding[] {
  if (!isRecord(value)) return [];
  return RANGES.flatMap((name) => {
    const fact = value[name];
    const range = isRecord(fact) ? fact['value'] : fact;
    if (!Array.isArray(range) || range.length !== 2) return [];
    const [p10, p90]: unknown[] = range;
    if (typeof p10 !== 'number' || typeof p90 !== 'number' || p10 <= p90) return [];
    return [found(isRecord(fact) ? ['value', name, 'value'] : ['value', name], 'p10 must not be above p90')];
  });
}

/** Errors for a finding that is stated twice, as a word and with its page. */
function checkCaps(caps: unknown): Finding[] {
  if (!Array.isArray(caps)) return [];
  const findings = caps.map((cap: unknown) => (isRecord(cap) ? cap['finding'] : cap));
  return findings.flatMap((finding, index) => {
    const isRepeated = typeof finding === 'string' && findings.indexOf(finding) < index && isRecord(caps[index]);
    return isRepeated ? [found(['caps', index], `must not state ${quote(finding)} again`)] : [];
  });
}

/** Errors for a host on which strangers have pages as well. */
function checkOfficialDomains(domains: unknown): Finding[] {
  if (!Array.isArray(domains)) return [];
  return domains.flatMap((each: unknown, index) => {
    const domain = isRecord(each) ? each['domain'] : null;
    if (typeof domain !== 'string' || registeredDomain(domain)?.isShared === false) return [];
    return [
      found(
        ['official_domains', index, 'domain'],
        'must be a domain of the project, not a platform or a public suffix',
      ),
    ];
  });
}

/** Errors for an `at` without a source. */
function checkUndatable(data: Readonly<Record<string, unknown>>): Finding[] {
  if (data['source'] !== undefined) return [];
  const events = Array.isArray(data['events']) ? data['events'] : [];
  const groups = FACT_GROUPS.flatMap((name) => {
    const group = data[name];
    if (!isRecord(group) || group['source'] !== undefined) return [];
    const facts = Object.entries(group).flatMap(([key, fact]) => undatable(fact, [name, key]));
    return [...undatable(group, [name]), ...facts];
  });
  const claim = data['claim'];
  const lists = isRecord(claim) && claim['source'] === undefined && isRecord(claim['lists']) ? claim['lists'] : {};
  return [
    ...undatable(data, []),
    ...SINGLE_FACTS.flatMap((name) => undatable(data[name], [name])),
    ...groups,
    ...Object.entries(lists).flatMap(([name, list]) => {
      const root = isRecord(list) && list['source'] === undefined ? list['root'] : undefined;
      return [...undatable(list, ['claim', 'lists', name]), ...undatable(root, ['claim', 'lists', name, 'root'])];
    }),
    ...events.flatMap((event, index) => undatable(event, ['events', index])),
  ];
}

function undatable(holder: unknown, path: Path): Finding[] {
  if (!isRecord(holder) || holder['at'] === undefined || holder['source'] !== undefined) return [];
  return [{ path: [...path, 'at'], on: 'key', message: 'requires a source' }];
}

const found = (path: Path, message: string): Finding => ({ path, message, on: 'value' });

/**
 * Errors of `claim` that the schema cannot detect: a contract with a wrong checksum, a function that is not known to
 * report claims, arguments that it does not accept, a chain without a known id.
 *
 * @param token - `token` of the drop, of any form.
 */
export function checkClaim(claim: unknown, token: unknown): Finding[] {
  return parseClaims(claim, assetOf(token)).faults.map(({ path, message }) => ({
    path: ['claim', ...path],
    // A claim as a whole, or that of a list, is named by its key.
    on: path.length === 0 || (path[0] === 'lists' && path.length === 2) ? 'key' : 'value',
    message,
  }));
}

/** Errors of `sources`: unknown sources and invalid queries. */
export function checkSources(sources: unknown): Finding[] {
  if (!isRecord(sources)) return [];
  return Object.entries(sources).flatMap(([name, declared]): Finding[] => {
    const source = SOURCE_IDS.find((id) => id === name);
    const path = ['sources', name];
    if (source === undefined) return [{ path, on: 'key', message: describeUnknown(name) }];
    if (declared === false) return [];
    const fault = sourceQueryViolation(source, declared);
    return fault === null ? [] : [{ path, on: 'value', message: `${fault}, or false` }];
  });
}

function describeUnknown(name: string): string {
  const meant = nearMiss(name, SOURCE_IDS);
  const known = meant === null ? `known sources are ${SOURCE_IDS.join(', ')}` : `did you mean ${quote(meant)}?`;
  return `unknown source ${quote(name)}; ${known}`;
}
