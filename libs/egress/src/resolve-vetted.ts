import { isIP } from 'node:net';
import { isLoopbackName } from './endpoint-host';
import type { EgressPolicy } from './policy';
import { isPublicAddress } from './public-address';
import type { Resolver } from './resolver';

/** Reasons why a host is not connected to. For the operator only: see {@link VettingError}. */
export type VettingCode = 'look_up_failed' | 'no_address' | 'too_many_addresses' | 'address_not_allowed';

/**
 * A host that must not, or cannot, be connected to. The message is for the owner of the endpoint and is the same for every
 * code: an owner who could distinguish "no such name" from "private address" could enumerate the names of the operator's
 * network.
 */
export class VettingError extends Error {
  override readonly name = 'VettingError';
  constructor(readonly code: VettingCode) {
    super(
      'its name does not lead to public addresses: there is none, one of them is not public, or no name server answered',
    );
  }
}

const LOOK_UP_TIMEOUT_MS = 6_000;
const ADDRESSES_MAX = 64;
const LOOPBACK = ['::1', '127.0.0.1'];

/**
 * Resolves a host to addresses that are all allowed. One forbidden address rejects the whole host: otherwise an attacker
 * could retry until an allowed address comes first.
 *
 * @param host - a name, which is resolved once, or an address without brackets, which is vetted the same way.
 * @param signal - aborts the lookup, with its reason.
 * @throws {VettingError}
 */
export async function resolveVetted(
  host: string,
  policy: EgressPolicy,
  resolver: Resolver,
  signal: AbortSignal | null = null,
): Promise<readonly string[]> {
  const addresses = isIP(host) > 0 ? [host] : isLoopbackName(host) ? LOOPBACK : await lookUp(host, resolver, signal);
  if (addresses.length === 0) throw new VettingError('no_address');
  if (addresses.length > ADDRESSES_MAX) throw new VettingError('too_many_addresses');
  if (!addresses.every((address) => isPublicAddress(address, policy))) throw new VettingError('address_not_allowed');
  return addresses;
}

function lookUp(name: string, resolver: Resolver, signal: AbortSignal | null): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new VettingError('look_up_failed'));
    const giveUp = () => reject(signal?.reason);
    const timer = setTimeout(fail, LOOK_UP_TIMEOUT_MS);
    signal?.addEventListener('abort', giveUp, { once: true });
    resolver(name)
      .then(resolve, fail)
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      });
  });
}
