import { type FactoriesFile, parseFactories } from './factories';
import sablier from './factories/sablier.json';

/** Factories that the project knows, one file per protocol. */
export function bundledFactories(): readonly FactoriesFile[] {
  return [sablier].map((data) => {
    const { file, violations } = parseFactories(data);
    if (file === null) throw new Error(`a file of factories is invalid: ${JSON.stringify(violations)}`);
    return file;
  });
}
