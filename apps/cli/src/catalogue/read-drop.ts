import type { DropDefinition } from '@droptrack/catalogue';
import { checkDrop } from './check-drop';
import type { SchemaCheck } from './drop-schema';
import { type CatalogueFault, compareFaults, type Finding, formatPath, type Position, wholeFile } from './fault';
import { normaliseDrop } from './normalise-drop';
import { parseYaml } from './parse-yaml';
import type { RawDrop } from './raw-drop';
import { isRecord } from './record';

/** What one file says, or what is wrong with it. */
export interface DropReading {
  /** Null unless the file is without fault. */
  readonly definition: DropDefinition | null;
  readonly faults: readonly CatalogueFault[];
  /** The id it claims, and where; null when it claims none. For ids that two files claim. */
  readonly claim: (Position & { readonly id: string }) | null;
}

const FAULTS_MAX = 100;

/**
 * Reads one catalogue file. Pure: parses, checks, normalises; never throws for
 * what the text holds, and lists every fault (the first hundred) at once.
 *
 * @param file - its name, from which the drop's id follows.
 */
export function readDropText(file: string, text: string, checkSchema: SchemaCheck): DropReading {
  const { parsed, faults: slips } = parseYaml(text);
  const parseFaults = slips.map((slip) => ({ file, path: '', ...slip }));
  if (parsed === null) return { definition: null, faults: limited(parseFaults, file), claim: null };

  const { data } = parsed;
  const place = ({ path, on, message }: Finding) => ({
    file,
    ...parsed.position({ path, on }),
    path: formatPath(path),
    message,
  });
  const findings = [...checkSchema(data), ...checkDrop(data, file.replace(/\.ya?ml$/, ''))];
  const faults = limited([...parseFaults, ...distinct(findings.slice(0, FAULTS_MAX + 1).map(place))], file);
  const id = isRecord(data) ? data['id'] : null;
  return {
    // The schema and the checks found nothing: the data has the form of RawDrop.
    definition: faults.length === 0 ? normaliseDrop(data as RawDrop) : null,
    faults,
    claim: typeof id === 'string' ? { id, ...parsed.position({ path: ['id'], on: 'value' }) } : null,
  };
}

/** A fault in what an anchor names is found once for each alias, and told once. */
function distinct(faults: readonly CatalogueFault[]): CatalogueFault[] {
  const kept = new Map(
    faults.map((fault) => [`${fault.line}:${fault.column} ${fault.message}`, fault] as const).reverse(),
  );
  return [...kept.values()];
}

function limited(faults: readonly CatalogueFault[], file: string): CatalogueFault[] {
  const sorted = [...faults].sort(compareFaults);
  if (sorted.length <= FAULTS_MAX) return sorted;
  return [
    ...sorted.slice(0, FAULTS_MAX),
    wholeFile(file, `has more than ${FAULTS_MAX} faults; the rest is not listed`),
  ];
}
