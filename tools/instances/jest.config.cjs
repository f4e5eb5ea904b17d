module.exports = require('../../jest.preset.cjs')({ name: 'instances', rootDir: __dirname });
