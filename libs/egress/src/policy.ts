import type { Cidr } from './cidr';

/** Where deliveries may go. The operator's, the same for every endpoint. */
export interface EgressPolicy {
  /** For development: also `http`, any port, and loopback. Other private addresses stay refused. */
  readonly allowInsecure: boolean;
  /** Networks that may be reached although they are not public, such as receivers of the operator's own. */
  readonly allow: readonly Cidr[];
}
