import {
  type Connector,
  createSourceAgent,
  createSourceHttp,
  HostBreakers,
  SourceError,
  type SourceHttp,
  offTexts,
} from '@droptrack/sources';
import { CONNECTORS, createConnectors, priceReader, SOURCES_OFF, type SourcesConfig } from '@droptrack/connectors';
import { span } from '../../../output/format';
import { readable } from '../../../output/readable';
import { type Finding, ok } from './finding';
import { PROBE_MS, probeFailure } from './probe-failure';
import { probeNode } from './probe-node';
import type { ProbeQueries, ProbeQuery } from './probe-queries';

/** Dependencies of the probes. */
export interface ProbeDeps {
  readonly nowMs: () => number;
  /** Aborted when the operator interrupts the command. */
  readonly stopping: AbortSignal;
}

/** Asks each configured source once, all at the same time, and states what it returned, or why it did not. */
export async function probeSources(config: SourcesConfig, queries: ProbeQueries, deps: ProbeDeps): Promise<Finding[]> {
  const { on, off } = createConnectors(config);
  const agent = createSourceAgent();
  const ask = async (check: string, asked: string, read: (http: SourceHttp) => Promise<string>): Promise<Finding> => {
    const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(PROBE_MS)]);
    const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
    const http = createSourceHttp({ hosts, signal, nowMs: deps.nowMs, dispatcher: agent });
    try {
      return ok(check, readable(`${asked}${await read(http)}`));
    } catch (error) {
      return probeFailure(check, asked, error);
    }
  };
  const nodes = on.some(({ id }) => id === 'evm') ? [...(config.of.evm?.rpcUrls ?? [])] : [];
  const probes = nodes.flatMap(([rpc, urls]) =>
    urls.map((url, n) => ({ rpc, url, check: `probe evm/${rpc}${n === 0 ? '' : ` (node ${n + 1})`}` })),
  );
  try {
    return await Promise.all([
      ...on
        .filter(({ id }) => id !== 'evm')
        .map((connector) => probeConnector(connector, queries.get(connector.id) ?? null, ask, deps.nowMs)),
      ...probes.map(({ rpc, url, check }) => ask(check, '', (http) => probeNode(http, rpc, url, deps.nowMs()))),
      ...(config.off.has('prices') ? [] : [probePrices(config, queries.get('prices') ?? null, ask, deps.nowMs)]),
      ...[...offTexts(CONNECTORS, off, SOURCES_OFF)].map(([id, reason]) => ok(`probe ${id}`, `off: ${reason}`)),
    ]);
  } finally {
    await agent.destroy();
  }
}

type Ask = (check: string, asked: string, read: (http: SourceHttp) => Promise<string>) => Promise<Finding>;

const NO_QUERY = 'not asked: no drop has a query for it';

const labelOf = ({ dropId }: ProbeQuery): string => `${dropId ?? 'example'}: `;

async function probeConnector(
  connector: Connector,
  probe: ProbeQuery | null,
  ask: Ask,
  nowMs: () => number,
): Promise<Finding> {
  const check = `probe ${connector.id}`;
  if (probe === null) return ok(check, NO_QUERY);
  return ask(check, labelOf(probe), async (http) => {
    const query = connector.parseQuery(probe.query);
    const collected = await connector.read({ query, memory: null, http, nowMs: nowMs() }).catch((error: unknown) => {
      // An example can vanish; the source has responded.
      if (probe.dropId === null && error instanceof SourceError && error.kind === 'not_found') return null;
      throw error;
    });
    const readings = collected?.readings ?? [];
    const values = readings.map(({ signal, value, observedAtMs }) => {
      const ageMs = nowMs() - observedAtMs;
      return `${signal} ${value}${ageMs > PROBE_MS ? `, ${span(ageMs)} old` : ''}`;
    });
    return values.join('; ') || 'responded without a value';
  });
}

async function probePrices(
  { of }: SourcesConfig,
  probe: ProbeQuery | null,
  ask: Ask,
  nowMs: () => number,
): Promise<Finding> {
  if (probe === null) return ok('probe prices', NO_QUERY);
  return ask('probe prices', labelOf(probe), async (http) => {
    const token = String(probe.query);
    const answer = (await priceReader(of.prices).read({ tokens: new Map([[token, null]]), http, nowMs: nowMs() })).get(
      token,
    );
    if (answer instanceof SourceError) throw answer;
    const price = answer?.price ?? null;
    if (price === null) return `responded without a price of ${token}: ${answer?.reason ?? 'none'}`;
    return `${token} ${price.usd} USD, ${span(nowMs() - price.observedAtMs)} old`;
  });
}
