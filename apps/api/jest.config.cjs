module.exports = require('../../jest.preset.cjs')({ name: 'api', rootDir: __dirname, database: true });
