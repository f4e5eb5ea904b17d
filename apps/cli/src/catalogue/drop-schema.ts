import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import schema from '../../../../prisma/catalogue/drop.schema.json';
import { type Finding, formatPath } from './fault';
import { describeViolation } from './schema-words';

/** Violations of the JSON Schema of catalogue files, each once. */
export type SchemaCheck = (data: unknown) => Finding[];

/** Maximum number of violations: the search for near misses runs for each. */
const VIOLATIONS_MAX = 500;

/** Compiles the schema. Takes some 50 ms, so it is done once for all files. */
export function compileSchemaCheck(): SchemaCheck {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true });
  addFormats(ajv, ['date', 'uri']);
  // Editors show this text for a pattern that does not match, and so does the check.
  ajv.addVocabulary(['patternErrorMessage']);
  const validate = ajv.compile(schema);
  return (data) => {
    if (validate(data)) return [];
    return once(
      (validate.errors ?? []).slice(0, VIOLATIONS_MAX).flatMap((error) => describeViolation(error, data) ?? []),
    );
  };
}

/** One finding per value: a text that fails its pattern also fails its format. */
function once(findings: readonly Finding[]): Finding[] {
  const kept = new Map<string, Finding>();
  for (const finding of findings) {
    const missing = finding.message.endsWith(' is missing') ? finding.message : '';
    const key = `${formatPath(finding.path)} ${missing}`;
    if (!kept.has(key)) kept.set(key, finding);
  }
  return [...kept.values()];
}
