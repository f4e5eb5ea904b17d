module.exports = require('../../jest.preset.cjs')({ name: 'egress', rootDir: __dirname });
