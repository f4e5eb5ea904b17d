// In a syntax that every Node since version 4 can parse: newer code would fail there with a syntax or reference error.
'use strict';

/**
 * Ends the process with one sentence if this Node is older than needed. Called before anything else is loaded.
 *
 * @param {string} range - `engines.node` of package.json, of the form `^20.19 || ^22.12 || >=24`.
 */
module.exports = function requireNode(range) {
  var version = process.versions.node;
  var parts = range.split(' || ');
  if (parts.some(isIn(version))) return;
  var needed = parts.map(describe).join(', ');
  process.stderr.write('Droptrack needs Node ' + needed + '; this is Node ' + version + '.\n');
  process.exit(1);
};

function isIn(version) {
  var numbers = version.split('.').map(Number);
  return function (part) {
    var from = part.replace(/^\D+/, '').split('.').map(Number);
    if (numbers[0] !== from[0]) return part.charAt(0) === '>' && numbers[0] > from[0];
    return numbers[1] >= (from[1] || 0);
  };
}

/** `^20.19` as `20.19 or later 20`. */
function describe(part) {
  var from = part.replace(/^\D+/, '');
  return from + ' or later' + (part.charAt(0) === '^' ? ' ' + from.split('.')[0] : '');
}
