module.exports = require('../../jest.preset.cjs')({ name: 'persistence', rootDir: __dirname, database: true });
