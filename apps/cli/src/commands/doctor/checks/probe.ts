import type { SourcesConfig } from '@droptrack/connectors';
import type { FindersConfig } from '@droptrack/finders';
import { fail, type Finding } from './finding';
import { probeFinders } from './probe-finders';
import type { ProbeQueries } from './probe-queries';
import { type ProbeDeps, probeSources } from './probe-sources';

/** Settings of everything that is probed, as the worker reads them. */
export interface ProbeConfig {
  readonly sources: SourcesConfig;
  readonly finders: FindersConfig;
}

/** Probes all sources and finders. One finding if none of several can be reached: then this machine is the cause. */
export async function probe(config: ProbeConfig, queries: ProbeQueries, deps: ProbeDeps): Promise<Finding[]> {
  const [sources, finders] = await Promise.all([
    probeSources(config.sources, queries, deps),
    probeFinders(config.finders, deps),
  ]);
  const findings = [...sources, ...finders];
  const asked = findings.filter(({ message }) => !/^(off|not asked): /.test(message));
  if (asked.length < 2 || !asked.every(({ message }) => message.endsWith('(network)'))) return findings;
  const message = `None of the ${asked.length} sources can be reached: ${asked[0]?.message}`;
  const advice = 'This machine has no way out to the internet: check DNS, the firewall and the proxy.';
  return [...findings.filter((finding) => !asked.includes(finding)), fail('probe', message, advice)];
}
