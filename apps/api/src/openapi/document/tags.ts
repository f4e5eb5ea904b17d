/** Tags of the document, in the order of the API reference. */
export const TAGS = [
  { name: 'Drops', description: 'Token distributions with hype score, ratings, expected value, snapshot and cost.' },
  { name: 'Calendar', description: 'Snapshots, token-generation events, claim windows and phases of drops.' },
  { name: 'Eligibility', description: 'Eligibility, allocations and claims of wallets.' },
  { name: 'Snapshots', description: 'Bulk exports as newline-delimited JSON.' },
  { name: 'Account', description: 'Plan, rate limit and features of the API key.' },
  { name: 'Service', description: 'Health checks for load balancers and supervisors. No API key needed.' },
  {
    name: 'Reference',
    description: 'This document, its rendered form, and explanations of problems. No API key needed.',
  },
  { name: 'Webhooks', description: 'Webhook endpoints, events, deliveries and recoveries.' },
] as const;
export type TagName = (typeof TAGS)[number]['name'];
