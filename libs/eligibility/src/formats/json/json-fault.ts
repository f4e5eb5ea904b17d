/** Messages of invalid documents. They never contain data of the document. */
const SENTENCES = {
  syntax: 'here it is not valid JSON',
  cut_off: 'it is cut off: the JSON does not end',
  not_utf8: 'here it is not UTF-8',
  doubled_name: 'an object has two members of one name',
  deep: 'objects and arrays are nested more than 32 deep',
  long_text: 'a text in it is longer than 1 MiB',
  large_value: 'an entry consists of more than 20000 values',
} as const;
export type JsonFaultReason = keyof typeof SENTENCES;

/** Invalid JSON document. Its message never contains data of the document. */
export class JsonFaultError extends Error {
  override readonly name = 'JsonFaultError';
  constructor(
    /** Code of the reason. */
    readonly reason: JsonFaultReason,
  ) {
    super(SENTENCES[reason]);
  }
}
