import type { ApiKeyRepository } from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { presentKey } from './key.presenter';

export interface RevokeKeyDeps {
  readonly keys: Pick<ApiKeyRepository, 'revoke'>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Withdraws a key: within a second no instance answers it any more. Doing so twice is no failure. */
export async function revokeKey(
  { id }: { readonly id: string },
  { keys, output, now }: RevokeKeyDeps,
): Promise<number> {
  const key = await keys.revoke(id, now());
  output.result(presentKey(key), `${key.id} (${key.label}) is revoked; within a second no instance answers it.`);
  return EXIT.done;
}
