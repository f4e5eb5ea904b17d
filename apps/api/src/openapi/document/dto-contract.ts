import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { Components } from './component-schemas';
import { assertSameNames } from './documentation-error';
import type { JsonSchema } from './openapi-types';

/** `Query` for the contract of a query, nothing for that of a body. */
type Suffix = 'Query' | '';

/**
 * Name of the contract of a DTO: `ListDropsDto` has the rules of the query `ListDropsQuery`, and `CreateWebhookDto` those of
 * the body `CreateWebhook`. Empty without a DTO, and for one without members.
 */
export const contractName = (dto: Type | null, suffix: Suffix): string[] =>
  dto === null || membersOf(dto).length === 0 ? [] : [dto.name.replace(/Dto$/, suffix)];

/**
 * Members of a DTO, in its order, with their schemas in the contract.
 *
 * @throws {DocumentationError} for a member that only one of the two has.
 */
export function contractMembers(dto: Type, suffix: Suffix, contracts: Components): [name: string, JsonSchema][] {
  const members = membersOf(dto);
  const [contract] = contractName(dto, suffix).map((name) => contracts[name]?.['properties'] ?? {});
  const properties = (contract ?? {}) as Record<string, JsonSchema>;
  assertSameNames(`contract of ${dto.name}`, members, Object.keys(properties));
  return members.map((name) => [name, properties[name] ?? {}]);
}

function membersOf(dto: Type): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}
