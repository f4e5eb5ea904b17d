import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';

/** Terms of the route for agents. */
export class McpTerms {
  /** Names of this service in `Host`, without ports. */
  readonly hosts: string[];
  /** Hosts of pages that may call from a browser. */
  readonly originHosts: string[];

  constructor(
    { publicUrl, corsOrigins }: { readonly publicUrl: string; readonly corsOrigins: readonly string[] },
    /** For errors that clients must not see. */
    readonly logger: Pick<Logger, 'error'>,
  ) {
    const hostOf = (url: string): string => new URL(url).hostname;
    this.hosts = [hostOf(publicUrl), ...localhostAllowedHostnames()];
    this.originHosts = [...this.hosts, ...corsOrigins.map(hostOf)];
  }
}
