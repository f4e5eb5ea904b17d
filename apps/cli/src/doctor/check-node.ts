import { fail, type Finding, ok } from './finding';

/** Supported versions of Node, as `engines` of package.json. */
export const NODE_VERSIONS = '20.19 or later 20, 22.12 or later 22, 24 or later';

/** Support of the running Node. @param version - such as `20.20.2`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isGood = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  return isGood
    ? ok('node', `Node ${version}`)
    : fail('node', `Node ${version} is not supported`, `Install Node ${NODE_VERSIONS}.`);
}
