module.exports = require('../../jest.preset.cjs')({ name: 'webhook-docs', rootDir: __dirname });
