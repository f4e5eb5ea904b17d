import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

type Labels = Readonly<Record<string, string>>;
interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly values: readonly string[] }[];
}
interface Probe {
  readonly httpGet: { readonly port: string | number };
}

/** A container with the parts that the checks read. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
}

/** A pod template of a Deployment or a Job. */
export interface Pod {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly securityContext?: Readonly<Record<string, unknown>>;
    readonly automountServiceAccountToken?: boolean;
    readonly enableServiceLinks?: boolean;
    readonly volumes?: readonly {
      readonly name: string;
      readonly secret?: { readonly secretName: string; readonly items: readonly { readonly path: string }[] };
    }[];
  };
}

/** An object of the cluster with the parts that the checks read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Labels };
  readonly spec?: {
    readonly replicas?: number;
    readonly minReplicas?: number;
    readonly maxUnavailable?: number;
    readonly scaleTargetRef?: { readonly name: string };
    readonly template?: Pod;
    readonly selector?: Selector & Labels;
    readonly podSelector?: Selector;
    readonly ports?: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
    readonly rules?: readonly {
      readonly http: {
        readonly paths: readonly { readonly path: string; readonly backend: { readonly service: ServicePort } }[];
      };
    }[];
  };
  readonly data?: Labels;
}
interface ServicePort {
  readonly name: string;
  readonly port: { readonly name: string };
}

/** Objects of a YAML text with any number of documents. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const value = document.toJS() as Manifest | null;
    return value === null ? [] : [value];
  });
}

/** Objects in the files of a folder, without those that only kustomize reads. */
export function readManifests(folder: string): Manifest[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) => parseManifests(readFileSync(join(folder, name), 'utf8')));
}

/** Pods of Deployments and Jobs, by the name of their object. */
export function podsOf(manifests: readonly Manifest[]): (readonly [name: string, pod: Pod])[] {
  return manifests.flatMap(({ metadata, spec }) =>
    spec?.template === undefined ? [] : [[metadata.name, spec.template] as const],
  );
}

/** Containers of a pod, first those that run before it. */
export const containersOf = ({ spec }: Pod): Container[] => [...(spec.initContainers ?? []), ...spec.containers];

/** True for a selector, or the labels of a Service, that selects a pod; an empty one selects all. */
export function selects(selector: (Selector & Labels) | Selector, { metadata: { labels } }: Pod): boolean {
  const { matchLabels, matchExpressions = [], ...rest } = selector as Selector & Labels;
  const wanted = (matchLabels ?? rest) as Labels;
  return (
    Object.entries(wanted).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}
