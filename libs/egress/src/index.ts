export { createEgress, type Egress, type EgressResult, type EgressRequest } from './egress';
export { type EndpointUrl, parseEndpointUrl } from './endpoint-url';
export type { EgressPolicy } from './policy';
export { readAllowed, readDnsServers } from './policy';
export { resolveVetted, VettingError } from './resolve-vetted';
export { createResolver, type Resolver } from './resolve-vetted';
export { createVettedAgent } from './vetted-agent';
