import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { assertSameNames, DocumentationError } from './documentation-error';
import type { Route } from './nest-routes';
import type { JsonSchema, RequestBodyObject } from './openapi-types';
import type { BodyDocs } from './route-docs';

/**
 * Request body of an operation: schema and descriptions from its contract, examples from its documentation.
 *
 * @param contracts - schemas by contract name.
 * @throws {DocumentationError} if the body is not documented, or if DTO and contract have different members.
 */
export function requestBody(
  { bodyDto: dto, bodyBytesMax }: Pick<Route, 'bodyBytesMax'> & { readonly bodyDto: Type<object> },
  docs: BodyDocs | undefined,
  contracts: Readonly<Record<string, JsonSchema>>,
): RequestBodyObject {
  const contract = docs && contracts[docs.contract];
  if (docs === undefined || contract === undefined) throw new DocumentationError(`body ${dto.name}: not documented`);
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const members = rules.map(({ propertyName }) => propertyName);
  assertSameNames(`contract of ${dto.name}`, members, Object.keys(contract['properties'] as object));
  const examples = Object.entries(docs.examples).map(
    ([name, { summary, body }]) => [name, { summary, value: body }] as const,
  );
  return {
    required: true,
    description: `${docs.description} At most ${bodyBytesMax / 1024} KiB. Unknown properties are rejected.`,
    content: {
      'application/json': {
        schema: { ...contract, additionalProperties: false },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
