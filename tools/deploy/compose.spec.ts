import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DEPLOY, ownServices, readCompose } from './compose';

const compose = readCompose();
const services = Object.entries(compose.services);
const own = ownServices(compose);
const textOf = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');
const namesIn = (text: string): string[] => [...text.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!);

describe('compose.yaml', () => {
  it('runs two instances of the API, a worker and an explorer after the migrations', () => {
    expect(own.map(([name]) => name)).toEqual(['migrate', 'api-1', 'api-2', 'worker', 'explorer']);
    expect(compose.services['api-1']).toEqual(compose.services['api-2']);
  });

  it.each(services)('confines %s', (_, { read_only, cap_drop, security_opt, mem_limit }) => {
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(mem_limit).toBeDefined();
  });

  it.each(own)('runs %s as the account of the image', (_, { user }) => {
    expect(textOf('Dockerfile')).toContain(`USER ${user}`);
  });

  it.each(services.filter(([name]) => name !== 'migrate'))('checks and restarts %s', (_, { healthcheck, restart }) => {
    expect([healthcheck?.test[0], restart]).toEqual(['CMD', 'unless-stopped']);
  });

  it('publishes ports of Caddy only; Grafana on this machine only', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual(['caddy 80:80', 'caddy 443:443', 'caddy 443:443/udp', 'grafana 127.0.0.1:3003:3000']);
  });

  it.each(services.filter(([, { image }]) => !image.includes('$')))('names a version of %s', (_, { image }) => {
    expect(image).toMatch(/:v?\d/);
  });

  it.each(own)('sets variables of %s that the programs read', (_, { environment = {} }) => {
    const known = [...namesIn(readFileSync(join(DEPLOY, '../.env.example'), 'utf8')), 'NODE_OPTIONS'];
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('explains its own variables in .env.example', () => {
    const used = [...textOf('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!);
    expect(namesIn(textOf('.env.example')).sort()).toEqual([...new Set(used)].sort());
  });

  it('keeps secrets in files that neither the repository nor the image contains', () => {
    expect(Object.values(compose.secrets).map(({ file }) => file.startsWith('./secrets/'))).not.toContain(false);
    expect(readFileSync(join(DEPLOY, '../.gitignore'), 'utf8')).toContain('deploy/secrets/');
    expect(readFileSync(join(DEPLOY, '../.dockerignore'), 'utf8')).toContain('deploy/secrets');
    const mounted = services.flatMap(([, { secrets = [] }]) => secrets);
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(compose.secrets).sort());
  });

  it('mounts files of this directory that exist', () => {
    const files = services.flatMap(([, { volumes = [] }]) => volumes).map((volume) => volume.split(':')[0]!);
    expect(files.filter((file) => file.startsWith('./') && !existsSync(join(DEPLOY, file)))).toEqual([]);
  });

  // The alerts and the dashboard select by these names.
  it.each(['prometheus.compose.yml', 'prometheus.k8s.yml'])('has the jobs of one machine in %s', (file) => {
    const jobsOf = (file: string) =>
      (parse(textOf(file)) as { scrape_configs: { job_name: string }[] }).scrape_configs.map((job) => job.job_name);
    expect(jobsOf(file)).toEqual(jobsOf('prometheus.yml'));
  });

  it('leaves the programs more time to stop than they take', () => {
    const graceOf = (name: string) => Number(compose.services[name]?.stop_grace_period?.replace('s', ''));
    expect(['api-1', 'worker', 'explorer'].map(graceOf).filter((seconds) => seconds < 5 + 10)).toEqual([]);
  });
});
