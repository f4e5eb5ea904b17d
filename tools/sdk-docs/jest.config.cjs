module.exports = require('../../jest.preset.cjs')({ name: 'sdk-docs', rootDir: __dirname });
