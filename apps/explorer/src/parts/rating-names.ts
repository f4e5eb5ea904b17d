import type { ExplainedDifficultyInputId, ExplainedLegitCapId, ExplainedLegitComponentId } from '@droptrack/contracts';

/** Components of the legitimacy rating. */
export const LEGIT_COMPONENTS: Readonly<Record<ExplainedLegitComponentId, string>> = {
  team: 'Team and its record',
  audits: 'Audits, bounties, exploits',
  use: 'Use of the product',
  backers: 'Funding and backers',
  progress: 'Progress',
  rules: 'Clear and fair rules',
};

/** Findings that limit the legitimacy rating. */
export const LEGIT_FINDINGS: Readonly<Record<ExplainedLegitCapId, string>> = {
  asks_secrets: 'Asks for a seed phrase or a private key',
  phishing_listed: 'On a list of phishing sites, or poses as another drop',
  contract_unverified: 'Source code of the claim contract not verified',
  single_unofficial_source: 'Reported by one source, and not by the project',
  unknown_team_no_audit: 'Unknown team and no audit',
  loss_not_made_good: 'Loss of users not made good',
  team_convicted_or_charged: 'Member of the team convicted or charged',
  abandoned: 'Abandoned by its team',
};

/** Inputs of the difficulty rating. */
export const DIFFICULTY_INPUTS: Readonly<Record<ExplainedDifficultyInputId, string>> = {
  minutes: 'Minutes of work',
  capital_usd: 'Capital to lock',
  tasks: 'Number of tasks',
  identity: 'Identity check',
  recurring: 'Tasks that repeat',
  technical: 'Technical knowledge',
};
