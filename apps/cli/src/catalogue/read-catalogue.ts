import type { DropDefinition } from '@droptrack/catalogue';
import { listCatalogueFiles, readCatalogueText } from './catalogue-files';
import { compileSchemaCheck } from './drop-schema';
import { type CatalogueFault, compareFaults, quote, wholeFile } from './fault';
import { type DropReading, readDropText } from './read-drop';

export type { CatalogueFault } from './fault';

/** What a folder of catalogue files says. */
export interface CatalogueReading {
  /** The drops of the files without fault, by id. */
  readonly definitions: DropDefinition[];
  /** All that is wrong, over all files, by file and line. */
  readonly faults: CatalogueFault[];
}

/**
 * Reads every catalogue file of a folder.
 *
 * Never throws for what the folder holds: files that are missing, unreadable or
 * wrong come back as faults, all at once. Whether to go on without the faulty
 * ones is the caller's to decide.
 */
export async function readCatalogue(dir: string): Promise<CatalogueReading> {
  const list = await listCatalogueFiles(dir);
  if ('fault' in list) return { definitions: [], faults: [wholeFile('', list.fault)] };

  const checkSchema = compileSchemaCheck();
  const readings = new Map<string, DropReading>();
  for (const file of list.names) {
    const read = await readCatalogueText(dir, file);
    readings.set(file, 'text' in read ? readDropText(file, read.text, checkSchema) : unread(file, read.fault));
  }
  const repeated = findRepeatedIds(readings);
  const spoilt = new Set(repeated.map(({ file }) => file));
  const definitions = [...readings].flatMap(([file, { definition }]) =>
    definition === null || spoilt.has(file) ? [] : [definition],
  );
  return {
    definitions: definitions.sort((a, b) => (a.id < b.id ? -1 : 1)),
    faults: [...[...readings.values()].flatMap(({ faults }) => faults), ...repeated].sort(compareFaults),
  };
}

function unread(file: string, fault: string): DropReading {
  return { definition: null, faults: [wholeFile(file, fault)], claim: null };
}

/** A fault at each place where an id is claimed that another file claims as well. */
function findRepeatedIds(readings: ReadonlyMap<string, DropReading>): CatalogueFault[] {
  const claims = new Map<string, { file: string; line: number; column: number }[]>();
  for (const [file, { claim }] of readings) {
    if (claim === null) continue;
    claims.set(claim.id, [...(claims.get(claim.id) ?? []), { file, line: claim.line, column: claim.column }]);
  }
  return [...claims].flatMap(([id, places]) =>
    places.flatMap((place) => {
      const other = places.find(({ file }) => file !== place.file);
      if (other === undefined) return [];
      return [{ ...place, path: 'id', message: `${quote(id)} is also the id in ${other.file}:${other.line}` }];
    }),
  );
}
