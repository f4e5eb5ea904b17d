import type { Cidr } from './cidr';

/** Allowed targets of deliveries. Set by the operator for all endpoints. */
export interface EgressPolicy {
  /** For development: also allows `http`, any port, and loopback. Other private addresses are still rejected. */
  readonly allowInsecure: boolean;
  /** Private networks that are allowed, such as those of the operator's own receivers. */
  readonly allow: readonly Cidr[];
}
