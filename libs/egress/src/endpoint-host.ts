import { parseAddress } from './cidr';
import { type EndpointUrlFault, fault } from './endpoint-fault';
import type { EgressPolicy } from './policy';
import { isPublicAddress } from './public-address';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NAME_LENGTH_MAX = 253;
/** Last labels that make the URL Standard parse a host as an IPv4 address, in any notation. */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;
/** Suffixes without a global meaning (RFC 6761, 6762, 7686, 8375; ICANN for `internal`). */
const LOCAL_SUFFIXES = ['local', 'internal', 'home.arpa', 'invalid', 'onion'];

/**
 * Rejection of the host of an endpoint by its text; null if it is valid.
 *
 * @param host - in lower case; an IPv6 address in brackets.
 */
export function hostFault(host: string, policy: EgressPolicy): EndpointUrlFault | null {
  if (host.startsWith('[')) return addressFault(host.slice(1, -1), 'ipv6', policy);
  const labels = host.split('.');
  const last = labels.at(-1) ?? '';
  if (host === '') return fault('host_form', 'has no host');
  if (last === '') return fault('host_form', 'has a host that ends in a dot');
  if (NUMBER.test(last)) return addressFault(host, 'ipv4', policy);
  if (host.length > NAME_LENGTH_MAX || !labels.every((label) => LABEL.test(label))) {
    return fault('host_form', 'has a host that is not a name of letters, digits, hyphens and dots');
  }
  if (isLoopbackName(host)) return policy.allowInsecure ? null : localFault(host);
  const isLocal = LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return labels.length === 1 || isLocal ? localFault(host) : null;
}

/** True for names that always mean this machine (RFC 6761, section 6.3). */
export const isLoopbackName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

function addressFault(text: string, family: 'ipv4' | 'ipv6', policy: EgressPolicy): EndpointUrlFault | null {
  if (parseAddress(text)?.kind() !== family) {
    return fault('host_form', 'has an address that is not written in the usual form, such as 203.0.113.7');
  }
  return isPublicAddress(text, policy) ? null : fault('address_not_allowed', 'has an address that is not public');
}

const localFault = (host: string): EndpointUrlFault =>
  fault('host_local', `has a host, ${host}, that is not a name of the public Internet`);
