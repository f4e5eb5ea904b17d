module.exports = require('../../jest.preset.cjs')({ name: 'sha256', rootDir: __dirname });
