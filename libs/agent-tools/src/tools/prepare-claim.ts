import { CHECK_WORDS, decodedCall, EFFECT_WORDS, SENDER_WORDS, simulationWords } from '@droptrack/claim-calls';
import type { ClaimAction, ClaimPreparationQuery, ClaimTransfer, Drop, DropExplanation } from '@droptrack/contracts';
import { formatTokenAmount, hasDigitsOfKey, isKeyFor } from '@droptrack/eligibility';
import { z } from 'zod';
import { defineTool } from '../agent-tool';
import { minute, phrases } from '../figures';
import { foreignText, ownLink, quoted } from '../foreign-text';
import { asOf, dropId } from '../members';
import { siteOf } from '../site';
import { rejectSecret, secretError, TEXT_LENGTH_MAX, walletArgument } from '../wallet-argument';

export const prepareClaim = defineTool({
  name: 'prepare_claim',
  title: 'Prepare a claim',
  description:
    'Unsigned call that claims a drop; the human confirms it. Never choose to, delegate (of votes) or accept_forgone (loses a part) yourself. Plan pro. 1 token.',
  input: z.strictObject({
    drop: dropId,
    wallet: walletArgument,
    to: z.string().max(TEXT_LENGTH_MAX).optional(),
    list: z.string().max(64).describe('empty: unnamed').optional(),
    delegate: z.string().max(TEXT_LENGTH_MAX).optional(),
    accept_forgone: z.boolean().optional(),
  }),
  facts: z.strictObject({
    as_of: asOf,
    /** `ClaimAction` of the API. Texts of a node and links to other hosts than that of the drop are removed. */
    action: z.custom<ClaimAction>((value) => typeof value === 'object' && value !== null && 'status' in value),
  }),
  answer: async (data, given) => {
    const { drop: id, wallet, to, list, delegate, accept_forgone } = given;
    for (const text of [wallet, to ?? '', delegate ?? '']) rejectSecret(text);
    const [drop, explained] = await Promise.all([data.getDrop(id), data.explainDrop(id)]);
    // The digits of a key are no address that can receive anything of these claims.
    const isKey = [to, delegate].some((text) => text !== undefined && hasDigitsOfKey(text));
    if (isKey || isKeyFor(wallet, explained.wallets)) throw secretError('hash_or_key');
    const query: ClaimPreparationQuery = {
      ...{ drop: id, wallet },
      ...(to !== undefined && { to }),
      ...(list !== undefined && { list: list === '' ? null : list }),
      ...(delegate !== undefined && { delegate }),
      ...(accept_forgone !== undefined && { accept_forgone }),
    };
    const action = cleaned(await data.prepareClaim(query), siteOf(explained));
    const text = linesOf(action, amountsOf(action, drop, explained)).filter((line) => line !== '');
    return { text: text.join('\n'), facts: { as_of: action.as_of, action } };
  },
});

/** A claim without texts and links of others. */
function cleaned(action: ClaimAction, site: string | null): ClaimAction {
  const { simulation, page } = action;
  const error = foreignText(simulation?.error ?? '');
  return { ...action, page: ownLink(page, site), simulation: simulation && { ...simulation, error } };
}

type AmountText = (given: Pick<ClaimTransfer, 'asset' | 'amount'>) => string;

/** Amounts in tokens; in base units for another token than that of the drop. */
function amountsOf({ list }: ClaimAction, drop: Drop, { lists }: DropExplanation): AmountText {
  const decimals = lists.find((each) => each.list === list)?.decimals ?? null;
  const isOwn = (asset: string): boolean => asset.toLowerCase() === drop.token?.toLowerCase();
  return ({ asset, amount }) =>
    decimals === null || !isOwn(asset)
      ? `${amount} base units of ${asset}`
      : `${formatTokenAmount(BigInt(amount), decimals)} ${drop.symbol === null ? 'tokens' : quoted(drop.symbol)}`;
}

function linesOf(action: ClaimAction, amountOf: AmountText): string[] {
  const { drop, status, reason, as_of, page, forgoes, checks, simulation } = action;
  const failed = checks.find(({ ok }) => !ok);
  const error = simulation?.error ?? null;
  return [
    `Claim of ${drop} as of ${as_of}: ${status.replaceAll('_', ' ')}${reason === null ? '' : ` (${reason.code}): ${reason.message}`}`,
    ...(status === 'ready' ? readyLines(action, amountOf) : ['There is no call.']),
    forgoes === null ? '' : `It gives up for good: ${amountOf(forgoes)}.`,
    failed === undefined ? '' : `Does not hold: ${CHECK_WORDS[failed.code]}.`,
    status !== 'ready' && error !== null ? `The node says: ${quoted(error)}` : '',
    page === null ? '' : `Page of the project: ${page}`,
  ];
}

function readyLines(action: ClaimAction, amountOf: AmountText): string[] {
  const { wallet, calls, expects, sender, effect, fees, gas, checks, simulation, valid_until: until } = action;
  const to = (address: string): string => (address === wallet ? 'the wallet' : address);
  const block = checks.find((check) => check.block !== null)?.block;
  return [
    'It is unsigned and was not sent. The human must compare contract, recipient and amount, and confirm in the wallet.',
    ...expects.map((each) => `Pays ${amountOf(each)} to ${to(each.to)}.`),
    ...calls.map(({ chain_id: chainId, to: contract, data, value }) => {
      const decoded = decodedCall(action, data);
      const names = decoded?.arguments.map(({ name }) => name).join(', ');
      const called = decoded === null ? 'a function that is not known' : `${decoded.name}(${names})`;
      return `Call on chain ${chainId}: contract ${contract}, ${called}, value ${BigInt(value)} wei.`;
    }),
    `${phrases(
      effect !== null && `It ${EFFECT_WORDS[effect]}`,
      sender !== null && SENDER_WORDS[sender],
      ...fees.map(({ amount, margin }) => `fee ${amount} and margin ${margin} base units of the native token`),
      fees.length === 0 && 'no fee beside gas',
      gas !== null && `gas ${gas}`,
      simulation?.insufficient_gas === true && 'the wallet has too little for fee and gas',
    )}.`,
    `Checked${block === undefined ? '' : ` at block ${block}`}: ${checks.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}. Simulated: ${simulationWords(action)}.`,
    until === null ? '' : `Valid until ${minute(until)}.`,
  ];
}
