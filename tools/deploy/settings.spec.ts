import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { containersOf, podsOf, readManifests } from './k8s-manifests';

const ROOT = join(__dirname, '../..');
const UNITS = 'deploy/systemd/units';
const BASE = 'deploy/k8s/base';
const textOf = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

/** Names of variables in assignments, one a line or several. */
const namesIn = (text: string): string[] => [...text.matchAll(/\b([A-Z][A-Z_]{2,})=/g)].map(([, name]) => name!);

const ofMachine = namesIn(textOf('deploy/systemd/droptrack.env'));
const ofUnits = readdirSync(join(ROOT, UNITS), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(service|conf)$/.test(name))
  .flatMap((name) => textOf(UNITS, name).match(/^Environment=.*$/gm) ?? [])
  .flatMap(namesIn);
const overlay = parse(textOf('deploy/k8s/overlays/example/kustomization.yaml')) as {
  configMapGenerator: { literals: string[] }[];
};
const ofCluster = [
  ...podsOf(readManifests(join(ROOT, BASE))).flatMap(([, pod]) =>
    containersOf(pod).flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ),
  ...namesIn(textOf(BASE, 'settings.env')),
  ...overlay.configMapGenerator.flatMap(({ literals }) => literals.flatMap(namesIn)),
];

describe('the settings of an installation', () => {
  it.each([
    ['the machine', ofMachine],
    ['the units', ofUnits],
    ['the cluster', ofCluster],
  ])('of %s are in .env.example', (_, names) => {
    // Node.js reads this one.
    const known = new Set(['NODE_OPTIONS', ...(textOf('.env.example').match(/\b[A-Z][A-Z_]{2,}\b/g) ?? [])]);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  // systemd prefers the file.
  it('of a unit are not in the file of all units', () => {
    expect(ofMachine.filter((name) => ofUnits.includes(name))).toEqual([]);
  });
});
