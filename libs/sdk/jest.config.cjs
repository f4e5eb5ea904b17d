module.exports = require('../../jest.preset.cjs')({ name: 'sdk', rootDir: __dirname });
