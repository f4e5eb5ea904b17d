import { type ClaimDefinition, claimsOf, type DropDefinition } from '@droptrack/catalogue';
import { claimFunctions, evmContract, evmToken, mixedCase, type PreparedFunction } from '@droptrack/claim-calls';
import type { ClearSigningDescriptor, ClearSigningField, ClearSigningFormat } from '@droptrack/contracts';
import { type ClaimValue, distributorStyle } from '@droptrack/distributors';

/** Schema by which wallets read a descriptor. */
const SCHEMA =
  'https://raw.githubusercontent.com/LedgerHQ/clear-signing-erc7730-registry/master/specs/erc7730-v2.schema.json';

/** Distributor whose calls can be prepared. */
interface Deployment {
  readonly chainId: number;
  readonly address: string;
  readonly functions: readonly PreparedFunction[];
  readonly hasFee: boolean;
}

/**
 * Descriptor of the claim calls of a drop, by ERC-7730 v2; null for a drop without a distributor of which calls are prepared.
 *
 * Amounts are those of its token, or of the token that a call names.
 */
export function clearSigningDescriptor(definition: DropDefinition): ClearSigningDescriptor | null {
  const deployments = [...claimsOf(definition).values()].flatMap((claim) => deploymentOf(claim) ?? []);
  if (deployments.length === 0) return null;
  const { symbol, decimals, address } = definition.token;
  const token = evmToken(address?.value ?? '')?.address;
  const formats: Record<string, ClearSigningFormat> = {};
  // Formats are by function, not by contract: two releases can share one.
  const hasFee = deployments.some((each) => each.hasFee);
  for (const { functions } of deployments) {
    for (const called of functions) formats[namedSignature(called)] = formatOf(called, { token, hasFee });
  }
  const url = definition.links['site'];
  return {
    $schema: SCHEMA,
    context: { contract: { deployments: deployments.map(({ chainId, address: at }) => ({ chainId, address: at })) } },
    metadata: {
      owner: definition.name,
      contractName: `${definition.name} claim`,
      ...(url !== undefined && { info: { url } }),
      ...(symbol && decimals && { token: { name: definition.name, ticker: symbol.value, decimals: decimals.value } }),
    },
    display: { formats },
  };
}

function deploymentOf({ contract, distributorStyle: name }: ClaimDefinition): Deployment | null {
  const style = name === undefined ? null : distributorStyle(name);
  const deployed = evmContract(contract);
  if (style === null || deployed === null) return null;
  const functions = claimFunctions(style, false);
  if (functions.length === 0) return null;
  return { ...deployed, address: mixedCase(deployed.address), functions, hasFee: style.feeWei !== undefined };
}

/** Signature as the format wants it, with a name for each parameter. */
const namedSignature = ({ signature }: PreparedFunction): string => signature.replace(/,\s*/g, ', ');

function formatOf(
  { signature, values, less }: PreparedFunction,
  { token, hasFee }: { readonly token: string | undefined; readonly hasFee: boolean },
): ClearSigningFormat {
  const parameters = signature
    .slice(signature.indexOf('(') + 1, -1)
    .split(',')
    .map((text) => text.trim().split(' '));
  const paths = values.map((value, n) => {
    const [type = '', name = ''] = parameters[n] ?? [];
    return type.endsWith('[]') && value !== 'proof' ? `${name}.[]` : name;
  });
  const tokenPath = paths[values.indexOf('token')];
  // A token that the call names comes first: a tree can have leaves of several.
  const paid = tokenPath === undefined ? { ...(token !== undefined && { token }) } : { tokenPath };
  const amountField = { label: less === undefined ? 'Amount' : 'Up to', ...paid };
  const fields = values.flatMap((value, n) => fieldOf(value, paths[n] ?? '', amountField));
  const amount = fields.find(({ format }) => format === 'tokenAmount');
  const intent = less === undefined ? 'Claim' : 'Claim up to';
  return {
    intent: 'Claim tokens',
    ...(amount !== undefined && { interpolatedIntent: `${intent} {${amount.path}}` }),
    fields: [...fields, ...(hasFee ? [FEE] : [])],
  };
}

const FEE: ClearSigningField = { path: '@.value', label: 'Fee', format: 'amount' };

/** A field for what a person has to decide about; indexes, proofs and roots say nothing to them. */
function fieldOf(
  value: ClaimValue,
  path: string,
  { label: amountLabel, ...params }: { readonly label: string; readonly token?: string; readonly tokenPath?: string },
): ClearSigningField[] {
  const wallet = (label: string): ClearSigningField[] => [
    { path, label, format: 'addressName', params: { types: ['wallet', 'eoa', 'contract'] } },
  ];
  if (value === 'amount')
    return Object.keys(params).length === 0 ? [] : [{ path, label: amountLabel, format: 'tokenAmount', params }];
  if (value === 'wallet') return wallet('For');
  if (value === 'to') return wallet('To');
  return value === 'delegate' ? wallet('Votes go to') : [];
}
