module.exports = require('../../jest.preset.cjs')({ name: 'sdk-package', rootDir: __dirname });
