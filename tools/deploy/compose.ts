import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const DEPLOY = join(__dirname, '../../deploy');

/** A service of deploy/compose.yaml, as far as tests read it. */
interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** Services of deploy/compose.yaml, with merged keys and unset variables. */
export function readCompose(): ComposeFile {
  return parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }) as ComposeFile;
}

/** Services that run the image of Droptrack. */
export const ownServices = ({ services }: ComposeFile): [string, ComposeService][] =>
  Object.entries(services).filter(([, { image }]) => image.includes('DROPTRACK_IMAGE'));
