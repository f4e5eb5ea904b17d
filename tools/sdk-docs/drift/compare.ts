import type { Form, Shape } from './shape';

/**
 * How a type differs from what the document says, each difference by the path of the member: both ways, so that what
 * either of them lacks is named.
 *
 * @param path - what the two are, such as `Drop`.
 */
export function differences(path: string, type: Shape, schema: Shape): string[] {
  const found: string[] = [];
  if (type.isNullable !== schema.isNullable) {
    const [where, other] = schema.isNullable ? ['document', 'type'] : ['type', 'document'];
    found.push(`${path}: nullable in the ${where}, not in the ${other}`);
  }
  const isComparedByItself = path !== type.name && type.name !== undefined && type.name === schema.name;
  return isComparedByItself ? found : [...found, ...formDifferences(path, type.form, schema.form)];
}

function formDifferences(path: string, type: Form, schema: Form): string[] {
  if (type.kind === 'object' && schema.kind === 'object') {
    const names = new Set([...schema.members.keys(), ...type.members.keys()]);
    return [...names].flatMap((name) => {
      const ours = type.members.get(name);
      const theirs = schema.members.get(name);
      if (ours === undefined) return [`${path}.${name}: in the document, not in the type`];
      if (theirs === undefined) return [`${path}.${name}: in the type, not in the document`];
      const member = `${path}.${name}`;
      const optional =
        ours.isOptional === theirs.isOptional
          ? []
          : [
              `${member}: optional in the ${theirs.isOptional ? 'document, not in the type' : 'type, not in the document'}`,
            ];
      return [...optional, ...differences(member, ours.shape(), theirs.shape())];
    });
  }
  if (type.kind === 'list' && schema.kind === 'list') return differences(`${path}[]`, type.items, schema.items);
  if (type.kind === 'values' && schema.kind === 'values') return valueDifferences(path, type.values, schema.values);
  if (type.kind === 'union' && schema.kind === 'union') return unionDifferences(path, type.variants, schema.variants);
  if (type.kind === schema.kind) return [];
  return [`${path}: ${said(schema)} in the document, ${said(type)} in the type`];
}

function valueDifferences(path: string, type: readonly string[], schema: readonly string[]): string[] {
  const missing = schema.filter((value) => !type.includes(value));
  const extra = type.filter((value) => !schema.includes(value));
  return [
    ...missing.map((value) => `${path}: ${value} in the document, not in the type`),
    ...extra.map((value) => `${path}: ${value} in the type, not in the document`),
  ];
}

/** Each variant goes with the one that differs the least from it. */
function unionDifferences(path: string, type: readonly Shape[], schema: readonly Shape[]): string[] {
  if (type.length !== schema.length) {
    return [`${path}: ${schema.length} variants in the document, ${type.length} in the type`];
  }
  const left = [...type];
  return schema.flatMap((theirs, index) => {
    const tried = left.map((ours) => ({ ours, found: differences(`${path}|${index + 1}`, ours, theirs) }));
    const [best] = tried.sort((a, b) => a.found.length - b.found.length);
    if (best === undefined) return [];
    left.splice(left.indexOf(best.ours), 1);
    return best.found;
  });
}

const NAMES: Record<Form['kind'], string> = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  anything: 'anything',
  values: 'an enumeration',
  list: 'an array',
  object: 'an object',
  union: 'one of several',
};

const said = ({ kind }: Form): string => NAMES[kind];
