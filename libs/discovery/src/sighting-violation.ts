import { InvalidWalletError, parseWallet } from '@droptrack/eligibility';
import { cleanName } from './clean-name';
import {
  type Campaign,
  CAMPAIGN_CLAIM_TYPES,
  type CampaignClaimType,
  type Market,
  type Sighting,
  type SightingFacts,
  SIGHTING_KINDS,
} from './sighting';

/** A member by its path, the bound that holds for it, and the result of the check. */
type Check = readonly [path: string, isValid: boolean, bound: string];

/**
 * First violation of the bounds of a sighting, with the path of the member, such as
 * `identity.token is not a CAIP-19 asset id`; null for a valid one.
 */
export function sightingViolation(sighting: Sighting): string | null {
  const { externalId, kind, name, url, identity, facts, campaign, market } = sighting;
  const checks: Check[] = [
    ['externalId', VISIBLE.test(externalId), VISIBLE_BOUND],
    ['kind', SIGHTING_KINDS.includes(kind), 'a kind of sightings'],
    ['name', cleanName(name) === name, 'a clean name'],
    ['url', isNullOr(url, isHttps), HTTPS_BOUND],
    ['identity.token', isNullOr(identity.token, isAsset), 'a CAIP-19 asset id with an EIP-55 address'],
    ['identity.contract', isNullOr(identity.contract, isAccount), 'a CAIP-10 account with an EIP-55 address'],
    ['identity.defillama', isNullOr(identity.defillama, (slug) => VISIBLE.test(slug)), VISIBLE_BOUND],
    ['identity.market', isNullOr(identity.market, (slug) => VISIBLE.test(slug)), VISIBLE_BOUND],
    ...factChecks(facts),
    ['campaign', (campaign !== null) === (kind === 'campaign'), 'given for the kind campaign only'],
    ...(campaign === null ? [] : campaignChecks(campaign, sighting)),
    ['market', (market !== null) === (kind === 'market'), 'given for the kind market only'],
    ...(market === null ? [] : marketChecks(market)),
  ];
  const violated = checks.find(([, isValid]) => !isValid);
  return violated === undefined ? null : `${violated[0]} is not ${violated[2]}`;
}

function factChecks(facts: SightingFacts): Check[] {
  const { startsAt, endsAt } = facts;
  return [
    ['facts.chain', isNullOr(facts.chain, isSlug(64)), 'a chain slug'],
    ['facts.symbol', isNullOr(facts.symbol, (symbol) => cleanName(symbol, 20) === symbol), 'a clean symbol'],
    ['facts.decimals', isNullOr(facts.decimals, isCount(36)), 'an integer from 0 to 36'],
    ['facts.startsAt', isNullOr(startsAt, isInstant), INSTANT_BOUND],
    ['facts.endsAt', isNullOr(endsAt, isInstant), INSTANT_BOUND],
    ['facts.endsAt', startsAt === null || endsAt === null || startsAt < endsAt, 'after facts.startsAt'],
    ['facts.launchBy', isNullOr(facts.launchBy, isInstant), INSTANT_BOUND],
    ['facts.probability', isNullOr(facts.probability, isShare), SHARE_BOUND],
    ['facts.tvlUsd', isNullOr(facts.tvlUsd, isUsd), USD_BOUND],
    ['facts.wallets', isNullOr(facts.wallets, isCount(WALLETS_MAX)), COUNT_BOUND],
    ['facts.tokens', isNullOr(facts.tokens, (tokens) => TOKENS.test(tokens)), 'an exact decimal number'],
    ['facts.site', isNullOr(facts.site, isHttps), HTTPS_BOUND],
  ];
}

function campaignChecks(campaign: Campaign, { identity }: Sighting): Check[] {
  const { chainId, contract, token } = campaign;
  return [
    ['campaign.protocol', isSlug(40)(campaign.protocol), 'a slug'],
    ['campaign.version', isNullOr(campaign.version, (text) => /^[\w.-]{1,40}$/.test(text)), 'a version'],
    ['campaign.payment', ['instant', 'linear', 'tranched', 'variable'].includes(campaign.payment), 'a payment'],
    ['campaign.claimType', isNullOr(campaign.claimType ?? null, isClaimType), 'a claim type'],
    ['campaign.rpc', isSlug(40)(campaign.rpc), 'the name of a chain'],
    ['campaign.chainId', isCount(Number.MAX_SAFE_INTEGER)(chainId) && chainId > 0, 'an EIP-155 number'],
    ['campaign.contract', identity.contract === `eip155:${chainId}:${contract}`, 'the account of identity.contract'],
    ['campaign.factory', isNullOr(campaign.factory, isEvmAddress), 'an EIP-55 address'],
    ['campaign.token', identity.token === `eip155:${chainId}/erc20:${token}`, 'the asset of identity.token'],
    ['campaign.blockNumber', isCount(Number.MAX_SAFE_INTEGER)(campaign.blockNumber), 'a block number'],
    ['campaign.blockHash', HASH.test(campaign.blockHash), HASH_BOUND],
    ['campaign.createdAt', isInstant(campaign.createdAt), INSTANT_BOUND],
    ['campaign.merkleRoot', HASH.test(campaign.merkleRoot), HASH_BOUND],
    ['campaign.treeFormat', ['openzeppelin', 'uniswap'].includes(campaign.treeFormat), 'a format of trees'],
    ['campaign.ipfsCid', isNullOr(campaign.ipfsCid, (cid) => /^[0-9a-zA-Z]{10,128}$/.test(cid)), 'a content id'],
    ['campaign.totalAmount', isNullOr(campaign.totalAmount, isUint256), 'an unsigned integer of 256 bits'],
    ['campaign.recipients', isNullOr(campaign.recipients, isCount(WALLETS_MAX)), COUNT_BOUND],
    ['campaign.claimCheck', /^[\x20-\x7e]{1,200}$/.test(campaign.claimCheck), 'a signature of a function'],
    ['campaign.tokenHolders', isNullOr(campaign.tokenHolders, isCount(WALLETS_MAX)), COUNT_BOUND],
  ];
}

function marketChecks({ fdvUsd, fdvBy = null, airdrop, launch, launchDates = [], volumeUsd }: Market): Check[] {
  return [
    ['market.fdvUsd', fdvUsd.length <= RUNGS_MAX, `up to ${RUNGS_MAX} rungs`],
    ...fdvUsd.flatMap(({ above, probability }, i): Check[] => [
      [`market.fdvUsd[${i}].above`, isUsd(above), USD_BOUND],
      [`market.fdvUsd[${i}].above`, i === 0 || above > (fdvUsd[i - 1]?.above ?? 0), 'above the rung before it'],
      [`market.fdvUsd[${i}].probability`, isShare(probability), SHARE_BOUND],
    ]),
    ['market.fdvBy', isNullOr(fdvBy, isInstant), INSTANT_BOUND],
    ['market.airdrop.probability', isNullOr(airdrop, ({ probability }) => isShare(probability)), SHARE_BOUND],
    ['market.airdrop.by', isNullOr(airdrop?.by ?? null, isInstant), INSTANT_BOUND],
    ['market.launch.probability', isNullOr(launch, ({ probability }) => isShare(probability)), SHARE_BOUND],
    ['market.launch.by', isNullOr(launch?.by ?? null, isInstant), INSTANT_BOUND],
    ['market.launchDates', launchDates.length <= RUNGS_MAX, `up to ${RUNGS_MAX} dates`],
    ...launchDates.flatMap(({ probability, by }, i): Check[] => [
      [`market.launchDates[${i}].probability`, isShare(probability), SHARE_BOUND],
      [`market.launchDates[${i}].by`, isNullOr(by, isInstant), INSTANT_BOUND],
    ]),
    ['market.volumeUsd', isNullOr(volumeUsd, isUsd), USD_BOUND],
  ];
}

const RUNGS_MAX = 100;
const WALLETS_MAX = 100_000_000_000;
const USD_MAX = 1e15;
const VISIBLE = /^[\x21-\x7e]{1,200}$/;
const VISIBLE_BOUND = '1 to 200 characters of visible ASCII';
const HTTPS = /^https:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/;
const HTTPS_BOUND = 'an https URL of up to 2048 characters of ASCII without credentials';
const INSTANT_BOUND = 'an RFC 3339 instant in UTC with milliseconds';
const HASH = /^0x[0-9a-f]{64}$/;
const HASH_BOUND = '0x and 64 lower-case hex digits';
const SHARE_BOUND = 'a number from 0 to 1';
const USD_BOUND = `a number from 0 to ${USD_MAX}`;
const COUNT_BOUND = `an integer from 0 to ${WALLETS_MAX}`;
/** As in catalogue files. */
const TOKENS = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,36})?$/;
const ASSET = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/;
const ACCOUNT = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/;
const EVM_CHAIN = /^eip155:[1-9]\d{0,15}[/:]/;

const isNullOr = <T>(value: T | null, isValid: (value: T) => boolean): boolean => value === null || isValid(value);
const isClaimType = (type: CampaignClaimType): boolean => CAMPAIGN_CLAIM_TYPES.includes(type);
const isHttps = (url: string): boolean => url.length <= 2_048 && /^[\x21-\x7e]*$/.test(url) && HTTPS.test(url);
const isSlug =
  (lengthMax: number) =>
  (text: string): boolean =>
    text.length <= lengthMax && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
const isCount =
  (max: number) =>
  (value: number): boolean =>
    Number.isInteger(value) && value >= 0 && value <= max;
const isShare = (value: number): boolean => value >= 0 && value <= 1;
const isUsd = (value: number): boolean => value >= 0 && value <= USD_MAX;
const isUint256 = (digits: string): boolean => /^(?:0|[1-9]\d{0,77})$/.test(digits) && BigInt(digits) < 1n << 256n;

/** Comparison by text requires one form, with a year of four digits. */
function isInstant(text: string): boolean {
  const ms = Date.parse(text);
  return /^\d{4}-/.test(text) && Number.isFinite(ms) && new Date(ms).toISOString() === text;
}

function isAsset(asset: string): boolean {
  if (!ASSET.test(asset)) return false;
  if (!asset.startsWith('eip155:')) return true;
  const [, namespace, reference] = /\/([-a-z0-9]+):(.*)$/.exec(asset) ?? [];
  return EVM_CHAIN.test(asset) && (namespace !== 'erc20' || isEvmAddress(reference ?? ''));
}

function isAccount(account: string): boolean {
  if (!ACCOUNT.test(account)) return false;
  if (!account.startsWith('eip155:')) return true;
  return EVM_CHAIN.test(account) && isEvmAddress(account.slice(account.lastIndexOf(':') + 1));
}

/** Identifiers are compared as texts, so one form is required: with the checksum. */
function isEvmAddress(text: string): boolean {
  if (!text.startsWith('0x')) return false;
  try {
    return parseWallet(text).address === text;
  } catch (error) {
    if (error instanceof InvalidWalletError) return false;
    throw error;
  }
}
