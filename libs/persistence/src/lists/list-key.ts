import type { ListBody, ListKind } from '@droptrack/catalogue';

/** Identity of a list: at most one of its versions is active. */
export interface ListKey {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Slug of up to 64 characters; empty for the unnamed list. */
  readonly name: string;
}

/** Identity of a list whose name may be left out, which means the unnamed list. */
export type ListReference = Omit<ListKey, 'name'> & Partial<Pick<ListKey, 'name'>>;

/** Identity of a list in the log. */
export const listKeyOf = ({ drop, kind, name = '' }: Pick<ListBody, 'drop' | 'kind' | 'name'>): ListKey => ({
  dropId: drop,
  kind,
  name,
});

/** Identity of a referenced list. */
export const keyOfReference = ({ dropId, kind, name = '' }: ListReference): ListKey => ({ dropId, kind, name });

/** `allocation list "season-2"`, or `allocation list`. */
export const listTitle = ({ kind, name = null }: { readonly kind: ListKind; readonly name?: string | null }): string =>
  name === null || name === '' ? `${kind} list` : `${kind} list "${name}"`;
