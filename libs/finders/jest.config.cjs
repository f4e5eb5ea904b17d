module.exports = require('../../jest.preset.cjs')({ name: 'finders', rootDir: __dirname });
