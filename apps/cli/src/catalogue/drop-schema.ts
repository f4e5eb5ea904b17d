import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import schema from '../../../../prisma/catalogue/drop.schema.json';
import { type Finding, formatPath } from './fault';
import { describeViolation } from './schema-words';

/** Finds every violation of the catalogue's JSON Schema in a file's data, each once. */
export type SchemaCheck = (data: unknown) => Finding[];

/** More than a person reads, few enough to look for near misses in each. */
const VIOLATIONS_MAX = 500;

/** Compiles the schema; takes some 50 ms, so it is made once for all files. */
export function compileSchemaCheck(): SchemaCheck {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
  addFormats(ajv, ['date', 'uri']);
  // Editors show this text for a pattern that does not match; so do we.
  ajv.addVocabulary(['patternErrorMessage']);
  const validate = ajv.compile(schema);
  return (data) => {
    if (validate(data)) return [];
    return once(
      (validate.errors ?? []).slice(0, VIOLATIONS_MAX).flatMap((error) => describeViolation(error, data) ?? []),
    );
  };
}

/** One finding for each value: a text that fails its pattern fails its format as well. */
function once(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>();
  for (const finding of findings) {
    const missing = finding.message.endsWith(' is missing') ? finding.message : '';
    const key = `${formatPath(finding.path)} ${missing}`;
    if (!kept.has(key)) kept.set(key, finding);
  }
  return [...kept.values()];
}
