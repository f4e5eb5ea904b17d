import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { containersOf, type Manifest, parseManifests, podsOf, readManifests } from './k8s-manifests';
import { violationsOf } from './k8s-relations';

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
