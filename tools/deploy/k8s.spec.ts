import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { containersOf, type Manifest, parseManifests, podsOf, readManifests } from './k8s-manifests';
import { violationsOf } from './k8s-relations';
import { section } from './page';

const ROOT = join(__dirname, '../..');
const BASE = join(ROOT, 'deploy/k8s/base');
const OVERLAY = join(ROOT, 'deploy/k8s/overlays/example');
const textOf = (...path: string[]): string => readFileSync(join(...path), 'utf8');

const manifests = [...readManifests(BASE), ...readManifests(OVERLAY)];
const kustomization = parse(textOf(BASE, 'kustomization.yaml')) as { resources: string[] };
const overlay = parse(textOf(OVERLAY, 'kustomization.yaml')) as {
  images: { name: string; newTag?: string; digest?: string }[];
};

/** The objects after a change of their text. */
function changed(from: string, to: string): Manifest[] {
  const text = manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n');
  expect(text).toContain(from);
  return parseManifests(text.replace(from, to));
}

describe('the manifests', () => {
  it('are all applied', () => {
    const applied = kustomization.resources.flatMap((file) => parseManifests(textOf(BASE, file)));
    expect(applied).toHaveLength(readManifests(BASE).length);
  });

  it('agree with each other, and with the profile restricted', () => expect(violationsOf(manifests)).toEqual([]));

  it.each([
    [
      'a selector of other labels',
      '"podSelector":{"matchLabels":{"app.kubernetes.io/name":"droptrack-worker"',
      'selects no pod',
    ],
    ['a Service with another port', '"targetPort":"http"', 'that its pods lack'],
    ['a budget for all pods', '"maxUnavailable":1,"selector"', 'lets all pods be evicted'],
    ['an Ingress without its Service', '"service":{"name":"droptrack-api"', 'that does not exist'],
    ['root', '"runAsNonRoot":true', 'can run as root'],
    ['a container with privileges', '"allowPrivilegeEscalation":false', 'can gain privileges'],
    ['a secret that is not mounted', '"path":"redis-url"', 'that is not mounted'],
    ['a probe at another port', '"httpGet":{"path":"/readyz","port":"metrics"', 'is probed at'],
  ])('are rejected with %s', (_, from, violation) => {
    const to = from.replace(/(true|false|1|"[\w-]+")((?:,"selector")?)$/, (_all, value: string, rest: string) =>
      value === '1' ? `2${rest}` : value === 'true' ? 'false' : value === 'false' ? 'true' : '"other"',
    );
    expect(violationsOf(changed(from, to)).join()).toContain(violation);
  });

  it('start API and worker after the migrations', () => {
    const waiting = podsOf(manifests).filter(([, { spec }]) =>
      spec.initContainers?.some(({ args }) => args?.join(' ') === 'migrate --check'),
    );
    expect(waiting.map(([name]) => name).sort()).toEqual(['droptrack-api', 'droptrack-worker']);
  });

  it('run one image, whose version the overlay names', () => {
    const images = new Set(podsOf(manifests).flatMap(([, pod]) => containersOf(pod).map(({ image }) => image)));
    expect([...images]).toEqual(overlay.images.map(({ name }) => name));
    expect(overlay.images.every(({ newTag, digest }) => digest !== undefined || /^\d/.test(newTag ?? ''))).toBe(true);
  });
});

describe('the lines of the page', () => {
  const lines = section('Kubernetes');
  const namedBy = (pattern: RegExp): string[] => [...new Set([...lines.matchAll(pattern)].map(([, name]) => name!))];
  const namesOf = (kind: string): string[] =>
    manifests.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);

  it.each([
    ['Deployment', /\bdeployment\/([\w-]+)/g],
    ['Job', /\bjob[ /](droptrack[\w-]*)/g],
    ['Namespace', /--namespace ([\w-]+)/g],
  ])('name every %s as the manifests do', (kind, pattern) => {
    const named = namedBy(pattern);
    expect(named.length).toBeGreaterThan(0);
    expect(namesOf(kind)).toEqual(expect.arrayContaining(named));
  });

  it('make the secrets that pods read, from files that neither the repository nor the image contains', () => {
    const secrets = podsOf(manifests).flatMap(([, { spec }]) =>
      (spec.volumes ?? []).flatMap(({ secret }) => secret ?? []),
    );
    expect(namedBy(/create secret generic ([\w-]+)/g)).toEqual(
      [...new Set(secrets.map((each) => each.secretName))].sort(),
    );
    const keys = secrets.flatMap(({ items }) => items.map(({ path }) => path));
    expect(namedBy(/--from-file=deploy\/secrets\/([\w-]+)/g).sort()).toEqual([...new Set(keys)].sort());
    expect(namedBy(/--from-file=(?!deploy\/secrets\/)(\S+)/g)).toEqual([]);
    expect(namedBy(/> (?!deploy\/secrets\/)(\S+)/g)).toEqual([]);
    expect(textOf(ROOT, '.gitignore')).toContain('deploy/secrets/');
    expect(textOf(ROOT, '.dockerignore')).toContain('deploy/secrets');
  });
});

describe('the Ingress', () => {
  const annotationsOf = (name: string) =>
    manifests.find(({ kind, metadata }) => kind === 'Ingress' && metadata.name === name)?.metadata.annotations;

  it('admits bodies as the files for balancers do', () => {
    const limitsIn = (file: string, pattern: RegExp): string[] =>
      [...textOf(ROOT, 'deploy', file).matchAll(pattern)].map(([, limit]) => limit!);
    const ofIngress = ['droptrack-api', 'droptrack-calendars', 'droptrack-explorer'].map(
      (name) => annotationsOf(name)?.['nginx.ingress.kubernetes.io/proxy-body-size'],
    );
    expect(ofIngress).toEqual(['128k', '128k', '8k']);
    expect(limitsIn('nginx/droptrack.conf', /client_max_body_size (\w+);/g)).toEqual(['128k', '8k']);
    expect(limitsIn('caddy/Caddyfile', /^\t*max_size (\w+)/gm)).toEqual(['128KB', '8KB']);
    expect(limitsIn('haproxy/haproxy.cfg', /req\.body_size gt (\d+)/g)).toEqual([String(128 * 1024)]);
  });

  // The address of a calendar is its credential.
  it('logs no address of a calendar', () => {
    const { metadata } = manifests.find(({ spec }) =>
      spec?.rules?.some(({ http }) => http.paths.some(({ path }) => path === '/v1/calendars')),
    )!;
    expect(metadata.annotations?.['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false');
  });
});
