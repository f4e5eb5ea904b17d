import type { DropDefinition } from '@droptrack/catalogue';
import { listCatalogueFiles, readCatalogueText } from './catalogue-files';
import { compileSchemaCheck } from './drop-schema';
import { type CatalogueFault, compareFaults, quote, wholeFile } from './fault';
import { type DropReading, readDropText } from './read-drop';

export type { CatalogueFault } from './fault';

/** Content of a folder of catalogue files. */
export interface CatalogueReading {
  /** Drops of the files without errors, by id. */
  readonly definitions: DropDefinition[];
  /** Errors of all files, by file and line. */
  readonly faults: CatalogueFault[];
}

/**
 * Reads every catalogue file of a folder.
 *
 * Never throws for the content of the folder: missing, unreadable and invalid files are reported together as errors. The
 * caller decides whether to continue without them.
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
  const conflicting = new Set(repeated.map(({ file }) => file));
  const definitions = [...readings].flatMap(([file, { definition }]) =>
    definition === null || conflicting.has(file) ? [] : [definition],
  );
  return {
    definitions: definitions.sort((a, b) => (a.id < b.id ? -1 : 1)),
    faults: [...[...readings.values()].flatMap(({ faults }) => faults), ...repeated].sort(compareFaults),
  };
}

function unread(file: string, fault: string): DropReading {
  return { definition: null, faults: [wholeFile(file, fault)], idAt: null };
}

/** Errors for an id that several files use, one per file. */
function findRepeatedIds(readings: ReadonlyMap<string, DropReading>): CatalogueFault[] {
  const uses = new Map<string, { file: string; line: number; column: number }[]>();
  for (const [file, { idAt }] of readings) {
    if (idAt === null) continue;
    uses.set(idAt.id, [...(uses.get(idAt.id) ?? []), { file, line: idAt.line, column: idAt.column }]);
  }
  return [...uses].flatMap(([id, places]) =>
    places.flatMap((place) => {
      const other = places.find(({ file }) => file !== place.file);
      if (other === undefined) return [];
      return [{ ...place, path: 'id', message: `${quote(id)} is also the id in ${other.file}:${other.line}` }];
    }),
  );
}
