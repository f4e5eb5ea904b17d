module.exports = require('../../jest.preset.cjs')({ name: 'database-tools', rootDir: __dirname, database: true });
