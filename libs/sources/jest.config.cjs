module.exports = require('../../jest.preset.cjs')({ name: 'sources', rootDir: __dirname });
