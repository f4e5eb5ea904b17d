module.exports = require('../../jest.preset.cjs')({ name: 'explorer', rootDir: __dirname, database: true });
