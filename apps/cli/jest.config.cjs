module.exports = require('../../jest.preset.cjs')({ name: 'cli', rootDir: __dirname, database: true });
