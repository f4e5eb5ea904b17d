import type { ApiKeyRepository } from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { presentKey } from './key.presenter';

export interface RevokeKeyDeps {
  readonly keys: Pick<ApiKeyRepository, 'revoke'>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Revokes a key: every instance rejects it within a second. Idempotent. */
export async function revokeKey(
  { id }: { readonly id: string },
  { keys, output, now }: RevokeKeyDeps,
): Promise<number> {
  const key = await keys.revoke(id, now());
  output.result(presentKey(key), `${key.id} (${key.label}) is revoked; every instance rejects it within a second.`);
  return EXIT.done;
}
