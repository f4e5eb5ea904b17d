import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parquetMetadata, parquetRead, parquetReadObjects, parquetSchema, type SchemaElement } from 'hyparquet';

/** Content of a Parquet file. */
interface ReadParquet {
  /** Columns in order. */
  readonly columns: readonly SchemaElement[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows per row group. */
  readonly groups: readonly number[];
  /** Metadata of this program, without its prefix. */
  readonly metadata: Readonly<Record<string, string | undefined>>;
}

const compressors = { GZIP: (compressed: Uint8Array) => gunzipSync(compressed) };

function contentOf(path: string): ArrayBuffer {
  const bytes = readFileSync(path);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** Number of rows of a Parquet file, and all that it contains as text: its metadata, and each different value once. */
export async function readParquetText(path: string): Promise<{ readonly rows: number; readonly text: string }> {
  const file = contentOf(path);
  const texts = new Set((parquetMetadata(file).key_value_metadata ?? []).map(({ key, value }) => `${key}: ${value}`));
  let rows = 0;
  await parquetRead({
    ...{ file, compressors },
    onChunk({ columnData, rowEnd }) {
      rows = Math.max(rows, rowEnd);
      for (const value of columnData as ArrayLike<unknown> & Iterable<unknown>) texts.add(String(value));
    },
  });
  return { rows, text: [...texts].join('\n') };
}

/** Reads a Parquet file by another library than the one that wrote it. */
export async function readParquet(path: string): Promise<ReadParquet> {
  const file = contentOf(path);
  const metadata = parquetMetadata(file);
  const pairs = metadata.key_value_metadata ?? [];
  return {
    columns: parquetSchema(metadata).children.map(({ element }) => element),
    rows: await parquetReadObjects({ file, compressors }),
    groups: metadata.row_groups.map(({ num_rows: rows }) => Number(rows)),
    metadata: Object.fromEntries(pairs.map(({ key, value }) => [key.replace(/^droptrack\./, ''), value])),
  };
}
