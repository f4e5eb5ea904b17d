import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateEncoding } from '@droptrack/program/encoding';
import type { Assets } from './assets';

/** Serves a file for browsers. Its path has a hash of its content, so that it never changes. */
export function serveAsset(assets: Assets, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?', 1);
  const asset = assets.at(path);
  if (asset === null) return reply.code(404).type('text/plain; charset=utf-8').send('No such file\n');
  const coding = negotiateEncoding(request.headers['accept-encoding']);
  if (coding !== null) void reply.header('content-encoding', coding);
  return reply
    .type(asset.type)
    .headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    .send(coding === null ? asset.body : asset[coding]);
}
