import type { ExplainedDropList } from '@droptrack/contracts';
import { version } from '../../../../package.json';
import type { Metadata } from '../parquet/parquet-file';
import type { PartFile } from './part-file';
import type { Place } from './place';

/** Facts about an allocation list that its rows do not contain. */
export type ListFacts = Pick<ExplainedDropList, 'total' | 'decimals' | 'root' | 'root_published'>;

/** Version of the columns and of the metadata; grows with every change that a reader can notice. */
export const SCHEMA_VERSION = 2;
/** Program that writes files for analysts. */
export const GENERATOR = `droptrack ${version}`;

/** Origin of the rows, which a Parquet file contains as its metadata. */
export function metadataOf(
  { head, rows, sum }: Pick<PartFile, 'head' | 'rows'> & { readonly sum: string },
  { what, dropId, list, facts }: Pick<Place, 'what' | 'dropId' | 'list' | 'facts'>,
): Metadata & { readonly generator: string } {
  return {
    kind: what,
    drop: dropId,
    as_of: head.asOf,
    list,
    list_version: head.version,
    list_total: facts?.total ?? null,
    decimals: facts?.decimals ?? null,
    root: facts?.root ?? null,
    root_published: facts?.root_published ?? null,
    rows,
    ndjson_sha256: sum,
    schema_version: SCHEMA_VERSION,
    generator: GENERATOR,
  };
}
