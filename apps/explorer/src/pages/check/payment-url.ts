import { decodedCall } from '@droptrack/claim-calls';
import type { ClaimAction } from '@droptrack/contracts';

/** Types whose values ERC-681 writes in one way. It has no form of arrays, and wallets read bytes in several ways. */
const WRITABLE = /^(?:uint\d+|address)$/;

/**
 * Address of ERC-681 for a claim of one call, such as `ethereum:0x…@42161/claim?value=0`, for a QR code that wallets read.
 *
 * @returns null for a claim that the standard cannot carry: with a proof or another array, with several calls, and with a value, which a
 * wallet that does not read the function would send without it.
 */
export function paymentUrlOf(action: ClaimAction): string | null {
  const [call, ...others] = action.calls;
  const decoded = decodedCall(action, call?.data ?? '');
  if (call === undefined || decoded === null || others.length > 0 || call.value !== '0x0') return null;
  if (!decoded.arguments.every(({ type }) => WRITABLE.test(type))) return null;
  // A wallet that does not read the function sends nothing, instead of asking for an amount.
  const parameters = [...decoded.arguments.map(({ type, value }) => `${type}=${String(value)}`), 'value=0'];
  return `ethereum:${call.to}@${call.chain_id}/${decoded.name}?${parameters.join('&')}`;
}
