import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import schema from '../../../../../../prisma/catalogue/drop.schema.json';
import { compileSchemaCheck } from './drop-schema';
import { readDropText } from './read-drop';

const GUIDE = readFileSync(join(__dirname, '../../../../../../docs/catalogue.md'), 'utf8');
const EXAMPLES = [...GUIDE.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text!);
const CHECK_SCHEMA = compileSchemaCheck();
const REQUIRED = { id: 'example', name: 'Example', chain: 'ethereum' };

/** Keys that a schema names, as paths from the root: `token.symbol`, `events.title`, `legit.team.score`. */
function keyPaths(node: object, path: readonly string[] = []): string[] {
  const { properties, items, $ref } = node as { properties?: object; items?: object; $ref?: string };
  if ($ref === '#/$defs/event' || $ref === '#/$defs/evidence')
    return keyPaths(schema.$defs[$ref === '#/$defs/event' ? 'event' : 'evidence'], path);
  if (items !== undefined) return keyPaths(items, path);
  return Object.entries(properties ?? {}).flatMap(([key, child]) => [
    [...path, key].join('.'),
    ...keyPaths(child, [...path, key]),
  ]);
}

/** Keys of a parsed example, as the same paths. */
function declaredPaths(value: unknown, path: readonly string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => declaredPaths(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    [...path, key].join('.'),
    ...declaredPaths(child, [...path, key]),
  ]);
}

/** Section of the page that documents a key of the first level. */
function sectionOf(key: string): string {
  return GUIDE.split(/^## /m).find((part) => part.startsWith(`\`${key}\`\n`)) ?? '';
}

const PATHS = keyPaths(schema);

describe('docs/catalogue.md', () => {
  it.each(EXAMPLES.map((text, index) => [index + 1, text] as const))('has the valid example %i', (_, text) => {
    const declared = parse(text) as object;
    const missing = Object.entries(REQUIRED).filter(([key]) => !(key in declared));
    const file = `${missing.map(([key, value]) => `${key}: ${value}\n`).join('')}${text}`;
    const id = (parse(file) as { id: string }).id;
    const { definition, faults } = readDropText(`${id}.yaml`, file, CHECK_SCHEMA);
    expect(faults).toEqual([]);
    expect(definition).not.toBeNull();
  });

  it('lists every key of a file and every key of a group', () => {
    const undocumented = PATHS.filter((path) => {
      const [group, ...keys] = path.split('.');
      if (keys.length === 0) return !GUIDE.includes(`\n| \`${group}\` `);
      const key = keys.at(-1)!;
      // Documented once for all groups.
      if (['source', 'at'].includes(key)) return false;
      return !sectionOf(group!).includes(`| \`${key}\` `);
    });
    expect(undocumented).toEqual([]);
  });

  it('has an example of every key', () => {
    const declared = new Set(EXAMPLES.flatMap((text) => declaredPaths(parse(text))));
    const ofGroups = /^(?!token|events).*\.(source|at)$/;
    expect(PATHS.filter((path) => !declared.has(path) && !ofGroups.test(path))).toEqual([]);
  });

  it('names every finding that limits the legitimacy rating', () => {
    const findings = schema.properties.caps.items.else.enum;
    expect(findings.filter((finding) => !sectionOf('caps').includes(`| \`${finding}\` `))).toEqual([]);
  });
});
