// Code that is loaded for the first stream. One file, because a bundler that writes a single file spends bytes on each.
export { followDrops } from './follow-drops';
export { messagesOf } from './messages';
