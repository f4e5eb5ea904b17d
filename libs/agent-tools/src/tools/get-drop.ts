import type { DropExplanation } from '@droptrack/contracts';
import { z } from 'zod';
import { defineTool } from '../agent-tool';
import { dropFacts, dropFactsOf, dropLine } from '../drop-facts';
import { eventFacts, eventFactsOf, eventLine } from '../event-facts';
import { counted, known, phrases, rounded, UNKNOWN_IS_NOT_NO } from '../figures';
import { foreignText, ownLink, pageLink, quoted } from '../foreign-text';
import { asOf, dropId } from '../members';
import { siteOf } from '../site';

/** Events of the result, which bound its tokens. */
const EVENTS_MAX = 4;

const whyFacts = z.strictObject({
  ev_basis: z.string().optional(),
  /** Shares of the ratings that rest on known facts. */
  legit_known: z.number(),
  difficulty_known: z.number(),
  /** Findings that cap the legitimacy, with the day and page of the fact. */
  legit_caps: z.array(z.string()).optional(),
  /** Inputs of the expected value that are unknown. */
  ev_unknown: z.array(z.string()).optional(),
});

const getDropFacts = z.strictObject({
  as_of: asOf,
  drop: dropFacts,
  why: whyFacts,
  events: z.array(eventFacts),
  wallets: z.array(z.string()),
  listed_wallets: z.int().optional(),
  site: z.string().optional(),
  note: z.string().optional(),
});

export const getDrop = defineTool({
  name: 'get_drop',
  title: 'Get a drop',
  description:
    'One drop: figures, why they are so, next events, official site. 1 token. Ids come from find_drops. Not financial advice; for a wallet use check_wallet.',
  input: z.strictObject({ id: dropId }),
  facts: getDropFacts,
  answer: async (data, { id }) => {
    const [drop, explained, calendar] = await Promise.all([
      data.getDrop(id),
      data.explainDrop(id),
      data.listCalendar({ drop: id, include: 'ongoing', limit: EVENTS_MAX }),
    ]);
    const [list] = explained.lists;
    const facts = {
      as_of: explained.as_of,
      drop: dropFactsOf(drop),
      why: whyOf(explained),
      events: calendar.data.map((event) => eventFactsOf(event, calendar.as_of)),
      wallets: explained.wallets,
      ...known({
        listed_wallets: list?.wallets,
        site: ownLink(siteOf(explained), explained.official_domains),
        note: explained.notes === null ? null : foreignText(explained.notes),
      }),
    };
    return { text: textOf(facts), facts };
  },
});

function whyOf({ ev_usd: ev, rating }: DropExplanation): z.infer<typeof whyFacts> {
  const unknown = Object.entries(ev.inputs).flatMap(([name, { basis }]) => (basis === 'unknown' ? [name] : []));
  const caps = rating.legit.caps.map(capText);
  return {
    legit_known: rounded(rating.legit.known_share),
    difficulty_known: rounded(rating.difficulty.known_share),
    ...known({
      ev_basis: ev.basis,
      legit_caps: caps.length > 0 ? caps : null,
      ev_unknown: ev.p50 === null && unknown.length > 0 ? unknown : null,
    }),
  };
}

/** A finding with its cap, and the day and page of the fact where they are recorded. */
function capText({ id, at_most: most, url, at }: DropExplanation['rating']['legit']['caps'][number]): string {
  return `${id} (${[`at most ${most}`, at?.slice(0, 10), pageLink(url)].filter(Boolean).join(', ')})`;
}

function textOf(facts: z.infer<typeof getDropFacts>): string {
  const { why, events, wallets, listed_wallets: listed, site, note } = facts;
  return [
    `As of ${facts.as_of}, amounts in USD. ${UNKNOWN_IS_NOT_NO}`,
    dropLine(facts.drop),
    phrases(
      why.ev_basis !== undefined && `EV is ${why.ev_basis}`,
      why.ev_unknown !== undefined && `EV lacks ${why.ev_unknown.join(', ')}`,
      `legit rests on ${percent(why.legit_known)} known facts, difficulty on ${percent(why.difficulty_known)}`,
      why.legit_caps !== undefined && `legit capped: ${why.legit_caps.join(', ')}`,
    ),
    phrases(
      `wallets: ${wallets.length === 0 ? 'none that can be checked' : wallets.join(', ')}`,
      listed !== undefined && `allocation list of ${counted(listed, 'wallet')}`,
    ),
    ...(events.length === 0 ? ['No event is announced.'] : events.map(eventLine)),
    ...(site === undefined ? [] : [`Official site: ${site}`]),
    ...(note === undefined ? [] : [`Editorial note: ${quoted(note)}`]),
  ].join('\n');
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
