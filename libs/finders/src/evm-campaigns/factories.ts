import { parseClaimCall } from '@droptrack/claims';
import { SourceQueryError } from '@droptrack/sources';
import { CAMPAIGN_CLAIM_TYPES, cleanName } from '@droptrack/discovery';
import type { AbiEvent, AbiItem } from 'viem';
import { getAddress, isAddress, parseAbiItem } from 'viem/utils';
import { z } from 'zod';
import { CAMPAIGN_MEMBERS, memberViolation } from './campaign-members';

const NAME = String.raw`[A-Za-z_]\w{0,63}`;
/** Path of an argument, such as `params.token`, or a view function of the campaign without arguments, such as `token()`. */
const place = z
  .string()
  .regex(new RegExp(String.raw`^${NAME}(?:\.${NAME}){0,3}$|^${NAME}\(\)$`), 'must be such as params.token or token()');
const viewFunction = place.regex(/\(\)$/, 'must be a function of the contract, such as token()');

const address = z
  .string('must be an address in quotes: 0x and 40 hexadecimal digits')
  .regex(/^0x[0-9a-f]{40}$/i, 'must be an address: 0x and 40 hexadecimal digits')
  .refine((text) => isAddress(text), 'has a wrong checksum (EIP-55), so a character may be wrong')
  .transform((text) => getAddress(text));
const chainId = z.string().regex(/^[1-9]\d{0,14}$/, 'must be an EIP-155 chain id');
const block = z.int().min(0);

const terms = {
  protocol: z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a slug, such as sablier')
    .max(40),
  version: z
    .string()
    .regex(/^[\w.-]{1,20}$/, 'must be a version, such as v1.2')
    .nullable()
    .default(null),
  /** Page that states the addresses and events. */
  source: z.url({ protocol: /^https$/ }).max(500),
  treeFormat: z.enum(['openzeppelin', 'uniswap']),
  claimCheck: z
    .string()
    .refine(isClaimCheck, 'must be a claim check, such as hasClaimed(uint256 index) returns (bool)'),
};
const payment = z.enum(['instant', 'linear', 'tranched', 'variable']);
const optionalPlaces = {
  ipfsCid: place,
  startsAt: place,
  endsAt: place,
  totalAmount: place,
  recipients: place,
  claimType: place,
};

const event = z.strictObject({
  payment,
  /** Way to claim of all campaigns of the event; without it, that of the place `claimType`, if there is one. */
  claimType: z.enum(CAMPAIGN_CLAIM_TYPES).optional(),
  event: z.string().max(2_000),
  campaign: z
    .strictObject({ contract: place, token: place, merkleRoot: place, name: place, ...optionalPlaces })
    .partial({
      name: true,
      ipfsCid: true,
      startsAt: true,
      endsAt: true,
      totalAmount: true,
      recipients: true,
      claimType: true,
    }),
});

const factory = z.strictObject({
  ...terms,
  events: z.array(event).min(1).max(20),
  addresses: z.record(chainId, z.strictObject({ address, block: block.optional() })),
});

const contract = z.strictObject({
  ...terms,
  payment,
  name: z
    .string()
    .refine((text) => cleanName(text) === text, 'must be 1 to 80 visible characters')
    .optional(),
  campaign: z
    .strictObject({ token: viewFunction, merkleRoot: viewFunction, startsAt: viewFunction, endsAt: viewFunction })
    .partial({ startsAt: true, endsAt: true }),
  addresses: z.record(chainId, z.strictObject({ address, block })),
});

const file = z.strictObject({
  factories: z.array(factory).max(200).default([]),
  contracts: z.array(contract).max(50).default([]),
});

/** Content of a file of factories: their events and addresses, and single contracts without a factory. */
export type FactoriesFile = z.infer<typeof file>;
export type FactoryEntry = FactoriesFile['factories'][number];
export type ContractEntry = FactoriesFile['contracts'][number];

/** Violation in a file of factories. */
export interface FactoriesViolation {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Validated content, or all violations. */
export type ParsedFactories =
  | { readonly file: FactoriesFile; readonly violations: readonly [] }
  | { readonly file: null; readonly violations: readonly FactoriesViolation[] };

/** Validates the data of a file of factories, including the events and the paths of their arguments. */
export function parseFactories(data: unknown): ParsedFactories {
  const parsed = file.safeParse(data);
  if (!parsed.success) {
    const violations = parsed.error.issues.map((issue) => ({
      path: issue.path.filter((step) => typeof step !== 'symbol'),
      message: issue.message,
    }));
    return { file: null, violations };
  }
  const violations = parsed.data.factories.flatMap(({ events }, index) =>
    events.flatMap((each, at) =>
      eventViolations(each).map(({ path, message }) => ({
        path: ['factories', index, 'events', at, ...path],
        message,
      })),
    ),
  );
  return violations.length > 0 ? { file: null, violations } : { file: parsed.data, violations: [] };
}

/** Event of its human-readable ABI text, such as `event Created(address indexed distributor)`; null if it is invalid. */
export function parseEvent(text: string): AbiEvent | null {
  try {
    const item: AbiItem = parseAbiItem(text);
    return item.type === 'event' ? item : null;
  } catch {
    return null;
  }
}

function eventViolations({ event: text, campaign }: z.infer<typeof event>): FactoriesViolation[] {
  const abi = parseEvent(text);
  if (abi === null) {
    return [{ path: ['event'], message: 'must be an event, such as event Created(address indexed distributor)' }];
  }
  return CAMPAIGN_MEMBERS.flatMap((member) => {
    const message = campaign[member] === undefined ? null : memberViolation(member, campaign[member], abi);
    return message === null ? [] : [{ path: ['campaign', member], message }];
  });
}

function isClaimCheck(text: string): boolean {
  try {
    parseClaimCall(text);
    return true;
  } catch (error) {
    if (error instanceof SourceQueryError) return false;
    throw error;
  }
}
