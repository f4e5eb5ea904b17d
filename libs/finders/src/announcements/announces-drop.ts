/** Parts of the texts that are searched, in characters. */
const TITLE_LENGTH_MAX = 1_000;
const BODY_LENGTH_MAX = 40_000;

/** Phrases that announce a drop in a title. */
const IN_TITLE = [
  /\bair[ -]?drops?\b/,
  /\bretro[ -]?drops?\b/,
  /\btge\b/,
  /\btoken generation event\b/,
  /\btoken launch\b/,
  /\btoken genesis\b/,
  /\b(token|genesis) distributions?\b/,
  /\bdistribution of (the )?([a-z0-9]+ )?tokens?\b/,
  /\bretroactive (token |community |user )?(distribution|rewards?|allocation)s?\b/,
  /\btoken claims?\b/,
  /\blaunch(es|ing)? (of )?(the |a |an |our |its )?([a-z0-9$]+ )?(governance )?token\b(?![ -](gated|list))/,
  /\b[a-z0-9$]+ distribution (for|to) (the |our |early |eligible |past )*(community|holders|stakers|users)\b/,
];

/** Phrases that announce a drop anywhere in a body: a single `airdrop` there is mostly an aside. */
const IN_BODY = [
  /\bair[ -]?drop (allocation|campaign|claims?|distribution|eligibility|program(me)?|season|snapshot)s?\b/,
  /\bair[ -]?drop to (the |our |all |early |eligible |past |active )*(community|contributors|holders|stakers|users|voters|wallets)\b/,
  /\beligible for (the|an|our|this) (\w+ )?air[ -]?drop\b/,
  /\bretroactive air[ -]?drop\b/,
  /\bretroactive token (distribution|allocation)\b/,
  /\btoken generation event\b/,
  /\btoken distribution (event|plan|will)\b/,
];

/** Contexts in which a sentence with such a phrase is about something else: fraud, a rejected idea, or an earlier drop. */
const ELSEWHERE = [
  /\b(scam|scams|scammers?|phishing|fake|fraud|fraudulent|beware|warning|impersonat\w+|hack|hacked|exploit)\b/,
  /\banti[ -]?air[ -]?drop\b/,
  /\b(no|not|never|without|against|stop|cancel|canceled|cancelled|oppose|end) (an? |any |the |more |future |of )*(\w+ )?air[ -]?drops?\b/,
  /\b(did not|didn't|not|never|haven't|hasn't) (yet )?(receive|received|get|got|claimed?)\b/,
  /\b(missed|missing|lost|unclaimed|leftover|remaining) (\w+ )?(\w+ )?air[ -]?drops?\b/,
  /\b(received|receive|receives|receiving|sell|swap|spend|manage|use of|use|vest|stake|recover|clawback) (of )?(our |the |its |an |dao's )?(\w+ ){0,2}air[ -]?drop(s|ped)?\b/,
  /\bair[ -]?drops? (farm|farming|farmers?|hunt|hunters?|hunting|checkers?|bots?|tax|taxes|proceeds|tokens? (received|held))\b/,
  /\b(recap|retrospective|post[ -]?mortem|results|lessons|report)\b/,
];

/**
 * True if a proposal or a topic announces a drop, by plain phrases: in its title, or firmer ones in a sentence of its body.
 * A sentence about fraud, against a drop, or about an earlier one does not count. The texts are of strangers, so only a
 * bounded part of each is searched.
 */
export function announcesDrop(title: string, body: string = ''): boolean {
  const heading = plain(title.slice(0, TITLE_LENGTH_MAX));
  if (sentenceAnnounces(heading, IN_TITLE)) return true;
  // A title about fraud or an earlier drop sets the context of the whole body.
  if (ELSEWHERE.some((context) => context.test(heading))) return false;
  return plain(body.slice(0, BODY_LENGTH_MAX))
    .split(/[.!?\n]+/)
    .some((sentence) => sentenceAnnounces(sentence, IN_BODY));
}

function sentenceAnnounces(sentence: string, phrases: readonly RegExp[]): boolean {
  return phrases.some((phrase) => phrase.test(sentence)) && !ELSEWHERE.some((context) => context.test(sentence));
}

/** Lower case, with compatibility forms and invisible characters resolved, so that a phrase is found as it is read. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[’‘]/g, "'")
    .replace(/[‐‑‒–—]/g, '-')
    .toLowerCase();
}
