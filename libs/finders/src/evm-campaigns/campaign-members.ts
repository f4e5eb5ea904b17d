import type { AbiEvent, AbiParameter } from 'viem';

/** Members of a campaign that a creation event or the contract itself states. */
export const CAMPAIGN_MEMBERS = [
  'contract',
  'token',
  'merkleRoot',
  'name',
  'ipfsCid',
  'startsAt',
  'endsAt',
  'totalAmount',
  'recipients',
  'claimType',
] as const;
export type CampaignMember = (typeof CAMPAIGN_MEMBERS)[number];

/** Kinds of members: how their values are encoded. */
export type MemberKind = 'address' | 'root' | 'text' | 'number';

export const MEMBER_KIND = {
  contract: 'address',
  token: 'address',
  merkleRoot: 'root',
  name: 'text',
  ipfsCid: 'text',
  startsAt: 'number',
  endsAt: 'number',
  totalAmount: 'number',
  recipients: 'number',
  claimType: 'number',
} as const satisfies Record<CampaignMember, MemberKind>;

const TYPES: Record<MemberKind, RegExp> = {
  address: /^address$/,
  root: /^bytes32$/,
  text: /^(?:string|bytes32)$/,
  number: /^uint\d+$/,
};

/** True for a view function of the campaign, such as `token()`; otherwise the place is a path of an argument. */
export const isFunction = (place: string): boolean => place.endsWith('()');

/** Violation of a place by the event, for the author of the file; null for a valid one. */
export function memberViolation(member: CampaignMember, place: string, event: AbiEvent): string | null {
  if (isFunction(place)) return member === 'contract' ? 'must be an argument of the event' : null;
  const [first, ...rest] = place.split('.');
  const root = event.inputs.find(({ name }) => name === first);
  const parameter = rest.reduce<AbiParameter | undefined>(component, root);
  if (parameter === undefined) return `the event has no argument "${place}"`;
  if (!TYPES[MEMBER_KIND[member]].test(parameter.type)) return `"${place}" is a ${parameter.type}`;
  // An indexed text is only its hash.
  return root?.indexed === true && parameter.type === 'string' ? `"${place}" is indexed, so it has no value` : null;
}

/** Value at a path of the decoded arguments; undefined if there is none. */
export function valueAt(decoded: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Record<string, unknown>)[name] : undefined;
  }, decoded);
}

function component(parameter: AbiParameter | undefined, name: string): AbiParameter | undefined {
  if (parameter?.type !== 'tuple' || !('components' in parameter)) return undefined;
  return parameter.components.find((each) => each.name === name);
}
