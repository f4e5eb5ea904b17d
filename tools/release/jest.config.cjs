module.exports = require('../../jest.preset.cjs')({ name: 'release', rootDir: __dirname });
