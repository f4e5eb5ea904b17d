import { webcrypto } from 'node:crypto';
import { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } from '@peculiar/x509';
import { generate } from 'selfsigned';

/** A certificate and its key, PEM. */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Certificate authority of a test. */
export interface TestAuthority {
  /** Its own certificate, PEM. */
  readonly ca: string;
  /** Issues a certificate for a name. */
  issue(name: string, valid?: 'now' | 'past'): Promise<TestCertificate>;
  selfSigned(name: string): Promise<TestCertificate>;
}

const SUBJECT = 'CN=Authority of a test';
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** Creates an authority. All its certificates share one key, as generating keys is slow. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const { private: privateKey, public: publicKey } = await generate([], { algorithm: 'sha256' });
  const keyPair = { privateKey, publicKey };
  const ca = await rootOf(keyPair);
  const certificate = async (name: string, options: object) => {
    const { cert } = await generate([{ name: 'commonName', value: name }], {
      algorithm: 'sha256',
      keyPair,
      ...options,
    });
    return { key: privateKey, cert };
  };
  return {
    ca,
    issue: (name, valid = 'now') => {
      const endMs = Date.now() + (valid === 'now' ? DAY_MS : -DAY_MS);
      const dates = { notBeforeDate: new Date(endMs - 2 * DAY_MS), notAfterDate: new Date(endMs) };
      return certificate(name, { ca: { key: privateKey, cert: ca }, ...dates });
    },
    selfSigned: (name) => certificate(name, {}),
  };
}

/** Created by hand: a certificate of `selfsigned` must not sign others. */
async function rootOf({ privateKey, publicKey }: { privateKey: string; publicKey: string }): Promise<string> {
  const bytes = (pem: string) => Buffer.from(pem.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: SUBJECT,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys: {
      privateKey: await webcrypto.subtle.importKey('pkcs8', bytes(privateKey), ALGORITHM, true, ['sign']),
      publicKey: await webcrypto.subtle.importKey('spki', bytes(publicKey), ALGORITHM, true, ['verify']),
    },
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  return root.toString('pem');
}
