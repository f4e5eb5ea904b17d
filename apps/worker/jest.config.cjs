module.exports = require('../../jest.preset.cjs')({ name: 'worker', rootDir: __dirname, database: true });
