import { type Container, containersOf, type Manifest, type Pod, podsOf, selects } from './k8s-manifests';

/** Violations of what the schemas of Kubernetes do not state: relations between objects, and the profile `restricted`. */
export function violationsOf(manifests: readonly Manifest[]): string[] {
  const pods = podsOf(manifests);
  return [
    ...manifests.flatMap((manifest) => violationsOfSelectors(manifest, pods)),
    ...manifests.flatMap((manifest) => violationsOfReplicas(manifest, manifests)),
    ...manifests.flatMap((manifest) => violationsOfBackends(manifest, manifests)),
    ...pods.flatMap(([name, pod]) => violationsOfPod(pod).map((violation) => `${name}: ${violation}`)),
  ];
}

function violationsOfSelectors({ kind, metadata, spec }: Manifest, pods: ReturnType<typeof podsOf>): string[] {
  const selector = spec?.selector ?? spec?.podSelector;
  if (selector === undefined) return [];
  const selected = pods.filter(([, pod]) => selects(selector, pod));
  if (selected.length === 0) return [`${kind} ${metadata.name} selects no pod`];
  const ports = kind === 'Service' ? (spec?.ports ?? []) : [];
  return ports
    .filter(({ targetPort }) => !selected.every(([, pod]) => namesOfPorts(pod).includes(targetPort)))
    .map(({ targetPort }) => `Service ${metadata.name} has a port ${targetPort} that its pods lack`);
}

const namesOfPorts = (pod: Pod): string[] =>
  containersOf(pod).flatMap(({ ports = [] }) => ports.map(({ name }) => name));

/** An eviction must always leave a pod that serves. */
function violationsOfReplicas({ kind, metadata, spec }: Manifest, manifests: readonly Manifest[]): string[] {
  if (kind !== 'PodDisruptionBudget') return [];
  const deployment = manifests.find((other) => other.kind === 'Deployment' && other.metadata.name === metadata.name);
  const scaler = manifests.find(({ spec: other }) => other?.scaleTargetRef?.name === metadata.name);
  const replicas = deployment?.spec?.replicas ?? scaler?.spec?.minReplicas ?? 1;
  return (spec?.maxUnavailable ?? replicas) < replicas
    ? []
    : [`PodDisruptionBudget ${metadata.name} lets all pods be evicted`];
}

function violationsOfBackends({ kind, metadata, spec }: Manifest, manifests: readonly Manifest[]): string[] {
  const backends = (spec?.rules ?? []).flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  const isServed = (name: string, port: string) =>
    manifests.some(
      (other) =>
        other.kind === 'Service' &&
        other.metadata.name === name &&
        other.spec?.ports?.some((served) => served.name === port),
    );
  return backends
    .filter(({ name, port }) => !isServed(name, port.name))
    .map(({ name }) => `${kind} ${metadata.name} names a Service ${name} that does not exist`);
}

function violationsOfPod(pod: Pod): string[] {
  const { securityContext: security = {}, automountServiceAccountToken, enableServiceLinks } = pod.spec;
  const isProfiled = (security['seccompProfile'] as { type?: string } | undefined)?.type === 'RuntimeDefault';
  return [
    ...(security['runAsNonRoot'] === true && security['runAsUser'] === 10_001 ? [] : ['can run as root']),
    ...(isProfiled ? [] : ['has no seccomp profile']),
    ...(automountServiceAccountToken === false ? [] : ['receives a token of the cluster']),
    ...(enableServiceLinks === false ? [] : ['receives variables of Services']),
    ...containersOf(pod).flatMap((container) =>
      violationsOfContainer(container, pod).map((violation) => `${container.name} ${violation}`),
    ),
  ];
}

function violationsOfContainer(container: Container, { spec }: Pod): string[] {
  const { securityContext: security = {}, resources, ports = [], env = [], volumeMounts = [] } = container;
  const drop = (security['capabilities'] as { drop?: string[] } | undefined)?.drop ?? [];
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe].flatMap((probe) =>
    probe === undefined ? [] : [probe.httpGet.port],
  );
  const files = volumeMounts.flatMap(({ name, mountPath }) =>
    (spec.volumes?.find((volume) => volume.name === name)?.secret?.items ?? []).map(
      ({ path }) => `${mountPath}/${path}`,
    ),
  );
  return [
    ...(security['allowPrivilegeEscalation'] === false ? [] : ['can gain privileges']),
    ...(security['readOnlyRootFilesystem'] === true ? [] : ['can write to its image']),
    ...(drop.includes('ALL') ? [] : ['has capabilities']),
    ...(resources?.limits?.['memory'] !== undefined && resources.requests?.['cpu'] !== undefined
      ? []
      : ['states no memory limit or no processor time']),
    ...probes.filter((port) => !ports.some(({ name }) => name === port)).map((port) => `is probed at ${port}`),
    ...env
      .filter(({ name, value }) => name.endsWith('_FILE') && !files.includes(value))
      .map(({ name }) => `reads ${name} from a file that is not mounted`),
  ];
}
