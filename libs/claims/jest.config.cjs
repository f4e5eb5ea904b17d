module.exports = require('../../jest.preset.cjs')({ name: 'claims', rootDir: __dirname });
