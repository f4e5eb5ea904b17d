module.exports = require('../../jest.preset.cjs')({ name: 'generators', rootDir: __dirname, database: true });
