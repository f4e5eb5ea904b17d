import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { boundPipelines, pipelineOf } from './pipeline';

/** A connection whose client takes no byte of its responses for this long is closed, in milliseconds. */
const UNREAD_MS_MAX = 60_000;

/** Reason for which the server closes a connection by itself: too many of them, or unread responses. */
export type ClosedFor = 'limit' | 'unread';

/** Limits of the connections of a server. */
export interface ConnectionBounds {
  /** Maximum number of open connections; further ones are closed as they come in. */
  readonly connectionsMax: number;
  /** Milliseconds without progress until a client counts as not reading; 60 s when not given. */
  readonly unreadMsMax?: number;
  /** Called for each connection that is closed because of these limits. */
  readonly onClosed: (reason: ClosedFor) => void;
}

/**
 * Bounds what strangers can make a server keep in memory (docs/decisions/0030): connections, requests in flight per
 * connection, and the time of unread responses.
 */
export function boundConnections(
  server: Server,
  { connectionsMax, unreadMsMax = UNREAD_MS_MAX, onClosed }: ConnectionBounds,
): void {
  boundPipelines(server);
  server.maxConnections = connectionsMax;
  server.on('drop', () => onClosed('limit'));
  // Node counts every byte that the system takes as progress, and calls this for idle connections as well.
  server.setTimeout(unreadMsMax, (socket: Socket) => {
    const isUnread = socket.writableLength > 0;
    const isAnswering = (pipelineOf(socket)?.inFlight ?? 0) > 0;
    if (isAnswering && !isUnread) return;
    if (isUnread) onClosed('unread');
    socket.destroy();
  });
}
