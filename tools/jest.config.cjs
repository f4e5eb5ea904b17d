module.exports = require('../jest.preset.cjs')({ name: 'tools', rootDir: __dirname, database: true });
