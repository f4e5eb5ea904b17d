import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects, parquetSchema, type SchemaElement } from 'hyparquet';

/** Content of a Parquet file. */
export interface ReadParquet {
  /** Columns in order. */
  readonly columns: readonly SchemaElement[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows per row group. */
  readonly groups: readonly number[];
  /** Metadata of this program, without its prefix. */
  readonly metadata: Readonly<Record<string, string | undefined>>;
}

/** Reads a Parquet file by another library than the one that wrote it. */
export async function readParquet(path: string): Promise<ReadParquet> {
  const bytes = readFileSync(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const metadata = parquetMetadata(file);
  const pairs = metadata.key_value_metadata ?? [];
  return {
    columns: parquetSchema(metadata).children.map(({ element }) => element),
    rows: await parquetReadObjects({ file, compressors: { GZIP: (compressed) => gunzipSync(compressed) } }),
    groups: metadata.row_groups.map(({ num_rows: rows }) => Number(rows)),
    metadata: Object.fromEntries(pairs.map(({ key, value }) => [key.replace(/^droptrack\./, ''), value])),
  };
}
