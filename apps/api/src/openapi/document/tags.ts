/** What the operations are grouped by, in the order the reference shows the groups. */
export const TAGS = [
  { name: 'Drops', description: 'Token distributions: score, rating, expected value, snapshot and cost.' },
  { name: 'Calendar', description: 'Snapshots, token-generation events, claim windows and phases of all drops.' },
  { name: 'Eligibility', description: 'Whether a wallet gets something from a drop.' },
  { name: 'Snapshots', description: 'All rows of a kind at once, as lines of JSON.' },
  { name: 'Account', description: 'What the key that asks may do.' },
  { name: 'Service', description: 'For load balancers and supervisors. No key is needed.' },
  { name: 'Reference', description: 'This document, and pages for people. No key is needed.' },
  { name: 'Webhooks', description: 'Endpoints, what the service sends them, and what became of it.' },
] as const;
export type TagName = (typeof TAGS)[number]['name'];
