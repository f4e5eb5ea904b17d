import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../src/openapi/document/openapi-types';
import openApi from '../openapi.json';

const ajv = addFormats(new Ajv2020({ strict: true, allErrors: true }));
// An annotation of OpenAPI: the schemas of the union decide.
ajv.addKeyword('discriminator');
ajv.addSchema({ $id: 'wire', $defs: withoutExtras(openApi.components.schemas) });
const validators = new Map<string, ValidateFunction>();

/** Differences of a value from a schema of the document; empty for a valid value. */
export function schemaViolations(place: string, schema: JsonSchema, value: unknown): string[] {
  const text = withLocalPointers(JSON.stringify(schema));
  let validate = validators.get(text);
  if (validate === undefined) {
    validate = ajv.compile(JSON.parse(text) as JsonSchema);
    validators.set(text, validate);
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra: unknown = params['additionalProperty'];
    return `${place}${instancePath} ${message}${typeof extra === 'string' ? `: ${extra}` : ''}`;
  });
}

function withLocalPointers(text: string): string {
  return text.replaceAll('#/components/schemas/', 'wire#/$defs/');
}

/** Schemas of the document that do not permit additional properties. */
function withoutExtras(schemas: unknown): unknown {
  return JSON.parse(withLocalPointers(JSON.stringify(schemas)), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { ...value, additionalProperties: false }
      : value,
  );
}
