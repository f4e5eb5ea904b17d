import { type AbiParameter, encodeAbiParameters, encodeEventTopics, toEventSelector } from 'viem';
import type { CampaignEvent } from '../chain-factories';
import type { CampaignsFixtureLog } from '../fake-source';

/** Arguments of an event by name; those that a test does not give have a default of their type. */
export type EventArguments = Readonly<Record<string, unknown>>;

/** Log of a creation event, encoded as its factory would. Places of members are set by {@link valuesOf} or by name. */
export function fakeLog(address: string, { abi }: CampaignEvent, args: EventArguments): CampaignsFixtureLog {
  const named = Object.fromEntries(
    abi.inputs.map((input) => [input.name ?? '', valueOf(input, args[input.name ?? ''])]),
  );
  const plain = abi.inputs.filter(({ indexed }) => indexed !== true);
  const topics = encodeEventTopics({ abi: [abi], args: named } as never) as string[];
  const data = encodeAbiParameters(
    plain,
    plain.map(({ name }) => named[name ?? '']),
  );
  return { address, topics: [toEventSelector(abi), ...topics.slice(1)], data };
}

/** Arguments in which the members of a campaign have these values, by the places of the event. */
export function argumentsFor({ members }: CampaignEvent, values: Readonly<Record<string, unknown>>): EventArguments {
  const args: Record<string, Record<string, unknown> | unknown> = {};
  for (const [member, place] of Object.entries(members)) {
    const [first = '', second] = place.split('.');
    if (values[member] === undefined) continue;
    if (second === undefined) args[first] = values[member];
    else args[first] = { ...(args[first] as object | undefined), [second]: values[member] };
  }
  return args;
}

/** The value, or a default of the type. */
function valueOf(parameter: AbiParameter, given: unknown): unknown {
  if ('components' in parameter && parameter.type === 'tuple') {
    const members = given as Readonly<Record<string, unknown>> | undefined;
    return Object.fromEntries(
      parameter.components.map((each) => [each.name ?? '', valueOf(each, members?.[each.name ?? ''])]),
    );
  }
  if (given !== undefined) return given;
  if (parameter.type.endsWith('[]')) return [];
  if (parameter.type === 'address') return `0x${'a'.repeat(40)}`;
  if (parameter.type === 'bool') return false;
  if (parameter.type === 'string') return '';
  return parameter.type.startsWith('bytes') ? `0x${'0'.repeat(2 * Number(parameter.type.slice(5)))}` : 0n;
}
