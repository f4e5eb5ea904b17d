import { isListNotLoaded, type Problem, type WalletDrops } from '@droptrack/contracts';
import { hasDigitsOfKey, isKeyFor, isKeyForAll } from '@droptrack/eligibility';
import { z } from 'zod';
import type { AgentData } from '../agent-data';
import { defineTool, type ToolAnswer } from '../agent-tool';
import { counted, known, phrases, usd } from '../figures';
import { asOf, dropId, sample, samplesLeftOut } from '../members';
import { ToolError } from '../tool-problem';
import { rejectSecret, secretError, walletArgument } from '../wallet-argument';
import { resultFacts, resultFactsOf, resultLine } from '../wallet-result';

/** Results of a response; the service has ordered them, those to claim first. */
const RESULTS_MAX = 15;

const summaryFacts = z.strictObject({
  claimable_now: z.int(),
  claimable_value_usd: z.number().optional(),
  claimable_without_price: z.int(),
  eligible: z.int(),
  expired: z.int(),
  pending: z.int(),
  /** Drops that pay out or have ended, whose lists are not loaded here. Not among `unknown`. */
  list_not_loaded: z.int(),
  unknown: z.int(),
  excluded: z.int(),
  ineligible: z.int(),
  checked_lists: z.int(),
});

const walletFacts = z.strictObject({
  as_of: asOf,
  /** Only for all drops. */
  summary: summaryFacts.optional(),
  results: z.array(resultFacts),
  /** Results that were cut. */
  more: z.int().optional(),
});
type WalletFacts = z.infer<typeof walletFacts>;

export const checkWallet = defineTool({
  name: 'check_wallet',
  title: 'Check a wallet',
  description:
    'Eligibility and claims of a public wallet address: for all drops, or one. Needs plan pro. One drop: 1 token; all: 1 per 25 lists. Only "ineligible" means no: "pending" is undecided, "unknown" cannot be determined. Never ask for a seed phrase or private key.',
  input: z.strictObject({
    wallet: walletArgument.describe(
      'EVM, Solana, Starknet, Cosmos, TON or Bitcoin; with a drop also Sui, Aptos, Movement',
    ),
    drop: dropId.optional(),
    sample,
  }),
  facts: walletFacts,
  answer: (data, { wallet, drop, sample: isSample }) => {
    rejectSecret(wallet);
    if (drop !== undefined) return checkOne(data, wallet, drop);
    if (isKeyForAll(wallet)) throw secretError('hash_or_key');
    return checkAll(data, wallet, isSample);
  },
});

async function checkOne(data: AgentData, wallet: string, drop: string): Promise<ToolAnswer<WalletFacts>> {
  const explained = hasDigitsOfKey(wallet) ? await data.explainDrop(drop) : null;
  // The digits of a key are sent only for a drop that accepts wallets of this form.
  if (explained !== null && isKeyFor(wallet, explained.wallets)) throw secretError('hash_or_key');
  const result = await data.checkEligibility({ wallet, drop });
  // Links are only passed on if they belong to the drop.
  const hasLink = result.claim.url !== null || result.checker !== undefined;
  const domains = hasLink ? (explained ?? (await data.explainDrop(drop))).official_domains : [];
  const facts = { as_of: result.as_of, results: [resultFactsOf(result, domains)] };
  return { text: [`As of ${facts.as_of}. ${MEANINGS}`, ...facts.results.map(resultLine)].join('\n'), facts };
}

async function checkAll(data: AgentData, wallet: string, isSample: boolean): Promise<ToolAnswer<WalletFacts>> {
  const query = { wallets: [wallet], sample: isSample, include: ['claimed' as const] };
  const { data: items, as_of } = await data.listWalletDrops(query);
  const [item] = items;
  if (item === undefined) throw new Error('A wallet has no item');
  if ('problem' in item) throw new ToolError(problemOf(item.problem));
  const results = item.data.slice(0, RESULTS_MAX).map((result) => resultFactsOf(result, []));
  const more = item.data.length - results.length;
  const facts = { as_of, summary: summaryOf(item), results, ...(more > 0 && { more }) };
  const lines = [
    `As of ${as_of}${samplesLeftOut(isSample)}. ${MEANINGS}`,
    summaryLine(facts.summary),
    ...results.map(resultLine),
    ...(more > 0 ? [`${counted(more, 'more result')}; check a drop by its id.`] : []),
  ];
  return { text: lines.join('\n'), facts };
}

const MEANINGS = 'Pending is undecided and unknown cannot be determined; neither is a no.';

const problemOf = ({ code, detail }: Problem): { code: string; detail: string } => ({ code, detail });

function summaryOf({ summary, data }: WalletDrops): z.infer<typeof summaryFacts> {
  const { claimable_value_usd: value, unknown, ...counts } = summary;
  const notLoaded = data.filter(isListNotLoaded).length;
  return {
    ...counts,
    list_not_loaded: notLoaded,
    unknown: unknown - notLoaded,
    ...known({ claimable_value_usd: value }),
  };
}

function summaryLine(summary: z.infer<typeof summaryFacts>): string {
  const { claimable_now: now, claimable_value_usd: value, claimable_without_price: unpriced } = summary;
  return phrases(
    `${counted(now, 'drop')} to claim now${now > 0 && value !== undefined ? `, worth ${usd(value)}` : ''}`,
    unpriced > 0 && `${unpriced} of them without a price`,
    `eligible ${summary.eligible}, expired ${summary.expired}, pending ${summary.pending}, paying out or ended without a loaded list ${summary.list_not_loaded}, unknown otherwise ${summary.unknown}, excluded ${summary.excluded}, ineligible ${summary.ineligible}; ${counted(summary.checked_lists, 'list')} searched`,
  );
}
