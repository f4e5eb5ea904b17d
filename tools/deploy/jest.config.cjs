module.exports = require('../../jest.preset.cjs')({ name: 'deploy', rootDir: __dirname, database: true });
