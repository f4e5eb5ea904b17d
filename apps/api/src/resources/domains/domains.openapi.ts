import { type DomainCheck, HOST_LENGTH_MAX } from '@droptrack/contracts';
import { bodyOf, EXAMPLE_VIEWER, exampleCatalogue } from '../../openapi/document/example-catalogue';
import { documents, type RouteDocs } from '../../openapi/document/route-docs';
import { DomainsController } from './domains.controller';
import { DomainsService } from './domains.service';
import { invalidForm } from './parse-host';

const service = new DomainsService(exampleCatalogue());
const checkOf = (host: string): DomainCheck => bodyOf(service.get(EXAMPLE_VIEWER, host));

const get: RouteDocs = {
  operationId: 'getDomain',
  summary: 'Check a domain',
  description:
    'Returns whether a host is official of a drop, for a wallet that is about to open a page or to sign. A host below an official domain is ' +
    'official as well.\n\n' +
    '`unknown` is not safe: it only means that the catalogue and the list know nothing of the host. `imitates` is a likeness, not a ' +
    'proof of intent. The list of phishing sites is as old as its `date`.\n\n' +
    'The response is computed from memory and costs one token.',
  path: {
    host: {
      description: 'Host name in ASCII or Unicode, without scheme, port and path. Anything else returns 400.',
      schema: { type: 'string', maxLength: HOST_LENGTH_MAX },
      example: 'claim.linea.build',
    },
  },
  response: {
    kind: 'data',
    isOfView: true,
    type: 'DomainCheck',
    description: 'What is known about the host.',
    examples: {
      official: { summary: 'Host of a drop', body: checkOf('claim.linea.build') },
      imitates: { summary: 'Host that imitates a drop', body: checkOf('lìnea.build') },
      listed: { summary: 'Host on the list of phishing sites', body: checkOf('www.nft-moonbirds.net') },
      unknown: { summary: 'Host of which nothing is known', body: checkOf('example.com') },
    },
  },
  problems: [{ error: invalidForm(), instance: '/v1/domains/https%3A' }],
};

export const domainsDocs = documents(DomainsController, 'Drops', { get });
