export type { Cidr } from './cidr';
export type { PoolState } from './connection-pool';
export { createEgress, type Egress, type EgressResult, type EgressOptions, type EgressRequest } from './egress';
export type { EndpointUrlViolation, EndpointUrlViolationCode } from './endpoint-url';
export {
  ENDPOINT_PORTS,
  ENDPOINT_URL_LENGTH_MAX,
  type EndpointUrl,
  type ParsedEndpointUrl,
  parseEndpointUrl,
} from './endpoint-url';
export type { EgressPolicy } from './policy';
export { isPublicAddress } from './public-address';
export { readAllowed, readDnsServers } from './policy';
export { resolveVetted, type VettingCode, VettingError } from './resolve-vetted';
export { createResolver, type Resolver } from './resolve-vetted';
export { EgressClosedError } from './egress';
export { createVettedAgent, type VettedAgentOptions } from './vetted-agent';
