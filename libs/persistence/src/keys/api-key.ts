import type { Plan } from '@droptrack/contracts';
import { hashToken, TokenFormat } from './token';

const FORMAT = new TokenFormat('dtk_');

/** An API key as it is stored, without the key itself. */
export interface ApiKey {
  readonly id: string;
  /** First 8 characters of the key, `dtk_` included. */
  readonly prefix: string;
  readonly last4: string;
  readonly plan: Plan;
  /** Name given by its owner. */
  readonly label: string;
  /** The key's own limit; null for the plan's. */
  readonly requestsPerMinute: number | null;
  readonly createdAt: Date;
  /** Null for a key that does not expire. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** To the minute; null for an unused key. */
  readonly lastUsedAt: Date | null;
  /** Id of the key that replaced it. */
  readonly replacedById: string | null;
  /** Id of the first key in its chain of rotations. Webhook endpoints and calendar feeds belong to it. */
  readonly account: string;
}

/** New key: `dtk_`, 30 random base62 characters and 6 characters of checksum ({@link TokenFormat}). */
export const generateApiKey = (): string => FORMAT.generate();

/** The text if it has the format of a key and a valid checksum, else null; the key need not exist. */
export const parseApiKey = (text: string): string | null => FORMAT.parse(text);

/** SHA-256 of a key, by which it is stored. */
export const hashApiKey = hashToken;
