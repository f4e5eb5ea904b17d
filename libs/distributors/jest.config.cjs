module.exports = require('../../jest.preset.cjs')({ name: 'distributors', rootDir: __dirname });
