import type { Connector, SourceDeclaration } from '@droptrack/sources';

/** Declaration of a source of signals. */
export interface ConnectorDeclaration<Settings = unknown> extends SourceDeclaration<Settings, Connector> {
  /** Query that the source always responds to, for a check of the source while no drop has one; null without one. */
  readonly example: unknown;
  /** See {@link Connector}. The form of a query does not depend on the settings. */
  parseQuery(declared: unknown): unknown;
}
