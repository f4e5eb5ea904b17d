module.exports = require('../../jest.preset.cjs')({ name: 'webhooks', rootDir: __dirname });
