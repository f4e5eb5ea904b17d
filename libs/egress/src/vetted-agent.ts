import { createSecureContext } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { connect, type ConnectTo } from './connect';
import type { EgressPolicy } from './policy';
import { createResolver, type Resolver } from './resolve-vetted';

/** Options of an agent; the defaults are those of production. */
interface VettedAgentOptions {
  /** Origins that the operator configured, such as `http://127.0.0.1:8545`: connected to without vetting. */
  readonly origins: readonly string[];
  /** Resolver; uses the name servers of the system by default. */
  readonly resolver?: Resolver;
  /** Trusted certificates instead of those of Node, PEM. */
  readonly ca?: readonly string[];
  /** Timeout of a connection: DNS lookup, TCP and TLS; 5 000 ms by default. */
  readonly connectTimeoutMs?: number;
  /** Connections per origin; 8 by default. */
  readonly connectionsPerOrigin?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS_PER_ORIGIN = 8;
const KEEP_ALIVE_MS = 10_000;
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Agent for requests to hosts that others choose, such as the target of a redirect. For each connection the host is resolved
 * once, all its addresses are vetted, and one of exactly these is connected to; the name stays that of TLS and of `Host`.
 * Requests to a rejected host fail with a {@link VettingError}.
 *
 * Origins that the operator configured may be private, so they are exempt: by scheme, host and port, as another port of the
 * same host can be another service. A redirect is another request, which is vetted again.
 */
export function createVettedAgent(policy: EgressPolicy, options: VettedAgentOptions): Agent {
  const { ca, connectTimeoutMs: timeout = CONNECT_TIMEOUT_MS } = options;
  const exempt = new Set(options.origins.map((origin) => new URL(origin).origin));
  const connectExempt = buildConnector({ timeout, ...(ca === undefined ? {} : { ca: [...ca] }) });
  const by = {
    policy,
    resolver: options.resolver ?? createResolver(),
    secureContext: createSecureContext(ca === undefined ? {} : { ca: [...ca] }),
  };
  return new Agent({
    connections: options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect(target, callback) {
      if (exempt.has(originOf(target))) return connectExempt(target, callback);
      connect(toOf(target), by, AbortSignal.timeout(timeout)).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
}

const originOf = ({ protocol, host, hostname, port }: buildConnector.Options): string =>
  new URL(`${protocol}//${host ?? `${hostname}:${port}`}`).origin;

const toOf = ({ protocol, hostname, port }: buildConnector.Options): ConnectTo => ({
  isSecure: protocol === 'https:',
  host: hostname,
  port: port === '' ? (PORTS[protocol] ?? 0) : Number(port),
});
