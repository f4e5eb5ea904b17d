import type { FinderId } from '@droptrack/discovery';
import type { Finder, SourceDeclaration } from '@droptrack/sources';

/** Declaration of a source of drops. It has one finder, or several that fail by themselves, such as one per chain or forum. */
export interface FinderDeclaration<Settings = unknown> extends SourceDeclaration<Settings, readonly Finder[]> {
  readonly id: FinderId;
}
