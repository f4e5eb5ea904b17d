import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Manifest } from './k8s-manifests';

/** Names in addresses that are not those of a kind with an s. */
const PLURALS: Readonly<Record<string, string>> = { NetworkPolicy: 'networkpolicies', Ingress: 'ingresses' };

/** Server that knows kinds of objects and has none: as much of a cluster as `kubectl apply --dry-run=client` asks for. */
export async function startEmptyCluster(manifests: readonly Manifest[]) {
  const versions = [...new Set(manifests.map(({ apiVersion }) => apiVersion))];
  const groups = versions
    .filter((each) => each.includes('/'))
    .map((groupVersion) => {
      const [name, version] = groupVersion.split('/');
      return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
    });
  const resourcesOf = (groupVersion: string) =>
    [...new Set(manifests.filter(({ apiVersion }) => apiVersion === groupVersion).map(({ kind }) => kind))].map(
      (kind) => ({
        kind,
        name: PLURALS[kind] ?? `${kind.toLowerCase()}s`,
        namespaced: kind !== 'Namespace',
        verbs: ['get', 'list', 'create', 'patch'],
      }),
    );
  const answers = new Map<string, object>([
    ['/api', { kind: 'APIVersions', versions: ['v1'] }],
    ['/apis', { kind: 'APIGroupList', apiVersion: 'v1', groups }],
    ...versions.map((groupVersion): [string, object] => [
      groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`,
      { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: resourcesOf(groupVersion) },
    ]),
  ]);
  const none = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
  const server = createServer(({ url = '' }, response) => {
    const answer = answers.get(url.replace(/\?.*/, ''));
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? none));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => void server.close().closeAllConnections() };
}
