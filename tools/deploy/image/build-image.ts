import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../../..');
/** Kept between runs: the files of Debian take minutes to download. */
const DEBIAN = join(tmpdir(), 'droptrack-image-debian-bookworm');
/** Parts of Debian that its slim image leaves out. */
const NOT_IN_SLIM = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/locale', 'usr/share/man'];

/** An image that was built from deploy/Dockerfile, without a daemon. */
export interface BuiltImage {
  /** Root directory of a container. */
  readonly root: string;
  /** Directories with the files that each layer of the Dockerfile adds to Debian. */
  readonly layers: readonly string[];
  readonly bytes: number;
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly StopSignal: string;
    readonly Labels: Readonly<Record<string, string>>;
  };
  remove(): void;
}

/**
 * Builds deploy/Dockerfile as it is. No registry of images is asked: the images that it is based on are made from the
 * packages of Debian and the Node and npm of this process.
 */
export function buildImage(): BuiltImage {
  const store = mkdtempSync(join(tmpdir(), 'droptrack-image-'));
  const remove = (): void => rmSync(store, { recursive: true, force: true });
  try {
    return { ...buildIn(store), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function buildIn(store: string): Omit<BuiltImage, 'remove'> {
  const buildah = (...args: string[]): string =>
    run('buildah', '--root', `${store}/root`, '--runroot', `${store}/run`, '--storage-driver', 'vfs', ...args).trim();
  const makeBase = (tag: string, from: string, fill: (root: string) => void): void => {
    const container = buildah('from', '--pull-never', from);
    fill(buildah('mount', container));
    buildah('commit', '--quiet', '--format', 'docker', '--rm', container, `docker.io/library/${tag}`);
  };
  makeBase('debian:bookworm-slim', 'scratch', copyDebian);
  makeBase('node:24-bookworm-slim', 'docker.io/library/debian:bookworm-slim', copyNode);
  writeFileSync(join(store, 'npmrc'), registrySettings(), { mode: 0o600 });
  const options = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--build-arg', 'REVISION=0123abc'];
  buildah(
    'bud',
    ...options,
    '--secret',
    `id=npmrc,src=${store}/npmrc`,
    '-f',
    'deploy/Dockerfile',
    '-t',
    'droptrack',
    ROOT,
  );
  const { size } = (JSON.parse(buildah('images', '--json', 'droptrack')) as [{ size: string }])[0];
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'droptrack')) as {
    Docker: { config: BuiltImage['config'] };
  };
  const root = buildah('mount', buildah('from', '--pull-never', 'localhost/droptrack'));
  const layers = unpackLayers(buildah, store);
  return { root, layers, bytes: Number.parseFloat(size) * 1e6, config: Docker.config };
}

/** Unpacks the layers above the first, which is Debian. */
function unpackLayers(buildah: (...args: string[]) => string, store: string): string[] {
  buildah('push', '--quiet', '--disable-compression', 'droptrack', `dir:${store}/pushed`);
  const manifest = JSON.parse(readFileSync(join(store, 'pushed/manifest.json'), 'utf8')) as {
    layers: { digest: string }[];
  };
  return manifest.layers.slice(1).map(({ digest }, index) => {
    const layer = join(store, `layer-${index}`);
    mkdirSync(layer);
    run('tar', '-xf', join(store, 'pushed', digest.replace('sha256:', '')), '-C', layer);
    return layer;
  });
}

function copyDebian(root: string): void {
  if (!existsSync(join(DEBIAN, 'etc/debian_version'))) {
    rmSync(DEBIAN, { recursive: true, force: true });
    const unfinished = mkdtempSync(`${DEBIAN}-`);
    run('debootstrap', '--variant=minbase', 'bookworm', unfinished);
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, DEBIAN);
  }
  run('cp', '-a', `${DEBIAN}/.`, root);
  for (const path of NOT_IN_SLIM) rmSync(join(root, path), { recursive: true, force: true });
}

function copyNode(root: string): void {
  const npm = dirname(dirname(realpathSync(run('which', 'npm').trim())));
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
  cpSync(realpathSync(process.execPath), join(root, 'usr/local/bin/node'));
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  const certificates = certificatesOfNpm();
  if (certificates === null) return;
  mkdirSync(dirname(join(root, certificates)), { recursive: true });
  cpSync(realpathSync(certificates), join(root, certificates));
}

/** Settings by which npm reaches the registry from this machine. */
function registrySettings(): string {
  const own = join(homedir(), '.npmrc');
  const certificates = certificatesOfNpm();
  return `${existsSync(own) ? readFileSync(own, 'utf8') : ''}\n${certificates === null ? '' : `cafile=${certificates}\n`}`;
}

function certificatesOfNpm(): string | null {
  const path = run('npm', 'config', 'get', 'cafile').trim();
  return path === 'null' || path === '' ? null : path;
}

/** @returns its standard output. @throws {Error} with the end of its output. */
function run(program: string, ...args: string[]): string {
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 } as const;
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.slice(-3_000)}`);
}
