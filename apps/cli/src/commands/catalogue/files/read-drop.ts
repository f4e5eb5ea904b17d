import type { DropDefinition } from '@droptrack/catalogue';
import { checkDrop } from './check-drop';
import type { SchemaCheck } from './drop-schema';
import {
  type CatalogueFault,
  compareFaults,
  type Finding,
  formatPath,
  type Path,
  type Position,
  wholeFile,
} from './fault';
import { normaliseDrop } from './normalise-drop';
import { parseYaml } from './parse-yaml';
import { isRecord, type RawDrop } from './raw-drop';

/** Content of one file, or its errors. */
export interface DropReading {
  /** Null if the file has errors. */
  readonly definition: DropDefinition | null;
  readonly faults: readonly CatalogueFault[];
  /** Id in the file and its position; null without one. Used to detect an id in two files. */
  readonly idAt: (Position & { readonly id: string }) | null;
  /** Position of the value at a path, or of its last step that exists; null if the text is not one valid tree. */
  readonly positionOf: ((path: Path) => Position) | null;
}

const FAULTS_MAX = 100;

/**
 * Reads one catalogue file: parses, validates and normalizes it. Pure. Never throws for the content of the text, and
 * returns all errors, up to a hundred.
 *
 * @param file - name of the file, which determines the id of the drop.
 */
export function readDropText(file: string, text: string, checkSchema: SchemaCheck): DropReading {
  const { parsed, faults: slips } = parseYaml(text);
  const parseFaults = slips.map((slip) => ({ file, path: '', ...slip }));
  if (parsed === null) return { definition: null, faults: limited(parseFaults, file), idAt: null, positionOf: null };

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
    // Valid by the schema and the checks, so the data has the form of RawDrop.
    definition: faults.length === 0 ? normaliseDrop(data as RawDrop) : null,
    faults,
    idAt: typeof id === 'string' ? { id, ...parsed.position({ path: ['id'], on: 'value' }) } : null,
    positionOf: (path) => parsed.position({ path, on: 'value' }),
  };
}

/** Errors without repetitions: an error in an anchored node is found once per alias. */
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
    wholeFile(file, `has more than ${FAULTS_MAX} errors; the others are not listed`),
  ];
}
