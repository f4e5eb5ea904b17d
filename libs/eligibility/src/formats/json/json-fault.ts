/** What keeps a document from being read on. No sentence repeats what is in it. */
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

/** A document that cannot be read on. Its message never holds what is in it. */
export class JsonFaultError extends Error {
  override readonly name = 'JsonFaultError';
  constructor(
    /** For programs. */
    readonly reason: JsonFaultReason,
  ) {
    super(SENTENCES[reason]);
  }
}
